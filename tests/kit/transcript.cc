#include "tests/kit/transcript.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tollpass::kit {
namespace {

constexpr int kDeepest = 4;  // JSON in a string of JSON in a string of a log
constexpr size_t kUnicodeEscape = 6;

bool IsWordCharacter(unsigned char c) { return std::isalnum(c) != 0; }

/// The ASCII character that a \u escape at `at` stands for; 0 for others and for none.
char AsciiEscaped(std::string_view text, size_t at) {
  if (at + kUnicodeEscape > text.size() || text[at + 1] != 'u') return 0;
  unsigned value = 0;
  const char* begin = text.data() + at + 2;
  const auto read = std::from_chars(begin, begin + 4, value, 16);
  return read.ptr == begin + 4 && value < 0x80 ? static_cast<char>(value) : char{0};
}

std::string Unescape(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
    } else if (const char c = AsciiEscaped(text, i); c != 0) {
      plain += c;
      i += kUnicodeEscape - 1;
    } else if (text[i + 1] == '"' || text[i + 1] == '\\' || text[i + 1] == '/') {
      plain += text[++i];
    } else {
      plain += text[i];
    }
  }
  return plain;
}

}  // namespace

Transcript::Transcript(std::string_view text) : plain_(text) {
  for (int depth = 0; depth < kDeepest; ++depth) plain_ = Unescape(plain_);
  lower_ = plain_;
  std::ranges::transform(lower_, lower_.begin(), [](unsigned char c) { return std::tolower(c); });
}

int Transcript::Count(std::string_view text) const {
  int count = 0;
  for (size_t at = plain_.find(text); at != std::string::npos; at = plain_.find(text, at + 1)) {
    ++count;
  }
  return count;
}

bool Transcript::HasWord(std::string_view text) const {
  for (size_t at = lower_.find(text); at != std::string::npos; at = lower_.find(text, at + 1)) {
    const size_t end = at + text.size();
    // "0x" before an account is no part of it.
    const bool begins = at == 0 || !IsWordCharacter(lower_[at - 1]) ||
                        (at > 1 && lower_.compare(at - 2, 2, "0x") == 0);
    if (begins && (end == lower_.size() || !IsWordCharacter(lower_[end]))) return true;
  }
  return false;
}

}  // namespace tollpass::kit
