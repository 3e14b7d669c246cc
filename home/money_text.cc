#include "home/money_text.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_format.h"
#include "core/duration.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/network.h"

namespace tollpass {
namespace {

constexpr std::string_view kCalls = "calls";

std::string AmountJson(Amount amount, std::string_view text) {
  return json::ObjectWriter().String("atomic", amount.ToAtomic()).String("text", text).Done();
}

}  // namespace

std::string MoneyText(Amount amount, const Asset* asset, std::string_view asset_id) {
  if (asset != nullptr) {
    return FormatMoney(amount, *asset);
  }
  return absl::StrFormat("%s atomic units of %s", amount.ToAtomic(), Printable(asset_id));
}

std::string MoneyJson(Amount amount, const Asset* asset, std::string_view asset_id) {
  return AmountJson(amount, MoneyText(amount, asset, asset_id));
}

std::string SumText(Amount sum, std::string_view unit) {
  const std::string_view name = unit.substr(0, unit.find('/'));
  if (name == kCalls) {
    return absl::StrFormat("%s payment%s", sum.ToAtomic(), sum == Amount(1) ? "" : "s");
  }
  return absl::StrFormat("%s %s", FormatDecimal(sum, kSumDecimals), Printable(name));
}

std::string_view NetworksText(std::string_view unit) {
  const size_t slash = unit.find('/');
  if (slash == std::string_view::npos) {
    return "";
  }
  return unit.substr(slash + 1) == ClassName(NetworkClass::kTest) ? " on test networks"
                                                                  : " on main networks";
}

std::string SumJson(Amount sum, std::string_view unit, const Asset* asset) {
  Amount atomic = sum;
  int decimals = kSumDecimals;
  if (unit.substr(0, unit.find('/')) == kCalls) {
    decimals = 0;
  } else if (asset != nullptr) {
    const std::optional<Amount> own = sum.Rescale(kSumDecimals, asset->decimals);
    if (own && own->Rescale(asset->decimals, kSumDecimals) == sum) {
      atomic = *own;
      decimals = asset->decimals;
    }
  }
  return json::ObjectWriter()
      .String("atomic", atomic.ToAtomic())
      .Integer("decimals", decimals)
      .String("text", SumText(sum, unit))
      .Done();
}

const Asset* AssetToShow(const LimitSpec& limit, const std::vector<Asset>& assets) {
  const Asset* only = nullptr;
  for (const Asset& asset : assets) {
    const std::string key = AssetKey(asset.network, asset.id);
    if (std::find(limit.assets.begin(), limit.assets.end(), key) == limit.assets.end()) {
      continue;
    }
    if (only != nullptr && only->decimals != asset.decimals) {
      return nullptr;
    }
    only = &asset;
  }
  return only;
}

absl::StatusOr<MoneyFlag> ParseMoneyFlag(std::string_view flag, std::string_view text) {
  const size_t space = text.find(' ');
  MoneyFlag money;
  if (space != std::string_view::npos) {
    money.number = std::string(text.substr(0, space));
    money.unit = std::string(text.substr(space + 1));
  }
  const absl::StatusOr<Amount> sum = ParseDecimal(money.number, kSumDecimals);
  if (sum.ok() && sum->IsZero()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %s lets nothing be paid; give more", flag, json::Quote(text)));
  }
  if (!sum.ok() || money.unit.empty() || money.unit.find(' ') != std::string::npos) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s: %s is not an amount with its unit, like \"0.01 USD\"", flag, json::Quote(text)));
  }
  money.sum = *sum;
  return money;
}

std::string WindowText(WindowKind window, int64_t seconds) {
  switch (window) {
    case WindowKind::kCall:
      return "a call";
    case WindowKind::kHour:
      return "an hour";
    case WindowKind::kDay:
      return "a day";
    case WindowKind::kWeek:
      return "a week";
    case WindowKind::kMonth:
      return "a month";
    case WindowKind::kRate:
    case WindowKind::kRolling:
      return absl::StrFormat("in %s", FormatDuration(seconds));
    case WindowKind::kTotal:
    case WindowKind::kUses:
      break;
  }
  return "in all";
}

std::string LimitText(const LimitSpec& limit) {
  const std::string zone =
      limit.zone.IsUtc() ? "" : absl::StrFormat(" in %s", Printable(limit.zone.name()));
  return absl::StrFormat("at most %s %s%s", SumText(limit.maximum, limit.unit),
                         WindowText(limit.window, limit.seconds), zone);
}

}  // namespace tollpass
