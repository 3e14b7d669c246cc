#include "core/amount.h"

#include <algorithm>

#include "absl/numeric/int128.h"
#include "absl/strings/str_format.h"

namespace tollpass {
namespace {

constexpr int kMaxDecimals = 77;
constexpr int kDigitsOfMaximum = 39;  // 2^128 - 1 has 39 digits.

bool AllDigits(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// As many decimal digits every word of 64 bits holds.
constexpr size_t kDigitsOfWord = 19;

/// Those that a word of 64 bits holds.
constexpr auto kPowersOfTen = [] {
  std::array<uint64_t, 20> powers = {1};
  for (size_t i = 1; i < powers.size(); ++i) powers[i] = powers[i - 1] * 10;
  return powers;
}();

/// value * 10 + digit, or std::nullopt from 2^128 on.
std::optional<absl::uint128> AppendDigit(absl::uint128 value, uint32_t digit) {
  const absl::uint128 maximum = absl::Uint128Max();
  if (value > (maximum - digit) / 10) return std::nullopt;
  return value * 10 + digit;
}

absl::uint128 Wide(const std::array<uint8_t, 16>& big_endian) {
  absl::uint128 value = 0;
  for (const uint8_t byte : big_endian) value = (value << 8) | byte;
  return value;
}

Amount Narrow(absl::uint128 value) {
  std::array<uint8_t, 16> bytes{};
  for (auto byte = bytes.rbegin(); byte != bytes.rend(); ++byte) {
    *byte = static_cast<uint8_t>(absl::Uint128Low64(value) & 0xFF);
    value >>= 8;
  }
  return Amount::FromBytes(bytes);
}

absl::Status BadDecimal(std::string_view text, std::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrFormat("'%s' is not an amount: %s",
                      absl::string_view(text.data(), std::min<size_t>(text.size(), 80)),
                      absl::string_view(why.data(), why.size())));
}

}  // namespace

std::optional<Amount> Amount::FromAtomic(std::string_view digits) {
  if (digits.empty() || !AllDigits(digits)) return std::nullopt;
  if (digits.size() > 1 && digits.front() == '0') return std::nullopt;
  // As many as a word holds, which are nearly always all.
  uint64_t word = 0;
  for (const char c : digits.substr(0, kDigitsOfWord))
    word = word * 10 + static_cast<uint64_t>(c - '0');
  absl::uint128 value = word;
  for (const char c : digits.substr(std::min(digits.size(), kDigitsOfWord))) {
    const std::optional<absl::uint128> next = AppendDigit(value, static_cast<uint32_t>(c - '0'));
    if (!next) return std::nullopt;
    value = *next;
  }
  return Narrow(value);
}

Amount Amount::FromBytes(const std::array<uint8_t, 16>& big_endian) {
  const absl::uint128 value = Wide(big_endian);
  return Amount(absl::Uint128High64(value), absl::Uint128Low64(value));
}

std::array<uint8_t, 16> Amount::ToBytes() const {
  std::array<uint8_t, 16> bytes{};
  for (size_t i = 0; i < 8; ++i) {
    bytes[i] = static_cast<uint8_t>((high_ >> (56 - 8 * i)) & 0xFF);
    bytes[8 + i] = static_cast<uint8_t>((low_ >> (56 - 8 * i)) & 0xFF);
  }
  return bytes;
}

std::string Amount::ToAtomic() const {
  // The last digits as far as a word holds them, again and again: dividing two words takes long.
  absl::uint128 value = absl::MakeUint128(high_, low_);
  std::string digits;
  while (absl::Uint128High64(value) != 0) {
    uint64_t last = absl::Uint128Low64(value % kPowersOfTen[kDigitsOfWord]);
    value /= kPowersOfTen[kDigitsOfWord];
    for (size_t i = 0; i < kDigitsOfWord; ++i, last /= 10) {
      digits.push_back(static_cast<char>('0' + last % 10));
    }
  }
  uint64_t first = absl::Uint128Low64(value);
  do {
    digits.push_back(static_cast<char>('0' + first % 10));
    first /= 10;
  } while (first != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Amount> Amount::Plus(Amount other) const {
  const absl::uint128 a = absl::MakeUint128(high_, low_);
  const absl::uint128 b = absl::MakeUint128(other.high_, other.low_);
  if (a > absl::Uint128Max() - b) return std::nullopt;
  return Narrow(a + b);
}

std::optional<Amount> Amount::Minus(Amount other) const {
  if (*this < other) return std::nullopt;
  return Narrow(absl::MakeUint128(high_, low_) - absl::MakeUint128(other.high_, other.low_));
}

std::optional<Amount> Amount::Times(uint64_t factor) const {
  const absl::uint128 value = absl::MakeUint128(high_, low_);
  if (factor != 0 && value > absl::Uint128Max() / factor) return std::nullopt;
  return Narrow(value * factor);
}

std::optional<Amount> Amount::Rescale(int from, int to) const {
  if (from < 0 || from > kMaxDecimals || to < 0 || to > kMaxDecimals) return std::nullopt;
  if (high_ == 0 && from <= to && static_cast<size_t>(to - from) < kPowersOfTen.size()) {
    // The product of two words always fits.
    const absl::uint128 product =
        absl::uint128(low_) * kPowersOfTen[static_cast<size_t>(to - from)];
    return Amount(absl::Uint128High64(product), absl::Uint128Low64(product));
  }
  absl::uint128 value = absl::MakeUint128(high_, low_);
  const absl::uint128 most = absl::Uint128Max() / 10;
  for (int i = from; i < to && value != 0; ++i) {
    if (value > most) return std::nullopt;
    value *= 10;
  }
  bool rest = false;
  for (int i = from; i > to && value != 0; --i) {
    rest = rest || value % 10 != 0;
    value /= 10;
  }
  return Narrow(rest ? value + 1 : value);
}

std::string FormatDecimal(Amount amount, int decimals) {
  std::string digits = amount.ToAtomic();
  if (decimals <= 0) return digits;
  const size_t places = static_cast<size_t>(decimals);
  if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
  digits.insert(digits.size() - places, 1, '.');
  digits.erase(digits.find_last_not_of('0') + 1);
  if (digits.back() == '.') digits.pop_back();
  return digits;
}

absl::StatusOr<Amount> ParseDecimal(std::string_view text, int decimals) {
  const size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view fraction =
      point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
  if (whole.empty() || !AllDigits(whole) || !AllDigits(fraction) ||
      (point != std::string_view::npos && fraction.empty())) {
    return BadDecimal(text, "write a plain decimal like 0.01, without sign, exponent or separator");
  }
  if (whole.size() > 1 && whole.front() == '0') return BadDecimal(text, "remove the leading zero");
  if (decimals < 0 || fraction.size() > static_cast<size_t>(decimals)) {
    return BadDecimal(text, absl::StrFormat("at most %d digits may follow the point", decimals));
  }
  std::string digits = std::string(whole) + std::string(fraction);
  digits.append(static_cast<size_t>(decimals) - fraction.size(), '0');
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size() - 1));
  const std::optional<Amount> amount =
      digits.size() > kDigitsOfMaximum ? std::nullopt : Amount::FromAtomic(digits);
  if (!amount) return BadDecimal(text, "it is too large (2^128 atomic units or more)");
  return *amount;
}

}  // namespace tollpass
