#include "mandates/epoch.h"

#include <optional>
#include <variant>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/event.h"
#include "mandates/sql/events.h"
#include "mandates/sql/meta.h"

namespace tollpass {
namespace {

absl::StatusOr<Acceptance> ReadAcceptance(const sql::EventRow& event, const Authority& authority) {
  const absl::StatusOr<EventBody> body = DecodeEventBody(EventKind::kLedgerAccepted, event.body);
  TOLLPASS_RETURN_IF_ERROR(body.status());
  const Ordered* ordered = std::get_if<Ordered>(&*body);
  if (ordered == nullptr ||
      !authority.seen->Verify(ordered->order, ordered->signature, authority.approval_key)) {
    return absl::PermissionDeniedError("it was not signed by the approval key");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(ordered->order));
  if (order.kind != OrderKind::kAcceptLedger || order.ledger_id != authority.ledger_id) {
    return absl::PermissionDeniedError("it was signed for another purpose or ledger");
  }
  return DecodeAcceptance(order.body);
}

absl::Status CheckPlace(sql::Database& database, const Acceptance& acceptance,
                        const sql::EventRow& event, int64_t epoch_before) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> before,
                            sql::FindEvent(database, event.sequence - 1));
  if (!before || acceptance.events != before->sequence || acceptance.head != before->hash.bytes ||
      acceptance.epoch <= epoch_before) {
    return absl::PermissionDeniedError("it was signed for another place");
  }
  return absl::OkStatus();
}

absl::StatusOr<Acceptance> VerifiedAcceptance(sql::Database& database, const sql::EventRow& event,
                                              const Authority& authority, int64_t epoch_before) {
  TOLLPASS_ASSIGN_OR_RETURN(Acceptance acceptance, ReadAcceptance(event, authority));
  TOLLPASS_RETURN_IF_ERROR(CheckPlace(database, acceptance, event, epoch_before));
  return acceptance;
}

}  // namespace

absl::StatusOr<Epoch> ReadEpoch(sql::Database& database, const Authority& authority) {
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::vector<sql::EventRow> events,
      sql::ListEvents(database, "", EventKindName(EventKind::kLedgerAccepted)));
  Epoch epoch;
  for (const sql::EventRow& event : events) {
    const absl::StatusOr<Acceptance> acceptance =
        VerifiedAcceptance(database, event, authority, epoch.number);
    if (!acceptance.ok()) {
      return absl::DataLossError(
          absl::StrFormat("ledger: event %d, by which it was accepted, does not hold: %s; put a "
                          "copy that holds in place",
                          event.sequence, std::string(acceptance.status().message())));
    }
    epoch.number = acceptance->epoch;
    epoch.began_at = event.time;
    if (acceptance->lost) {
      epoch.void_until = event.sequence;
    }
  }
  // An index could leave the last of them out.
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  if (meta.epoch != epoch.number) {
    return absl::DataLossError(
        absl::StrFormat("ledger: it is of epoch %d, and the events by which it was accepted are of "
                        "%d; put a copy that holds in place",
                        meta.epoch, epoch.number));
  }
  return epoch;
}

}  // namespace tollpass
