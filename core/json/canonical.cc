#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/json/numbers.h"
#include "core/json/scanner.h"
#include "core/json/strings.h"
#include "core/json/utf8.h"
#include "core/status.h"

namespace tollpass::json {
namespace {

/// UTF-16 order differs from byte order only between U+E000..U+FFFF and what lies beyond, whose
/// surrogates sort below.
uint32_t SortWeight(uint32_t code_point) {
  if (code_point >= 0x10000) return 0xD800 + ((code_point - 0x10000) >> 10);
  return code_point;
}

bool Utf16Less(std::string_view a, std::string_view b) {
  while (!a.empty() && !b.empty()) {
    if (a.front() == b.front() && static_cast<unsigned char>(a.front()) < 0x80) {
      a.remove_prefix(1);
      b.remove_prefix(1);
      continue;
    }
    const CodePoint x = FirstCodePoint(a);
    const CodePoint y = FirstCodePoint(b);
    if (x.value != y.value) {
      const uint32_t left = SortWeight(x.value);
      const uint32_t right = SortWeight(y.value);
      return left != right ? left < right : x.value < y.value;
    }
    a.remove_prefix(x.size);
    b.remove_prefix(y.size);
  }
  return a.empty() && !b.empty();
}

/// A value that is being written; its members or elements are sorted and joined at its end.
struct OpenValue {
  bool is_object = false;
  std::vector<std::pair<std::string, std::string>> members;  // key (empty in arrays), JSON text
};

using NumberWriter = std::optional<std::string> (*)(std::string_view token);

/// Writes one text in a form that depends on its meaning only.
class Canonicalizer {
 public:
  Canonicalizer(std::string_view text, int max_depth, NumberWriter write_number)
      : scanner_(text, max_depth), write_number_(write_number) {}

  absl::StatusOr<std::string> Run() {
    for (Token token = scanner_.Next(); token != Token::kEnd; token = scanner_.Next()) {
      if (token == Token::kError) return scanner_.status();
      TOLLPASS_RETURN_IF_ERROR(Take(token));
    }
    return root_;
  }

 private:
  absl::Status Take(Token token) {
    switch (token) {
      case Token::kBeginObject:
      case Token::kBeginArray:
        keys_.push_back(key_);
        open_.push_back({token == Token::kBeginObject, {}});
        return absl::OkStatus();
      case Token::kEndObject:
      case Token::kEndArray:
        return Close();
      case Token::kKey:
        key_ = Unescape(scanner_.token());
        return IsUtf8(key_) ? absl::OkStatus() : Fault("a lone surrogate");
      case Token::kString: {
        const std::string text = Unescape(scanner_.token());
        if (!IsUtf8(text)) return Fault("a lone surrogate");
        return Put(Quote(text));
      }
      case Token::kNumber: {
        const std::optional<std::string> number = write_number_(scanner_.token());
        if (!number.has_value()) return Fault("a number that a double does not hold");
        return Put(*number);
      }
      default:
        return Put(std::string(scanner_.token()));
    }
  }

  absl::Status Put(std::string text) {
    if (open_.empty()) {
      root_ = std::move(text);
    } else {
      open_.back().members.emplace_back(open_.back().is_object ? key_ : "", std::move(text));
    }
    return absl::OkStatus();
  }

  absl::Status Close() {
    OpenValue value = std::move(open_.back());
    open_.pop_back();
    key_ = std::move(keys_.back());
    keys_.pop_back();
    if (!value.is_object) {
      std::vector<std::string> elements;
      for (auto& [key, text] : value.members) elements.push_back(std::move(text));
      return Put(Array(elements));
    }
    std::sort(value.members.begin(), value.members.end(),
              [](const auto& a, const auto& b) { return Utf16Less(a.first, b.first); });
    ObjectWriter writer;
    for (size_t i = 0; i < value.members.size(); ++i) {
      const auto& [key, text] = value.members[i];
      if (i > 0 && value.members[i - 1].first == key) return Fault("an object with a key twice");
      writer.Raw(key, text);
    }
    return Put(writer.Done());
  }

  absl::Status Fault(std::string_view what) {
    return absl::InvalidArgumentError(absl::StrFormat("no canonical form: %s before byte %d",
                                                      std::string(what), scanner_.offset()));
  }

  Scanner scanner_;
  NumberWriter write_number_;
  std::string root_;
  std::string key_;
  std::vector<std::string> keys_;  // of the open values
  std::vector<OpenValue> open_;
};

}  // namespace

absl::StatusOr<std::string> Canonical(std::string_view text, int max_depth) {
  return Canonicalizer(text, max_depth, CanonicalNumber).Run();
}

bool Equal(std::string_view a, std::string_view b) {
  const absl::StatusOr<std::string> left = Canonicalizer(a, kAnyDepth, ExactNumber).Run();
  if (a == b) return left.ok();
  const absl::StatusOr<std::string> right = Canonicalizer(b, kAnyDepth, ExactNumber).Run();
  return left.ok() && right.ok() && *left == *right;
}

}  // namespace tollpass::json
