#include "interceptor/mcp/partial.h"

#include <optional>

#include "core/json/json.h"
#include "interceptor/mcp/message.h"

namespace tollpass {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

// Reads members of the root object from the front until the text ends.
class HeadReader {
 public:
  explicit HeadReader(std::string_view text) : rest_(text) {}

  bool Take(char wanted) {
    SkipSpace();
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }

  // The text of a whole value; std::nullopt if it does not end in what is there.
  std::optional<std::string_view> Value() {
    SkipSpace();
    const size_t end = ValueEnd();
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view value = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return value;
  }

 private:
  void SkipSpace() {
    const size_t start = rest_.find_first_not_of(kSpace);
    rest_.remove_prefix(start == std::string_view::npos ? rest_.size() : start);
  }

  // Past the closing quote of the string that opens at `at`.
  [[nodiscard]] size_t StringEnd(size_t at) const {
    for (size_t i = at + 1; i < rest_.size(); ++i) {
      if (rest_[i] == '\\') {
        ++i;
      } else if (rest_[i] == '"') {
        return i + 1;
      }
    }
    return std::string_view::npos;
  }

  [[nodiscard]] size_t ValueEnd() const {
    int depth = 0;
    for (size_t i = 0; i < rest_.size();) {
      const char c = rest_[i];
      if (c == '"') {
        i = StringEnd(i);
        if (i == std::string_view::npos || depth == 0) return i;
        continue;
      }
      if (c == '{' || c == '[') {
        ++depth;
      } else if (c == '}' || c == ']') {
        if (depth == 0) return i;
        if (--depth == 0) return i + 1;
      } else if (depth == 0 && (c == ',' || c == ':' || kSpace.find(c) != kSpace.npos)) {
        return i;
      }
      ++i;
    }
    return std::string_view::npos;
  }

  std::string_view rest_;
};

// Reads members with plain values of the root object from the back.
class TailReader {
 public:
  explicit TailReader(std::string_view text) : rest_(text) {}

  bool Take(char wanted) {
    SkipSpace();
    if (rest_.empty() || rest_.back() != wanted) return false;
    rest_.remove_suffix(1);
    return true;
  }

  // A string, number, true, false or null that starts in what is there.
  std::optional<std::string_view> Scalar() {
    SkipSpace();
    const size_t start = ScalarStart();
    if (start == std::string_view::npos) return std::nullopt;
    const std::string_view value = rest_.substr(start);
    rest_ = rest_.substr(0, start);
    return value;
  }

 private:
  void SkipSpace() {
    const size_t last = rest_.find_last_not_of(kSpace);
    rest_ = rest_.substr(0, last == std::string_view::npos ? 0 : last + 1);
  }

  [[nodiscard]] bool IsEscaped(size_t at) const {
    size_t slashes = 0;
    while (slashes < at && rest_[at - slashes - 1] == '\\') ++slashes;
    return slashes % 2 == 1;
  }

  [[nodiscard]] size_t ScalarStart() const {
    if (rest_.empty()) return std::string_view::npos;
    if (rest_.back() == '"') {
      for (size_t i = rest_.size() - 1; i-- > 0;) {
        if (rest_[i] == '"' && !IsEscaped(i)) return i;
      }
      return std::string_view::npos;
    }
    const size_t before = rest_.find_last_not_of("+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    if (before == std::string_view::npos || before + 1 == rest_.size()) {
      return std::string_view::npos;
    }
    return before + 1;
  }

  std::string_view rest_;
};

void See(std::string_view quoted_key, std::optional<std::string_view> value, PartialMessage& out) {
  out.has_method |= quoted_key == "\"method\"";
  out.answers |= quoted_key == "\"result\"" || quoted_key == "\"error\"";
  if (quoted_key != "\"id\"" || !value || !out.id.empty()) return;
  const absl::StatusOr<json::Value> id = json::Parse(*value, 1);
  if (id.ok() && (id->type == json::Type::kString || id->type == json::Type::kNumber)) {
    out.id = std::string(id->text);
  }
}

void SeeHead(std::string_view head, PartialMessage& out) {
  HeadReader reader(head);
  for (bool more = reader.Take('{'); more;) {
    const std::optional<std::string_view> key = reader.Value();
    if (!key || !reader.Take(':')) return;
    const std::optional<std::string_view> value = reader.Value();
    See(*key, value, out);
    more = value && reader.Take(',');
  }
}

void SeeTail(std::string_view tail, PartialMessage& out) {
  TailReader reader(tail);
  for (bool more = reader.Take('}'); more;) {
    const std::optional<std::string_view> value = reader.Scalar();
    if (!value || !reader.Take(':')) return;
    const std::optional<std::string_view> key = reader.Scalar();
    if (!key) return;
    See(*key, value, out);
    more = reader.Take(',');
  }
}

}  // namespace

PartialMessage ReadPartial(std::string_view head, std::string_view tail) {
  PartialMessage out;
  SeeHead(WithoutByteOrderMark(head), out);
  SeeTail(tail, out);
  return out;
}

}  // namespace tollpass
