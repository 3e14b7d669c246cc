#include "cli/spending.h"

#include <string>
#include <utility>

#include "core/network.h"
#include "core/status.h"

namespace tollpass {
namespace {

/// True if sums of `unit` ("USDC/testnet") count `asset`, and no other money beside it.
bool IsUnitOf(std::string_view unit, const Asset& asset) {
  return unit == asset.symbol + "/" + std::string(ClassName(ClassOf(asset.network)));
}

/// What shows the sums of `unit` in atomic units: one of `assets`, if they all have its decimals.
std::optional<Asset> AssetOf(std::string_view unit, const std::vector<Asset>& assets) {
  std::optional<Asset> found;
  for (const Asset& asset : assets) {
    if (!IsUnitOf(unit, asset)) {
      continue;
    }
    if (found.has_value() && found->decimals != asset.decimals) {
      return std::nullopt;
    }
    found = asset;
  }
  return found;
}

}  // namespace

absl::StatusOr<std::vector<Spending>> SpendingOf(const Policy& policy, const ServerSection& server,
                                                 const std::vector<MandateRow>& mandates,
                                                 LedgerReader& reader, int64_t now) {
  std::vector<MandateTerms> terms;
  std::vector<Asset> assets;
  const auto count = [&](const MandateTerms& of) {
    assets.insert(assets.end(), of.assets.begin(), of.assets.end());
  };
  if (const absl::StatusOr<MandateTerms> allowed = policy.MandateFor(server.name); allowed.ok()) {
    count(*allowed);
  }
  for (const MandateRow& row : mandates) {
    terms.push_back(row.terms);
    count(row.terms);
  }
  std::vector<Spending> spending;
  for (Limit& limit : policy.LimitsOf(server.name, terms, now)) {
    if (limit.window == WindowKind::kCall) {
      continue;
    }
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Amount> used, reader.Used({limit}));
    std::optional<Asset> asset = AssetOf(limit.unit, assets);
    spending.push_back({std::move(limit), used.front(), std::move(asset)});
  }
  return spending;
}

}  // namespace tollpass
