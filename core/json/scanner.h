#ifndef TOLLPASS_CORE_JSON_SCANNER_H_
#define TOLLPASS_CORE_JSON_SCANNER_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/json/json.h"

namespace tollpass::json {

/// For texts that were checked before, or whose depth does not matter.
inline constexpr int kAnyDepth = std::numeric_limits<int>::max();

enum class Token {
  kBeginObject,
  kEndObject,
  kBeginArray,
  kEndArray,
  kKey,
  kString,
  kNumber,
  kTrue,
  kFalse,
  kNull,
  kEnd,    // the whole text was one value
  kError,  // and so is every later token
};

/// A stack of truth values; the first 64 need no memory of their own.
class BitStack {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool top() const { return (newest_ & 1) != 0; }

  void Push(bool value) {
    if (size_ > 0 && size_ % kWord == 0) below_.push_back(newest_);
    newest_ = newest_ << 1 | (value ? 1 : 0);
    ++size_;
  }
  void Pop() {
    newest_ >>= 1;
    --size_;
    if (size_ == 0 || size_ % kWord != 0) return;
    newest_ = below_.back();
    below_.pop_back();
  }

 private:
  static constexpr size_t kWord = 64;
  uint64_t newest_ = 0;  // the last value in the lowest bit
  std::vector<uint64_t> below_;
  size_t size_ = 0;
};

/// The one JSON reader: everything in this folder that reads JSON reads tokens from here, so that
/// no two functions disagree about what a text says. Stack use is constant; nesting costs one bit.
/// Not thread-safe.
class Scanner {
 public:
  /// `text` must outlive the scanner.
  Scanner(std::string_view text, int max_depth) : text_(text), max_depth_(max_depth) {}

  Token Next();

  /// Exact bytes of the last token; keys and strings with their quotes.
  [[nodiscard]] std::string_view token() const { return text_.substr(start_, end_ - start_); }
  /// Offset of the last token, or of the error.
  [[nodiscard]] size_t offset() const { return start_; }
  /// Offset behind the last token.
  [[nodiscard]] size_t end() const { return end_; }
  /// Objects and arrays that are open after the last token.
  [[nodiscard]] size_t depth() const { return open_.size(); }
  /// Not OK after kError.
  [[nodiscard]] absl::Status status() const;

  /// The rest of the value that the last token began, as one Value. For a token that begins none,
  /// and on an error, a Value with empty text.
  Value TakeValue(Token first);

 private:
  enum class Expect { kValue, kValueOrEnd, kKey, kKeyOrEnd, kColon, kCommaOrEnd, kNothing };

  /// Where something ends, or why it does not.
  struct Stop {
    size_t at = 0;
    std::string_view error;
  };

  [[nodiscard]] size_t MostDepth() const {
    return max_depth_ > 0 ? static_cast<size_t>(max_depth_) : 0;
  }
  [[nodiscard]] Stop StringEnd(size_t begin) const;
  [[nodiscard]] size_t PlainStringEnd(size_t begin) const;
  [[nodiscard]] size_t PlainScalarEnd(size_t at) const;
  /// The rest of the container that the last token opened, if it is all plain; else false, and
  /// nothing was taken.
  bool SkipPlainContainer();
  void SkipSpace();
  Token Fail(size_t offset, std::string_view why);
  Token Took(Token token, size_t end);
  Token ScanValue();
  Token ScanKey();
  Token ScanAfterKey();
  Token ScanAfterValue();
  Token ScanString(Token token);
  Token ScanNumber();
  Token ScanLiteral(std::string_view literal, Token token);
  Token Open(bool object);
  Token Close(bool object);
  size_t EscapeSize(size_t at) const;

  std::string_view text_;
  int max_depth_;
  size_t start_ = 0;
  size_t end_ = 0;
  Expect expect_ = Expect::kValue;
  BitStack open_;  // objects and, as false, arrays
  std::string_view error_;
};

/// The type of the value that `first` begins; kNull for a token that begins none.
Type TypeOf(Token first);

}  // namespace tollpass::json

#endif  // TOLLPASS_CORE_JSON_SCANNER_H_
