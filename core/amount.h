#ifndef TOLLPASS_CORE_AMOUNT_H_
#define TOLLPASS_CORE_AMOUNT_H_

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/export.h"

namespace tollpass {

/// Decimals at which sums over several assets are kept.
inline constexpr int kSumDecimals = 18;

/// A quantity of money in atomic units of one asset: an unsigned 128-bit integer.
///
/// A plain value. Arithmetic is checked: a result outside [0, 2^128) is std::nullopt, never a
/// wrapped number. Which asset the units belong to is told by whoever holds the Amount.
class TOLLPASS_EXPORT Amount {
 public:
  constexpr Amount() = default;
  constexpr explicit Amount(uint64_t atomic) : low_(atomic) {}

  /// Parses `^(0|[1-9][0-9]*)$`; std::nullopt for any other text and from 2^128 on.
  static std::optional<Amount> FromAtomic(std::string_view digits);

  /// 16 bytes, most significant first: the form in which the ledger stores amounts.
  static Amount FromBytes(const std::array<uint8_t, 16>& big_endian);
  [[nodiscard]] std::array<uint8_t, 16> ToBytes() const;

  /// Decimal digits of the atomic value, without sign or leading zero.
  [[nodiscard]] std::string ToAtomic() const;

  /// std::nullopt where the result is none.
  [[nodiscard]] std::optional<Amount> Plus(Amount other) const;
  [[nodiscard]] std::optional<Amount> Minus(Amount other) const;
  [[nodiscard]] std::optional<Amount> Times(uint64_t factor) const;

  /// The same quantity with `to` instead of `from` decimals, rounded up; both in [0, 77].
  [[nodiscard]] std::optional<Amount> Rescale(int from, int to) const;

  /// Amounts of one asset are compared by size.
  [[nodiscard]] constexpr bool IsZero() const { return high_ == 0 && low_ == 0; }
  friend constexpr auto operator<=>(const Amount&, const Amount&) = default;

 private:
  constexpr Amount(uint64_t high, uint64_t low) : high_(high), low_(low) {}

  uint64_t high_ = 0;  // Declared first: the default comparison orders by it first.
  uint64_t low_ = 0;
};

/// Exact decimal text of `amount` atomic units: "0.01", "12", never rounded, no trailing zeros.
TOLLPASS_EXPORT std::string FormatDecimal(Amount amount, int decimals);

/// Reads a plain decimal ("0.01", "12"; no sign, exponent, separator or empty part).
/// InvalidArgument: another form, more digits than `decimals`, or 2^128 and more.
TOLLPASS_EXPORT absl::StatusOr<Amount> ParseDecimal(std::string_view text, int decimals);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_AMOUNT_H_
