#include "cli/give_order.h"

#include "cli/passphrases.h"
#include "core/status.h"
#include "home/give_order.h"
#include "wallet/kernel/local_kernel.h"

namespace tollpass {

Order NewOrder(const CommandLine& line, OrderKind kind, std::string_view ledger_id,
               std::string_view subject) {
  return NewOrder(kind, ledger_id, subject, line.clock, line.random);
}

absl::Status GiveOrder(const CommandLine& line, const Home& home, const Order& order) {
  if (Widens(order.kind)) {
    TOLLPASS_ASSIGN_OR_RETURN(const ApprovalKey key, OpenApprovalKey(line, home));
    return GiveSignedOrder(line, home, order, key);
  }
  return MakeLocalKernel(home, line.clock, line.random)->Resolve(order, "");
}

absl::Status GiveSignedOrder(const CommandLine& line, const Home& home, const Order& order,
                             const ApprovalKey& key) {
  return GiveSignedOrder(*MakeLocalKernel(home, line.clock, line.random), order, key);
}

}  // namespace tollpass
