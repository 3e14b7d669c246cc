#include "mandates/resolve.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/hash.h"
#include "core/status.h"
#include "mandates/accept_ledger.h"
#include "mandates/codec.h"
#include "mandates/codec_fields.h"
#include "mandates/event.h"
#include "mandates/order_checks.h"
#include "mandates/sql/orders.h"
#include "mandates/verified_mandate.h"

namespace tollpass {
namespace {

// How long an order may be on its way, and how far the clocks of two programs may be apart.
constexpr int64_t kOrderSeconds = 60 * 60;
constexpr int64_t kSkewSeconds = 5 * 60;

enum class Signer { kApprovalKey, kDelegate };

absl::StatusOr<Signer> SignerOf(sql::Database& database, const Authority& authority,
                                const Order& order, std::string_view bytes,
                                std::string_view signature) {
  if (VerifyEd25519(bytes, signature, authority.approval_key)) {
    return Signer::kApprovalKey;
  }
  if (IsSignedByDelegate(database, authority, order, bytes, signature)) {
    return Signer::kDelegate;
  }
  return absl::PermissionDeniedError(absl::StrFormat(
      "the order '%s' needs the signature of the approval key%s", OrderName(order.kind),
      order.kind == OrderKind::kAllow ? ", or of the delegate key of the mandate above it" : ""));
}

/// Whether an order is of now, and of the ledger as it was accepted last: which orders were carried
/// out before that may be forgotten. What a delegate signed may be old: its mandate is taken once,
/// and lives no longer than the one above it.
absl::Status CheckFresh(const Order& order, Signer signer, const Journal& journal) {
  const bool accepts = order.kind == OrderKind::kAcceptLedger;  // It names the row that it follows.
  const int64_t now = accepts ? journal.clock_now() : journal.now();
  const bool is_old = signer == Signer::kApprovalKey && order.issued_at < now - kOrderSeconds;
  if (order.issued_at > now + kSkewSeconds || is_old ||
      (!accepts && order.issued_at < journal.epoch().began_at)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the order was signed at %s and it is %s now; sign a new one",
                        FormatTime(order.issued_at), FormatTime(now)));
  }
  return absl::OkStatus();
}

/// Whether an order that widens comes from the user, is fresh, and is not a copy of an old one.
absl::Status CheckSigned(sql::Database& database, const Authority& authority, const Order& order,
                         std::string_view bytes, std::string_view signature,
                         const Journal& journal) {
  TOLLPASS_ASSIGN_OR_RETURN(const Signer signer,
                            SignerOf(database, authority, order, bytes, signature));
  if (!IsId(order.nonce)) {
    return absl::InvalidArgumentError("an order that is signed needs a nonce");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const bool used, sql::IsOrderNonceUsed(database, order.nonce));
  if (used) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "this order '%s' was carried out before; sign a new one", OrderName(order.kind)));
  }
  if (order.kind != OrderKind::kAcceptLedger) {
    TOLLPASS_RETURN_IF_ERROR(journal.mirror());
    TOLLPASS_RETURN_IF_ERROR(journal.clock());
  }
  if (signer == Signer::kDelegate) {
    TOLLPASS_RETURN_IF_ERROR(
        CheckDelegated(database, order, journal.epoch().void_until, journal.now()));
  }
  return CheckFresh(order, signer, journal);
}

absl::Status WriteAcceptance(sql::Database& database, Journal& journal, const OpenedFile& file,
                             const Order& order, Ordered body) {
  TOLLPASS_ASSIGN_OR_RETURN(const Acceptance acceptance, DecodeAcceptance(order.body));
  TOLLPASS_ASSIGN_OR_RETURN(body.added, CheckAcceptance(database, journal, file, acceptance));
  journal.StartEpoch(acceptance.epoch);
  return journal.Write(
      {.kind = EventKind::kLedgerAccepted, .subject = {}, .body = std::move(body)});
}

}  // namespace

absl::Status WriteOrder(sql::Database& database, Journal& journal, const OpenedFile& file,
                        const Order& order, std::string_view signature) {
  const Authority& authority = file.authority;
  if (order.ledger_id != authority.ledger_id) {
    return absl::PermissionDeniedError(absl::StrFormat("the order is for ledger %s, this is %s",
                                                       order.ledger_id, authority.ledger_id));
  }
  Ordered body = {.order = OrderBytes(order), .signature = {}, .given_back = {}};
  if (Widens(order.kind)) {
    TOLLPASS_RETURN_IF_ERROR(
        CheckSigned(database, authority, order, body.order, signature, journal));
    body.signature = signature;
  }
  // What is stored must be readable when the tables are computed again.
  TOLLPASS_RETURN_IF_ERROR(DecodeOrder(body.order).status());
  if (order.kind == OrderKind::kAcceptLedger) {
    return WriteAcceptance(database, journal, file, order, std::move(body));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const OrderEffect effect, CheckOrder(database, authority, order,
                                                                 {journal.now(), journal.epoch()}));
  body.given_back = effect.given_back;
  body.replaced_pin = effect.replaced_pin;
  body.restored_pin = effect.restored_pin;
  return journal.Write(
      {.kind = EventKindOf(order.kind), .subject = effect.subject, .body = std::move(body)});
}

}  // namespace tollpass
