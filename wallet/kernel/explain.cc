#include "wallet/kernel/explain.h"

#include <utility>

#include "core/status.h"
#include "wallet/kernel/judge_offers.h"

namespace tollpass {

absl::StatusOr<ExplainedVerdict> ExplainPayment(const Policy& policy, LedgerReader& reader,
                                                const Call& call, const Terms& terms, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(Facts facts, reader.FactsFor(call, now));
  TOLLPASS_ASSIGN_OR_RETURN(WeighedVerdict weighed,
                            DecideWithinLimits(policy, call, terms, std::move(facts), now,
                                               [&](const std::vector<Limit>& limits) {
                                                 return reader.FirstFull(limits);
                                               }));
  const std::vector<Limit> limits =
      weighed.full ? std::vector<Limit>{*weighed.full} : weighed.verdict.limits;
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Amount> used, reader.Used(limits));
  ExplainedVerdict explained{std::move(weighed.verdict), {}};
  for (size_t i = 0; i < limits.size(); ++i) {
    explained.limits.push_back(NoteOf(limits[i], used[i]));
  }
  return explained;
}

}  // namespace tollpass
