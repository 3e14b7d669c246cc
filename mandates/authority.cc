#include "mandates/authority.h"

#include <optional>
#include <utility>

#include "core/status.h"
#include "mandates/event.h"
#include "mandates/sql/events.h"
#include "mandates/sql/meta.h"

namespace tollpass {

absl::StatusOr<Authority> ReadAuthority(sql::Database& database, const ChainKey& key) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> first, sql::FindEvent(database, 1));
  if (!first || first->kind != EventKindName(EventKind::kInitialised) ||
      EventHash(key, ChainStart(), *first) != first->hash) {
    return absl::DataLossError(
        "ledger: the first event does not hold, or ledger.key belongs to another ledger.db; put "
        "the two files of one backup in place");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const EventBody body,
                            DecodeEventBody(EventKind::kInitialised, first->body));
  const auto& initialised = std::get<Initialised>(body);
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  if (meta.ledger_id != initialised.ledger_id ||
      meta.approval_key.bytes != initialised.approval_key) {
    return absl::DataLossError(
        "ledger: table meta names another ledger or approval key than the first event; run "
        "'tollpass ledger verify'");
  }
  return Authority{initialised.ledger_id, initialised.approval_key};
}

}  // namespace tollpass
