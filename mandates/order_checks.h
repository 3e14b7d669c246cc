#ifndef TOLLPASS_MANDATES_ORDER_CHECKS_H_
#define TOLLPASS_MANDATES_ORDER_CHECKS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/order.h"
#include "mandates/authority.h"
#include "mandates/epoch.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// What carrying out an order means.
struct OrderEffect {
  std::string subject = {};  // what its event is about
  std::vector<sql::CounterRow> given_back = {};
  std::string replaced_pin = {};  // as in Ordered
  std::string restored_pin = {};
};

/// What an answer to a question does to the pin of its tool.
struct PinChange {
  std::string replaced = {};  // by a yes: as Ordered::replaced_pin
  std::string restored = {};  // by a no: as Ordered::restored_pin
};

/// The change by `order`, where `database` is as it was before that; nothing for other orders and
/// questions. `events`: has at least the events until then.
absl::StatusOr<PinChange> PinChangeBy(sql::Database& events, sql::Database& database,
                                      const Order& order);

/// When an order is looked at.
struct Moment {
  int64_t now = 0;  // unix seconds
  const Epoch& epoch;
};

/// Whether an order that may be given at all can be carried out. NotFound: its subject is unknown.
/// FailedPrecondition: already answered, revoked or expired, too early, or a mandate that is wider
/// than the one above it.
absl::StatusOr<OrderEffect> CheckOrder(sql::Database& database, const Authority& authority,
                                       const Order& order, const Moment& at);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_ORDER_CHECKS_H_
