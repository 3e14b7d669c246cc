#include "mandates/settle.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/asset.h"
#include "core/encoding.h"
#include "core/reason.h"
#include "core/status.h"
#include "mandates/alarms.h"
#include "mandates/given_back.h"
#include "mandates/row_values.h"
#include "mandates/signed_trust.h"
#include "mandates/sql/events.h"
#include "mandates/sql/receipts.h"
#include "mandates/sql/tool_history.h"
#include "mandates/transitions.h"

namespace tollpass {
namespace {

constexpr size_t kReceiptBytes = 16 * 1024;
constexpr size_t kServerTextBytes = 1024;
constexpr size_t kTransactionBytes = 256;
constexpr std::string_view kReceiptReplayed = "receipt_replayed";

/// What was made of the receipt by which the charge `holder` has `transaction`; kConfirmed where
/// that cannot be told from what its chain source saw.
absl::StatusOr<Evidence> EvidenceOfHolder(sql::Database& database, std::string_view holder,
                                          std::string_view transaction) {
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::vector<sql::EventRow> events,
      sql::ListEvents(database, holder, EventKindName(EventKind::kConcluded)));
  std::optional<Evidence> best;
  for (const sql::EventRow& event : events) {
    TOLLPASS_ASSIGN_OR_RETURN(const EventBody body,
                              DecodeEventBody(EventKind::kConcluded, event.body));
    const sql::ChargeState& state = std::get<ChargeChanged>(body).state;
    TOLLPASS_ASSIGN_OR_RETURN(const Evidence evidence, EvidenceOf(state));
    if (state.transaction_id == transaction && evidence != Evidence::kConfirmed) {
      best = std::max(best.value_or(evidence), evidence);
    }
  }
  return best.value_or(Evidence::kConfirmed);
}

/// What a receipt is to a charge. Disputed: another server has the same transaction, and neither
/// receipt proves whose it is.
enum class Standing { kItsOwn, kDisputed, kOfAnother };

absl::StatusOr<sql::ChargeRow> Holder(sql::Database& database, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ChargeRow> row, sql::FindCharge(database, id));
  if (!row) {
    return absl::DataLossError(
        absl::StrFormat("ledger: charge %s is missing; run 'tollpass ledger verify'", id));
  }
  return *std::move(row);
}

absl::StatusOr<sql::CallRow> CallOfCharge(sql::Database& database, std::string_view charge) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::CallRow> call, sql::FindCall(database, charge));
  if (!call) {
    return absl::DataLossError(
        absl::StrFormat("ledger: charge %s has no call; run 'tollpass ledger verify'", charge));
  }
  return *std::move(call);
}

absl::Status WriteHolder(Journal& journal, const sql::ChargeRow& row, sql::ChargeState state,
                         std::vector<sql::CounterRow> added = {}) {
  if (state == row.state) {
    return absl::OkStatus();
  }
  return journal.Write({.kind = EventKind::kConcluded,
                        .subject = row.id,
                        .body = ChargeChanged{.charge = row.id,
                                              .seen_generation = row.state.generation,
                                              .seen_call_state = row.state.call_state,
                                              .state = std::move(state),
                                              .added = std::move(added)}});
}

/// Takes its transaction from a charge that named the one of another. Whoever knows a transaction
/// can name it, so its receipt proves nothing any more, and does not lower what counts.
absl::Status TakeTransaction(sql::Database& database, Journal& journal, std::string_view holder) {
  TOLLPASS_ASSIGN_OR_RETURN(const sql::ChargeRow row, Holder(database, holder));
  TOLLPASS_ASSIGN_OR_RETURN(
      const bool told_by_user,
      sql::HasEventAfter(database, holder, EventKindName(EventKind::kReconciled), 0));
  sql::ChargeState state = row.state;
  state.transaction_id.clear();
  AddAlarm(state, kReceiptReplayed);
  if (state.evidence != EvidenceName(Evidence::kConfirmed)) {
    state.evidence = EvidenceName(Evidence::kNone);
    if (state.money == MoneyName(MoneyState::kSettled) && !told_by_user) {
      state.money = MoneyName(MoneyState::kUnknown);
    }
  }
  std::vector<sql::CounterRow> added;
  if (!state.lowered.IsZero() && state.money != MoneyName(MoneyState::kReleased)) {
    TOLLPASS_ASSIGN_OR_RETURN(const sql::CallRow call, CallOfCharge(database, holder));
    TOLLPASS_ASSIGN_OR_RETURN(added, WhatWasLowered(database, call, row));
    state.lowered = Amount();
  }
  return WriteHolder(journal, row, std::move(state), std::move(added));
}

