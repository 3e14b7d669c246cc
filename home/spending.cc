#include "home/spending.h"

#include <utility>

#include "core/status.h"

namespace tollpass {
namespace {

/// In whose atomic units sums are shown: one of `assets`, if they all have its decimals.
std::optional<Asset> AssetToShow(const std::vector<Asset>& assets) {
  for (const Asset& asset : assets) {
    if (asset.decimals != assets.front().decimals) {
      return std::nullopt;
    }
  }
  return assets.empty() ? std::nullopt : std::optional<Asset>(assets.front());
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
  const std::optional<Asset> asset = AssetToShow(assets);
  std::vector<Spending> spending;
  for (Limit& limit : policy.LimitsOf(server.name, terms, now)) {
    if (limit.window == WindowKind::kCall) {
      continue;
    }
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Amount> used, reader.Used({limit}));
    spending.push_back({std::move(limit), used.front(), asset});
  }
  return spending;
}

}  // namespace tollpass
