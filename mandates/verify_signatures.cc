#include "mandates/verify_signatures.h"

#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "mandates/read_facts.h"
#include "mandates/sql/mandates.h"
#include "mandates/verified_mandate.h"

namespace tollpass {

absl::Status VerifySignatures(sql::Database& database, const Authority& authority,
                              FaultList& faults) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::SignedMandate> mandates,
                            sql::ListMandates(database));
  for (const sql::SignedMandate& row : mandates) {
    if (const absl::Status status = VerifiedMandate(database, row, authority).status();
        !status.ok()) {
      faults.Add(
          absl::StrFormat("mandate %s: %s", Printable(row.id), std::string(status.message())));
    }
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ApprovalRow> grants, sql::ListGrants(database));
  for (const sql::ApprovalRow& row : grants) {
    if (const absl::Status status = VerifyGrant(row, authority); !status.ok()) {
      faults.Add(
          absl::StrFormat("approval %s: %s", Printable(row.id), std::string(status.message())));
    }
  }
  return absl::OkStatus();
}

}  // namespace tollpass