/// Tells of it at the charge that has the transaction, which keeps all else.
absl::Status Dispute(sql::Database& database, Journal& journal, std::string_view holder) {
  TOLLPASS_ASSIGN_OR_RETURN(const sql::ChargeRow row, Holder(database, holder));
  sql::ChargeState state = row.state;
  AddAlarm(state, kReceiptReplayed);
  return WriteHolder(journal, row, std::move(state));
}

/// What a receipt is to the charge of `call`, whose transaction the charge `holder` has. Only a
/// signature shows whose it is: payer and network are as public as the transaction.
absl::StatusOr<Standing> TakeFrom(sql::Database& database, Journal& journal,
                                  std::string_view holder, const std::string& transaction,
                                  const Judgement& judgement, const sql::CallRow& call,
                                  const sql::ChargeState& state) {
  if (!judgement.alarm.empty() || judgement.evidence < Evidence::kMatched ||
      !state.transaction_id.empty()) {
    return Standing::kOfAnother;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const Evidence held, EvidenceOfHolder(database, holder, transaction));
  if (judgement.evidence >= Evidence::kSigned) {
    if (judgement.evidence <= held) {
      return Standing::kOfAnother;
    }
    TOLLPASS_RETURN_IF_ERROR(TakeTransaction(database, journal, holder));
    return Standing::kItsOwn;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const sql::CallRow other, CallOfCharge(database, holder));
  if (held > Evidence::kMatched || other.server_id == call.server_id) {
    return Standing::kOfAnother;
  }
  TOLLPASS_RETURN_IF_ERROR(Dispute(database, journal, holder));
  return Standing::kDisputed;
}

/// Stores what a receipt says. One transaction stands for one charge: a second charge that names it
/// has proved nothing, unless its receipt is signed.
absl::StatusOr<Standing> TakeReceipt(sql::Database& database, Journal& journal,
                                     const Conclusion& conclusion, std::string_view charge,
                                     sql::ChargeState& state) {
  const Receipt& receipt = *conclusion.receipt;
  if (!receipt.verbatim.empty()) {
    state.receipt = receipt.verbatim.size() <= kReceiptBytes
                        ? receipt.verbatim
                        : Printable(receipt.verbatim, kReceiptBytes);
  }
  if (!receipt.success || receipt.transaction.empty()) {
    return Standing::kItsOwn;
  }
  if (receipt.transaction.size() > kTransactionBytes) {
    AddAlarm(state, "transaction_malformed");
    return Standing::kOfAnother;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const sql::CallRow call, CallOfCharge(database, charge));
  // Network and payer are ours: those of the receipt could be varied to look new.
  const std::string transaction = CanonicalId(call.network, receipt.transaction);
  TOLLPASS_ASSIGN_OR_RETURN(
      const std::optional<sql::ReceiptUse> use,
      sql::FindReceiptUse(database, {call.network, call.payer, transaction, ""}));
  if (use && use->charge != charge) {
    TOLLPASS_ASSIGN_OR_RETURN(
        const Standing standing,
        TakeFrom(database, journal, use->charge, transaction, conclusion.judgement, call, state));
    if (standing != Standing::kItsOwn) {
      AddAlarm(state, kReceiptReplayed);
      return standing;
    }
  }
  if (!state.transaction_id.empty() && state.transaction_id != transaction) {
    AddAlarm(state, "transaction_changed");
    return Standing::kItsOwn;
  }
  state.transaction_id = transaction;
  return Standing::kItsOwn;
}

