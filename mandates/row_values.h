#ifndef TOLLPASS_MANDATES_ROW_VALUES_H_
#define TOLLPASS_MANDATES_ROW_VALUES_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/approval.h"
#include "core/os/process.h"
#include "core/proof.h"
#include "core/terms.h"
#include "core/verdict.h"
#include "mandates/ledger.h"
#include "mandates/sql/approvals.h"
#include "mandates/sql/calls.h"
#include "mandates/sql/charges.h"
#include "mandates/states.h"

/// Between the words of the other rooms and rows as they are stored. DataLoss: a row holds a name
/// or a text that no ledger writes.
namespace tollpass {

sql::CallRow CallRowOf(const DecidedCall& decided, std::string_view id, std::string_view call_key);
/// FailedPrecondition: no offer could be read.
absl::StatusOr<Terms> TermsOf(const sql::CallRow& row);

/// A new charge: held, live, generation 0.
sql::ChargeRow ChargeRowOf(const DecidedCall& decided, const Proof& proof, std::string_view id,
                           std::string_view call_key, int64_t signed_at,
                           const os::ProcessIdentity& owner);
Proof ProofOf(const sql::ChargeRow& row);

sql::OwnerFields OwnerFieldsOf(const os::ProcessIdentity& process);
os::ProcessIdentity OwnerOf(const sql::ChargeState& state);

absl::StatusOr<MoneyState> MoneyOf(const sql::ChargeState& state);
absl::StatusOr<CallState> CallOf(const sql::ChargeState& state);
absl::StatusOr<Evidence> EvidenceOf(const sql::ChargeState& state);
absl::StatusOr<VerdictKind> VerdictOf(const sql::CallRow& row);

sql::ApprovalRow ApprovalRowOf(const Approval& approval);
absl::StatusOr<Approval> ApprovalOf(const sql::ApprovalRow& row);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_ROW_VALUES_H_
