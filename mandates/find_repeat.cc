#include "mandates/find_repeat.h"

#include <utility>
#include <vector>

#include "core/status.h"

namespace tollpass {

absl::StatusOr<Unanswered> FindUnansweredCharge(sql::Database& database, std::string_view call_key,
                                                int64_t called_before_ms, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<sql::ChargeRow> charges,
                            sql::FindUnanswered(database, call_key, called_before_ms));
  Unanswered found;
  for (sql::ChargeRow& charge : charges) {
    if (charge.dead_after == 0 || charge.dead_after > now) {
      found.repeatable = std::move(charge);
      return found;
    }
  }
  if (!charges.empty()) {
    found.dead = std::move(charges.front());
  }
  return found;
}

}  // namespace tollpass
