#include "mandates/mandate_standing.h"

#include "core/status.h"
#include "mandates/event.h"
#include "mandates/sql/events.h"
#include "mandates/sql/mandates.h"

namespace tollpass {

absl::StatusOr<MandateStanding> ReadMandateStanding(sql::Database& database,
                                                    std::string_view mandate, int64_t void_until) {
  TOLLPASS_ASSIGN_OR_RETURN(const bool by_row, sql::IsMarkedRevoked(database, mandate));
  TOLLPASS_ASSIGN_OR_RETURN(
      const bool by_event,
      sql::HasEventAfter(database, mandate, EventKindName(EventKind::kRevoked), 0));
  TOLLPASS_ASSIGN_OR_RETURN(
      const bool allowed,
      sql::HasEventAfter(database, mandate, EventKindName(EventKind::kAllowed), void_until));
  return MandateStanding{.revoked = by_row || by_event, .ended = !allowed};
}

}  // namespace tollpass
