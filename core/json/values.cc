#include <algorithm>
#include <charconv>
#include <list>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/json/scanner.h"
#include "core/json/strings.h"

namespace tollpass::json {
namespace {

absl::Status RepeatedKey(const Scanner& scanner) {
  return absl::InvalidArgumentError(
      absl::StrFormat("not JSON at byte %d: a key that is there before", scanner.offset()));
}

/// The keys of one object. Most objects are small: looking at each is quicker than a tree.
class KeySet {
 public:
  /// False: it is there before. `quoted` must stay where it is; most have no escape to resolve.
  bool Insert(std::string_view quoted) {
    std::string_view key = quoted.substr(1, quoted.size() - 2);
    if (key.find('\\') != std::string_view::npos) key = unescaped_.emplace_back(Unescape(quoted));
    if (few_.size() < kFew) {
      if (std::find(few_.begin(), few_.end(), key) != few_.end()) return false;
      few_.push_back(key);
      return true;
    }
    if (many_.empty()) many_.insert(few_.begin(), few_.end());
    return many_.insert(key).second;
  }

  void Clear() {
    few_.clear();
    many_.clear();
    unescaped_.clear();
  }

 private:
  static constexpr size_t kFew = 48;

  std::vector<std::string_view> few_;
  std::set<std::string_view> many_;
  std::list<std::string> unescaped_;
};

/// One KeySet for each object or array that is open.
class OpenKeys {
 public:
  void SetDepth(size_t depth) {
    // What was made for one object serves those that follow it.
    if (depth > sets_.size()) sets_.resize(depth);
    for (; depth_ > depth; --depth_) sets_[depth_ - 1].Clear();
    depth_ = depth;
  }
  KeySet& Innermost() { return sets_[depth_ - 1]; }

 private:
  std::vector<KeySet> sets_;
  size_t depth_ = 0;
};

}  // namespace

absl::StatusOr<Value> Parse(std::string_view text, int max_depth) {
  Scanner scanner(text, max_depth);
  const Value value = scanner.TakeValue(scanner.Next());
  if (scanner.Next() != Token::kEnd) return scanner.status();
  return value;
}

absl::StatusOr<Value> ParseMembers(std::string_view text, int max_depth,
                                   std::vector<Member>& members) {
  constexpr size_t kUsual = 8;
  Scanner scanner(text, max_depth);
  if (scanner.Next() != Token::kBeginObject) return Parse(text, max_depth);
  const size_t begin = scanner.offset();
  members.reserve(kUsual);
  while (scanner.Next() == Token::kKey) {
    std::string key = Unescape(scanner.token());
    members.push_back({std::move(key), scanner.TakeValue(scanner.Next())});
  }
  const size_t end = scanner.end();
  if (scanner.Next() != Token::kEnd) return scanner.status();
  return Value{Type::kObject, text.substr(begin, end - begin)};
}

absl::StatusOr<Value> ParseUnique(std::string_view text, int max_depth) {
  Scanner scanner(text, max_depth);
  OpenKeys keys;
  const Token first = scanner.Next();
  const size_t begin = scanner.offset();
  size_t end = begin;
  for (Token token = first; token != Token::kEnd; token = scanner.Next()) {
    if (token == Token::kError) return scanner.status();
    if (token == Token::kKey && !keys.Innermost().Insert(scanner.token())) {
      return RepeatedKey(scanner);
    }
    keys.SetDepth(scanner.depth());
    end = scanner.end();
  }
  return Value{TypeOf(first), text.substr(begin, end - begin)};
}

std::vector<Member> Members(const Value& object) {
  constexpr size_t kUsual = 16;
  std::vector<Member> members;
  if (object.type != Type::kObject) return members;
  members.reserve(kUsual);
  Scanner scanner(object.text, kAnyDepth);
  scanner.Next();
  while (scanner.Next() == Token::kKey) {
    std::string key = Unescape(scanner.token());
    members.push_back({std::move(key), scanner.TakeValue(scanner.Next())});
  }
  return members;
}

std::vector<Value> Elements(const Value& array) {
  std::vector<Value> elements;
  if (array.type != Type::kArray) return elements;
  Scanner scanner(array.text, kAnyDepth);
  scanner.Next();
  for (Token token = scanner.Next(); token != Token::kEndArray && token != Token::kError;
       token = scanner.Next()) {
    elements.push_back(scanner.TakeValue(token));
  }
  return elements;
}

std::optional<Value> Find(const Value& object, std::string_view key) {
  std::optional<Value> found;
  if (object.type != Type::kObject) return found;
  Scanner scanner(object.text, kAnyDepth);
  scanner.Next();
  while (scanner.Next() == Token::kKey) {
    const bool wanted = KeyEquals(scanner.token(), key);
    const Value value = scanner.TakeValue(scanner.Next());
    if (!wanted) continue;
    if (found.has_value()) return std::nullopt;
    found = value;
  }
  return found;
}

std::optional<Value> FindPath(const Value& object, std::initializer_list<std::string_view> keys) {
  std::optional<Value> value = object;
  for (const std::string_view key : keys) {
    value = Find(*value, key);
    if (!value.has_value()) break;
  }
  return value;
}

std::optional<std::string> AsString(const Value& value) {
  if (value.type != Type::kString) return std::nullopt;
  std::string text = Unescape(value.text);
  // What was parsed is UTF-8 but for what an escape may have made.
  if (text.size() + 2 != value.text.size() && !IsUtf8(text)) return std::nullopt;
  return text;
}

std::optional<int64_t> AsInteger(const Value& value) {
  if (value.type != Type::kNumber) return std::nullopt;
  int64_t number = 0;
  const char* end = value.text.data() + value.text.size();
  const auto [stopped, error] = std::from_chars(value.text.data(), end, number);
  if (error != std::errc() || stopped != end) return std::nullopt;
  return number;
}

std::optional<bool> AsBool(const Value& value) {
  if (value.type != Type::kBool) return std::nullopt;
  return value.text == "true";
}

std::optional<std::string> FindString(const Value& object, std::string_view key) {
  const std::optional<Value> value = Find(object, key);
  return value.has_value() ? AsString(*value) : std::nullopt;
}

}  // namespace tollpass::json