/// What the charge was signed for, and whatever else the first challenge offered.
absl::StatusOr<std::vector<OfferNote>> FirstOffers(sql::Database& database,
                                                   const sql::ChargeRow& row) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> event,
                            sql::FindEvent(database, row.sequence));
  if (!event) {
    return absl::DataLossError(
        absl::StrFormat("ledger: event %d is missing; run 'tollpass ledger verify'", row.sequence));
  }
  TOLLPASS_ASSIGN_OR_RETURN(EventBody body, DecodeEventBody(EventKind::kCharged, event->body));
  const Charged& charged = std::get<Charged>(body);
  std::vector<OfferNote> offers = charged.offers;
  OfferNote& paid = offers.emplace_back();
  paid.scheme = charged.call.scheme;
  paid.network = charged.call.network;
  paid.asset = charged.call.asset_id;
  paid.amount = charged.call.amount.ToAtomic();
  paid.payee = charged.call.payee;
  return offers;
}

bool SamePayee(const OfferNote& a, const OfferNote& b) {
  return a.network == b.network &&
         CanonicalId(a.network, a.payee) == CanonicalId(b.network, b.payee);
}

bool SameOffer(const OfferNote& a, const OfferNote& b) {
  return SamePayee(a, b) && a.scheme == b.scheme && a.amount == b.amount &&
         CanonicalId(a.network, a.asset) == CanonicalId(b.network, b.asset);
}

/// Keeps what a server asked for when it had the proof already; an alarm where that is not what it
/// had asked for before.
absl::Status TakeSecondChallenge(sql::Database& database, const sql::ChargeRow& row,
                                 const std::vector<OfferNote>& asked, sql::ChargeState& state) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<OfferNote> first, FirstOffers(database, row));
  const auto all_known = [&](const auto& same) {
    return std::ranges::all_of(asked, [&](const OfferNote& offer) {
      return std::ranges::any_of(first, [&](const OfferNote& known) { return same(offer, known); });
    });
  };
  if (!all_known(SamePayee)) {
    AddAlarm(state, ReasonCode(Reason::kPayeeChanged));
  } else if (!all_known(SameOffer)) {
    AddAlarm(state, ReasonCode(Reason::kSecondChallenge));
  }
  state.asked_again = OffersText(asked);
  return absl::OkStatus();
}

absl::Status RaiseEvidence(const Judgement& judgement, sql::ChargeState& state) {
  AddAlarm(state, judgement.alarm);
  TOLLPASS_ASSIGN_OR_RETURN(const Evidence before, EvidenceOf(state));
  state.evidence = EvidenceName(std::max(before, judgement.evidence));
  return absl::OkStatus();
}

absl::Status Move(const Conclusion& conclusion, MoneyState told, sql::ChargeState& state) {
  TOLLPASS_ASSIGN_OR_RETURN(const MoneyState money, MoneyOf(state));
  state.money = MoneyName(MoneyAfter(money, told));
  if (money == MoneyState::kReleased && told == MoneyState::kSettled) {
    AddAlarm(state, "settled_after_release");
  }
  // Whoever adopted the call since then says how it ends.
  if (conclusion.generation == state.generation) {
    TOLLPASS_ASSIGN_OR_RETURN(const CallState call, CallOf(state));
    state.call_state = CallName(CallAfter(call, conclusion.call));
  }
  return absl::OkStatus();
}

absl::StatusOr<sql::ChargeState> StateAfter(sql::Database& database, Journal& journal,
                                            const sql::ChargeRow& row,
                                            const Conclusion& conclusion) {
  sql::ChargeState state = row.state;
  Standing standing = Standing::kItsOwn;
  if (conclusion.receipt) {
    TOLLPASS_ASSIGN_OR_RETURN(standing, TakeReceipt(database, journal, conclusion, row.id, state));
  }
  if (standing == Standing::kItsOwn) {
    TOLLPASS_RETURN_IF_ERROR(RaiseEvidence(conclusion.judgement, state));
  }
  const bool untold = conclusion.money == MoneyState::kSettled && standing == Standing::kOfAnother;
  TOLLPASS_RETURN_IF_ERROR(
      Move(conclusion, untold ? MoneyState::kUnknown : conclusion.money, state));
  if (!conclusion.server_text.empty()) {
    state.server_text = Printable(conclusion.server_text, kServerTextBytes);
  }
  if (!conclusion.asked_again.empty()) {
    TOLLPASS_RETURN_IF_ERROR(TakeSecondChallenge(database, row, conclusion.asked_again, state));
  }
  return state;
}

