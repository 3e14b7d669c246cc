#include "core/json/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdlib>

#include "absl/strings/str_format.h"

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

constexpr int64_t kMaxExponent = 1'000'000'000'000'000;

/// The exponent after the "e"; std::nullopt beyond kMaxExponent.
std::optional<int64_t> ParseExponent(std::string_view text) {
  if (text.front() == '+') text.remove_prefix(1);
  int64_t exponent = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (error != std::errc()) return std::nullopt;
  if (exponent > kMaxExponent || exponent < -kMaxExponent) return std::nullopt;
  return exponent;
}

std::optional<Decimal> ParseDecimalText(std::string_view text) {
  Decimal number;
  number.negative = text.front() == '-';
  if (number.negative) text.remove_prefix(1);
  const size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::string_view mantissa = text.substr(0, mark);
  const size_t point = std::min(mantissa.find('.'), mantissa.size());
  number.digits = mantissa.substr(0, point);
  number.exponent = static_cast<int64_t>(number.digits.size());
  if (point < mantissa.size()) number.digits += mantissa.substr(point + 1);
  number = Normalised(std::move(number));
  if (number.digits.empty() || mark == text.size()) return number;
  const std::optional<int64_t> exponent = ParseExponent(text.substr(mark + 1));
  if (!exponent.has_value()) return std::nullopt;
  number.exponent += *exponent;
  return number;
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
  const std::optional<Decimal> written = ParseDecimalText(number);
  if (!written.has_value()) return std::nullopt;
  if (written->digits.empty()) return "0";
  double nearest = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), nearest);
  if (error != std::errc()) return std::nullopt;
  std::array<char, 32> shortest;
  const auto printed =
      std::to_chars(shortest.begin(), shortest.end(), nearest, std::chars_format::scientific);
  if (ParseDecimalText({shortest.begin(), printed.ptr}) != written) return std::nullopt;
  return EcmaScript(*written);
}

std::optional<std::string> ExactNumber(std::string_view number) {
  const std::optional<Decimal> written = ParseDecimalText(number);
  if (!written.has_value()) return std::nullopt;
  return absl::StrFormat("%s0.%se%d", written->negative ? "-" : "", written->digits,
                         written->exponent);
}

}  // namespace tollpass::json
