#include "core/json/numbers.h"

#include <charconv>
#include <cstdint>
#include <cstdlib>

namespace tollpass::json {
namespace {

/// 0.DIGITS × 10^exponent, without leading or trailing zeros in DIGITS; zero has none.
struct Decimal {
  bool negative = false;
  std::string digits;
  int64_t exponent = 0;

  friend bool operator==(const Decimal&, const Decimal&) = default;
};

Decimal Normalised(Decimal number) {
  const size_t first = number.digits.find_first_not_of('0');
  if (first == std::string::npos) return {};
  number.digits.erase(0, first);
  number.exponent -= static_cast<int64_t>(first);
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  return number;
}

/// Exponents beyond this are beyond a double in any case; the bound keeps the sum in range.
constexpr int64_t kHugeExponent = 1'000'000'000;

Decimal ParseDecimalText(std::string_view text) {
  Decimal number;
  if (text.front() == '-') {
    number.negative = true;
    text.remove_prefix(1);
  }
  const size_t mark = text.find_first_of("eE");
  if (mark != std::string_view::npos) {
    std::string_view exponent = text.substr(mark + 1);
    if (exponent.front() == '+') exponent.remove_prefix(1);
    const auto [end, error] =
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), number.exponent);
    if (error != std::errc()) number.exponent = kHugeExponent;
    text = text.substr(0, mark);
  }
  const size_t point = text.find('.');
  number.digits = text.substr(0, point);
  number.exponent += static_cast<int64_t>(number.digits.size());
  if (point != std::string_view::npos) number.digits += text.substr(point + 1);
  return Normalised(std::move(number));
}

std::string EcmaScript(const Decimal& number) {
  const std::string& digits = number.digits;
  const auto count = static_cast<int64_t>(digits.size());
  const int64_t point = number.exponent;
  std::string text = number.negative ? "-" : "";
  if (count <= point && point <= 21) {
    return text + digits + std::string(static_cast<size_t>(point - count), '0');
  }
  if (0 < point && point <= 21) {
    return text + digits.substr(0, static_cast<size_t>(point)) + "." +
           digits.substr(static_cast<size_t>(point));
  }
  if (-6 < point && point <= 0) {
    return text + "0." + std::string(static_cast<size_t>(-point), '0') + digits;
  }
  text += digits.substr(0, 1);
  if (count > 1) text += "." + digits.substr(1);
  return text + (point > 0 ? "e+" : "e-") + std::to_string(std::abs(point - 1));
}

}  // namespace

std::optional<std::string> CanonicalNumber(std::string_view number) {
  const Decimal written = ParseDecimalText(number);
  if (written.digits.empty()) return "0";
  double nearest = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), nearest);
  if (error != std::errc()) return std::nullopt;
  char shortest[32];
  const auto [last, ignored] =
      std::to_chars(shortest, shortest + sizeof(shortest), nearest, std::chars_format::scientific);
  const Decimal printed = ParseDecimalText({shortest, static_cast<size_t>(last - shortest)});
  if (printed != written) return std::nullopt;
  return EcmaScript(printed);
}

}  // namespace tollpass::json
