#include "mandates/recovery.h"

#include <utility>
#include <vector>

#include "core/status.h"
#include "mandates/row_values.h"
#include "mandates/transitions.h"

namespace tollpass {
namespace {

absl::StatusOr<std::vector<sql::ChargeRow>> FindOrphans(sql::Database& database,
                                                        const os::Processes& processes) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<sql::ChargeRow> charges, sql::ListLive(database));
  std::erase_if(charges, [&processes](const sql::ChargeRow& row) {
    return processes.IsAlive(OwnerOf(row.state));
  });
  return charges;
}

}  // namespace

absl::StatusOr<bool> HasOrphans(sql::Database& database, const os::Processes& processes) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ChargeRow> orphans,
                            FindOrphans(database, processes));
  return !orphans.empty();
}

absl::StatusOr<int64_t> WriteRecovery(sql::Database& database, Journal& journal,
                                      const os::Processes& processes) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ChargeRow> orphans,
                            FindOrphans(database, processes));
  for (const sql::ChargeRow& row : orphans) {
    sql::ChargeState state = row.state;
    TOLLPASS_ASSIGN_OR_RETURN(const MoneyState money, MoneyOf(state));
    state.money = MoneyName(MoneyAfter(money, MoneyState::kUnknown));
    state.call_state = CallName(CallState::kOpen);
    TOLLPASS_RETURN_IF_ERROR(
        journal.Write({.kind = EventKind::kRecovered,
                       .subject = row.id,
                       .body = ChargeChanged{.charge = row.id,
                                             .seen_generation = row.state.generation,
                                             .seen_call_state = row.state.call_state,
                                             .state = std::move(state),
                                             .no_fault = true}}));
  }
  return static_cast<int64_t>(orphans.size());
}

}  // namespace tollpass
