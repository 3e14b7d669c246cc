#include "home/give_order.h"

#include "core/status.h"
#include "home/open_home.h"
#include "mandates/codec.h"
#include "wallet/keys/key_folder.h"

namespace tollpass {

Order NewOrder(OrderKind kind, std::string_view ledger_id, std::string_view subject,
               const Clock& clock, Random& random) {
  Order order;
  order.kind = kind;
  order.ledger_id = std::string(ledger_id);
  order.subject = std::string(subject);
  order.issued_at = clock.UnixMillis() / 1000;
  order.nonce = RandomId(random, "", 32);
  return order;
}

absl::StatusOr<ApprovalKey> OpenApprovalKey(const Home& home, const AskPassphrase& ask) {
  const absl::StatusOr<StoredKey> stored = StoredApprovalKey(home.KeysPath());
  if (!stored.ok()) {
    return Unusable(stored.status());
  }
  if (stored->header.storage == KeyStorage::kHot) {
    return ApprovalKey::Open(home.KeysPath());
  }
  TOLLPASS_ASSIGN_OR_RETURN(const LockedBytes passphrase, ask("the approval key"));
  return ApprovalKey::Open(home.KeysPath(), &passphrase);
}

absl::Status GiveOrder(Kernel& kernel, const Home& home, const Order& order,
                       const AskPassphrase& ask) {
  if (!Widens(order.kind)) {
    return kernel.Resolve(order, "");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const ApprovalKey key, OpenApprovalKey(home, ask));
  return GiveSignedOrder(kernel, order, key);
}

absl::Status GiveSignedOrder(Kernel& kernel, const Order& order, const ApprovalKey& key) {
  return kernel.Resolve(order, key.Sign(OrderBytes(order)));
}

}  // namespace tollpass
