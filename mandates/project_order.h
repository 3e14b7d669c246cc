#ifndef TOLLPASS_MANDATES_PROJECT_ORDER_H_
#define TOLLPASS_MANDATES_PROJECT_ORDER_H_

#include <cstdint>

#include "absl/status/status.h"
#include "mandates/event.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// The part of Project (projection.h) that is about orders. Whether they may be carried out was
/// decided before.
absl::Status ProjectOrder(sql::Database& database, int64_t sequence, int64_t time,
                          const Ordered& body);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_PROJECT_ORDER_H_
