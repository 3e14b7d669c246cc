#include "policy/policy.h"

namespace tollpass {
namespace {

/// True if `a` is the better offer; equal ones keep the server's order.
bool IsBetter(const Policy& policy, const JudgedOffer& a, const JudgedOffer& b) {
  if (a.verdict.kind != b.verdict.kind) return a.verdict.kind < b.verdict.kind;
  // One that could be read tells the user more than one that could not.
  if (a.terms.has_value() != b.terms.has_value()) return a.terms.has_value();
  if (!a.terms) return false;
  const size_t rank_a = policy.Preference(a.terms->asset);
  const size_t rank_b = policy.Preference(b.terms->asset);
  if (rank_a != rank_b) return rank_a < rank_b;
  const bool same_asset =
      a.terms->asset.network == b.terms->asset.network && a.terms->asset.id == b.terms->asset.id;
  return same_asset && a.terms->charge < b.terms->charge;
}

}  // namespace

size_t ChooseOffer(const Policy& policy, const std::vector<JudgedOffer>& offers) {
  size_t best = 0;
  for (size_t i = 1; i < offers.size(); ++i) {
    if (IsBetter(policy, offers[i], offers[best])) best = i;
  }
  return best;
}

}  // namespace tollpass