/// What a receipt for less than was signed settles, where it was taken to be about the charge.
std::optional<Amount> LowerSum(const Conclusion& conclusion, const sql::ChargeState& state,
                               const sql::CallRow& call) {
  const std::string named = conclusion.receipt ? conclusion.receipt->transaction : "";
  const bool its_own = named.empty() || state.transaction_id == CanonicalId(call.network, named);
  const bool good = conclusion.receipt && conclusion.receipt->success && its_own &&
                    conclusion.judgement.alarm.empty() &&
                    conclusion.judgement.evidence >= Evidence::kMatched &&
                    state.money == MoneyName(MoneyState::kSettled);
  const std::optional<Amount> settled =
      good ? Amount::FromAtomic(conclusion.receipt->amount) : std::nullopt;
  const std::optional<Amount> counted = call.amount.Minus(state.lowered);
  return settled && counted && *settled < *counted ? settled : std::nullopt;
}

/// Where the user trusts the server's receipts, by the policy of today and by what was signed, a
/// lower one lowers what counts: what is to be taken out, and `state` with it.
absl::StatusOr<std::vector<sql::CounterRow>> Lower(sql::Database& database, const Journal& journal,
                                                   const Authority& authority,
                                                   const Conclusion& conclusion,
                                                   const sql::ChargeRow& row,
                                                   sql::ChargeState& state) {
  std::vector<sql::CounterRow> none;
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::CallRow> call,
                            sql::FindCall(database, row.id));
  const std::optional<Amount> settled = call && Holds(conclusion.trusted_receipts, call->server_id)
                                            ? LowerSum(conclusion, state, *call)
                                            : std::nullopt;
  if (!settled) {
    return none;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const SignedTrust trust,
                            ReadSignedTrust(database, authority, journal.epoch(), call->mandate));
  if (!Holds(trust.trust, kTrustReceipts)) {
    return none;
  }
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<sql::CounterRow> beyond,
                            WhatCountsBeyond(database, *call, row, *settled));
  state.lowered = call->amount.Minus(*settled).value_or(Amount());
  return beyond;
}

/// True if it counts as undelivered, and brought something after all.
absl::StatusOr<bool> IsLate(sql::Database& database, const sql::ChargeRow& row,
                            const Conclusion& conclusion) {
  if (!conclusion.delivered || conclusion.call != CallState::kOpen) {
    return false;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::CallRow> call,
                            sql::FindCall(database, row.id));
  return call ? sql::IsUndelivered(database, call->server_id, call->tool, row.id) : false;
}

}  // namespace

absl::StatusOr<bool> WriteConclusion(sql::Database& database, Journal& journal,
                                     const Authority& authority, const Conclusion& conclusion) {
  if (conclusion.money == MoneyState::kReleased || conclusion.money == MoneyState::kPresumedSpent) {
    return absl::InvalidArgumentError(
        absl::StrFormat("no report makes money '%s'", MoneyName(conclusion.money)));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> row,
                            sql::FindCharge(database, conclusion.charge_id));
  if (!row) {
    return absl::NotFoundError(absl::StrFormat("there is no charge %s", conclusion.charge_id));
  }
  TOLLPASS_ASSIGN_OR_RETURN(sql::ChargeState state,
                            StateAfter(database, journal, *row, conclusion));
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<sql::CounterRow> given_back,
                            Lower(database, journal, authority, conclusion, *row, state));
  TOLLPASS_ASSIGN_OR_RETURN(const bool late, IsLate(database, *row, conclusion));
  if (state == row->state && !late) {
    return false;
  }
  const bool empty = conclusion.call == CallState::kAnswered && !conclusion.delivered;
  TOLLPASS_RETURN_IF_ERROR(
      journal.Write({.kind = EventKind::kConcluded,
                     .subject = row->id,
                     .body = ChargeChanged{.charge = row->id,
                                           .seen_generation = row->state.generation,
                                           .seen_call_state = row->state.call_state,
                                           .state = std::move(state),
                                           .empty = empty,
                                           .no_fault = conclusion.no_fault,
                                           .late = late,
                                           .given_back = std::move(given_back)}}));
  return true;
}

}  // namespace tollpass
