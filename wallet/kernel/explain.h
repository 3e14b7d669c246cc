#ifndef TOLLPASS_WALLET_KERNEL_EXPLAIN_H_
#define TOLLPASS_WALLET_KERNEL_EXPLAIN_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/call.h"
#include "core/terms.h"
#include "core/verdict.h"
#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// A verdict with the limits that it rests on.
struct ExplainedVerdict {
  Verdict verdict;
  std::vector<LimitNote> limits;  // those a payment would count in; or the one that has no room
};

/// What the rules and mandates say at `now` (unix seconds) to a payment of `terms` for `call` that
/// nobody asked for. Charges nothing and writes nothing; keys are not looked at. Fails only where
/// the ledger cannot be read.
absl::StatusOr<ExplainedVerdict> ExplainPayment(const Policy& policy, LedgerReader& reader,
                                                const Call& call, const Terms& terms, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_EXPLAIN_H_
