#include "cli/give_order.h"

#include "cli/passphrases.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "wallet/kernel/local_kernel.h"

namespace tollpass {

Order NewOrder(const CommandLine& line, OrderKind kind, std::string_view ledger_id,
               std::string_view subject) {
  Order order;
  order.kind = kind;
  order.ledger_id = std::string(ledger_id);
  order.subject = std::string(subject);
  order.issued_at = NowOf(line);
  order.nonce = RandomId(line.random, "", 32);
  return order;
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
  return MakeLocalKernel(home, line.clock, line.random)
      ->Resolve(order, key.Sign(OrderBytes(order)));
}

}  // namespace tollpass
