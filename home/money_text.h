#ifndef TOLLPASS_HOME_MONEY_TEXT_H_
#define TOLLPASS_HOME_MONEY_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/amount.h"
#include "core/asset.h"
#include "core/limit.h"

namespace tollpass {

/// "0.01 USDC"; where the asset is not known, the atomic units and its id.
std::string MoneyText(Amount amount, const Asset* asset, std::string_view asset_id);

/// {"atomic":"10000","text":"0.01 USDC"}.
std::string MoneyJson(Amount amount, const Asset* asset, std::string_view asset_id);

/// An amount of `unit` at kSumDecimals, or a plain count of "calls". A network class behind a slash
/// is left out: "0.01 USD".
std::string SumText(Amount sum, std::string_view unit);

/// Where what is counted in `unit` is spent: " on test networks", whose money is worth nothing, or
/// " on main networks"; empty for what counts on both.
std::string_view NetworksText(std::string_view unit);

/// A sum as JSON: {"atomic":"10000","decimals":6,"text":"0.01 USD"}, in atomic units of `asset`;
/// without one, or where it has more digits than the asset, at kSumDecimals; a count of "calls" at
/// 0 decimals.
std::string SumJson(Amount sum, std::string_view unit, const Asset* asset);

/// In whose atomic units a sum of `limit` is shown: one of `assets` that it counts; nullptr if it
/// counts none of them, or some with other decimals.
const Asset* AssetToShow(const LimitSpec& limit, const std::vector<Asset>& assets);

/// What a user writes as money: "0.01 USD".
struct MoneyFlag {
  std::string number;  // plain decimal
  std::string unit;    // symbol, symbol@network or unit of the policy file
  Amount sum;          // the number at kSumDecimals
};

/// InvalidArgument, naming `flag`: another form, or zero.
absl::StatusOr<MoneyFlag> ParseMoneyFlag(std::string_view flag, std::string_view text);

/// "at most 0.01 USD a call", "at most 30 payments in 60s".
std::string LimitText(const LimitSpec& limit);

/// "a call", "a day", "in 6h", "in all".
std::string WindowText(WindowKind window, int64_t seconds);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_MONEY_TEXT_H_
