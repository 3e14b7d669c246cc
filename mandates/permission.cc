#include "mandates/permission.h"

#include <optional>

#include "absl/strings/str_format.h"
#include "core/order.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/sql/approvals.h"
#include "mandates/sql/mandates.h"

namespace tollpass {

absl::StatusOr<std::string> ReadPermission(sql::Database& database, const Verdict& verdict) {
  if (!verdict.mandate.empty()) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::SignedMandate> mandate,
                              sql::FindMandate(database, verdict.mandate));
    if (mandate) {
      TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(mandate->order.bytes));
      return order.body;
    }
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> approval,
                            sql::FindApproval(database, verdict.approval));
  if (!approval || approval->order.bytes.empty()) {
    return absl::NotFoundError(absl::StrFormat("no mandate or approval permits it (\"%s\", \"%s\")",
                                               verdict.mandate, verdict.approval));
  }
  return approval->order.bytes;
}

}  // namespace tollpass
