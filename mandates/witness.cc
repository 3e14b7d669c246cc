#include "mandates/witness.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/ascii.h"
#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "mandates/alarms.h"
#include "mandates/event.h"
#include "mandates/given_back.h"
#include "mandates/row_values.h"
#include "mandates/signed_trust.h"
#include "mandates/sql/events.h"

namespace tollpass {
namespace {

// More than that many dead refusals of a server are given back by the next call.
constexpr int64_t kMostRefusals = 256;
// By how much a clock may be ahead that is believed, and a bit: no chain is asked whether the proof
// is dead.
constexpr int64_t kMarginSeconds = 6 * 60;
constexpr int kReceiptDepth = 32;
constexpr std::array<std::string_view, 4> kHints = {"already", "nonce", "pending", "duplicate"};

struct Charge {
  sql::CallRow call;
  sql::ChargeRow row;
};

absl::StatusOr<Charge> FindEnded(sql::Database& database, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::ChargeRow> row, sql::FindCharge(database, id));
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::CallRow> call, sql::FindCall(database, id));
  if (!row || !call) {
    return absl::NotFoundError(absl::StrFormat("there is no charge %s", Printable(id)));
  }
  if (row->state.call_state == CallName(CallState::kLive)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the call of charge %s is still running", row->id));
  }
  return Charge{*std::move(call), *std::move(row)};
}

/// True if another charge has the same one-time value: what was seen of it tells of one of them,
/// and not of which.
absl::StatusOr<bool> SharesOneTime(sql::Database& database, const sql::ChargeRow& row) {
  if (!row.state.replaced_by.empty()) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> later,
                              sql::FindCharge(database, row.state.replaced_by));
    return later && later->one_time == row.one_time;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> event,
                            sql::FindEvent(database, row.sequence));
  if (!event) {
    return absl::DataLossError(
        absl::StrFormat("ledger: event %d is missing; run 'tollpass ledger verify'", row.sequence));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const EventBody body,
                            DecodeEventBody(EventKind::kCharged, event->body));
  const std::string& replaced = std::get<Charged>(body).replaces;
  if (replaced.empty()) {
    return false;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> elder,
                            sql::FindCharge(database, replaced));
  return elder && elder->one_time == row.one_time;
}

absl::Status Write(Journal& journal, const sql::ChargeRow& row, sql::ChargeState state,
                   std::vector<sql::CounterRow> given_back, const ChainSighting& sighting) {
  if (state == row.state) {
    return absl::OkStatus();
  }
  return journal.Write({.kind = EventKind::kWitnessed,
                        .subject = row.id,
                        .body = ChargeChanged{.charge = row.id,
                                              .seen_generation = row.state.generation,
                                              .seen_call_state = row.state.call_state,
                                              .state = std::move(state),
                                              .given_back = std::move(given_back),
                                              .sighting = sighting}});
}

/// `is_signed`: the user signed the source for this charge. The word of another changes no money:
/// what is settled is not looked up again, and a file may say anything.
absl::StatusOr<Witnessed> Confirm(sql::Database& database, Journal& journal, const Charge& charge,
                                  const ChainSighting& sighting, bool is_signed) {
  TOLLPASS_ASSIGN_OR_RETURN(const bool shares, SharesOneTime(database, charge.row));
  if (shares) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "charge %s was replaced by, or replaced, one with the same one-time value, and one of the "
        "two settled: which one cannot be told",
        charge.row.id));
  }
  sql::ChargeState state = charge.row.state;
  if (is_signed) {
    state.evidence = EvidenceName(Evidence::kConfirmed);
  }
  if (state.money == MoneyName(MoneyState::kReleased)) {
    AddAlarm(state, "settled_after_release");
  } else if (!is_signed && state.money != MoneyName(MoneyState::kSettled)) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "it settled, says %s, and no mandate that you signed for charge %s names that source; say "
        "so yourself with: tollpass reconcile %s --settled",
        Printable(sighting.source), charge.row.id, charge.row.id));
  } else {
    state.money = MoneyName(MoneyState::kSettled);
  }
  TOLLPASS_RETURN_IF_ERROR(Write(journal, charge.row, std::move(state), {}, sighting));
  return Witnessed::kSettled;
}

/// OK if the sighting shows that the charge did not settle and never can.
absl::Status CheckDead(const sql::ChargeRow& row, const ChainSighting& sighting) {
  if (row.state.evidence == EvidenceName(Evidence::kConfirmed)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the chain confirmed before that charge %s was paid", row.id));
  }
  if (row.dead_after == 0) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the proof of charge %s never dies by itself", row.id));
  }
  if (sighting.block_time < row.dead_after) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "the newest final block is of %s, and charge %s can be settled until %s; ask again later",
        FormatTime(sighting.block_time), row.id, FormatTime(row.dead_after)));
  }
  return absl::OkStatus();
}

absl::Status WriteRelease(sql::Database& database, Journal& journal, const Charge& charge,
                          const ChainSighting& sighting) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<sql::CounterRow> counts,
                            WhatStillCounts(database, charge.call, charge.row));
  sql::ChargeState state = charge.row.state;
  if (state.money == MoneyName(MoneyState::kSettled) && !state.receipt.empty()) {
    AddAlarm(state, "receipt_untrue");
  }
  state.money = MoneyName(MoneyState::kReleased);
  return Write(journal, charge.row, std::move(state), std::move(counts), sighting);
}

/// True if nothing that came with the refusal hints that the money may have moved all the same.
/// Source: x402's error codes nonce_already_used, settlement_pending and duplicate_settlement.
bool IsPlain(const sql::ChargeState& state) {
  const std::string text = absl::AsciiStrToLower(state.server_text + " " + state.receipt);
  const bool hints = std::any_of(kHints.begin(), kHints.end(), [&](std::string_view hint) {
    return text.find(hint) != std::string::npos;
  });
  const absl::StatusOr<json::Value> receipt = json::Parse(state.receipt, kReceiptDepth);
  const std::string named =
      receipt.ok() ? json::FindString(*receipt, "transaction").value_or("") : "";
  return !hints && named.empty() && (state.receipt.empty() || receipt.ok());
}

/// OK if a refusal that ListRefused found gives the budget of the charge back. It was sent once: a
/// refusal of a repeat may mean that the first one was taken.
absl::Status CheckTrustedRefusal(sql::Database& database, const Authority& authority,
                                 const Epoch& epoch, const Charge& charge) {
  if (!IsPlain(charge.row.state)) {
    return absl::FailedPreconditionError("it hints that the money may have moved");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const SignedTrust trust,
                            ReadSignedTrust(database, authority, epoch, charge.call.mandate));
  return Holds(trust.trust, kTrustRefusals)
             ? absl::OkStatus()
             : absl::FailedPreconditionError("its mandate does not trust the server");
}

}  // namespace

absl::StatusOr<Witnessed> WriteSighting(sql::Database& database, Journal& journal,
                                        const Authority& authority, std::string_view charge_id,
                                        const ChainSighting& sighting) {
  TOLLPASS_RETURN_IF_ERROR(journal.mirror());
  TOLLPASS_RETURN_IF_ERROR(journal.clock());
  TOLLPASS_ASSIGN_OR_RETURN(const Charge charge, FindEnded(database, charge_id));
  TOLLPASS_ASSIGN_OR_RETURN(
      const SignedTrust trust,
      ReadSignedTrust(database, authority, journal.epoch(), charge.call.mandate));
  const bool is_signed = Holds(trust.chain_sources, sighting.source);
  if (sighting.used) {
    return Confirm(database, journal, charge, sighting, is_signed);
  }
  if (charge.row.state.money == MoneyName(MoneyState::kReleased)) {
    return Witnessed::kReleased;
  }
  TOLLPASS_RETURN_IF_ERROR(CheckDead(charge.row, sighting));
  if (!is_signed) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "it did not settle, says %s, and no mandate that you signed for charge %s lets that source "
        "give budget back; say so yourself with: tollpass reconcile %s --not-settled",
        Printable(sighting.source), charge.row.id, charge.row.id));
  }
  TOLLPASS_RETURN_IF_ERROR(WriteRelease(database, journal, charge, sighting));
  return Witnessed::kReleased;
}

absl::StatusOr<std::vector<std::string>> FindTrustedRefusals(
    sql::Database& database, const Authority& authority, const Epoch& epoch,
    const std::vector<std::string>& trusted_servers, int64_t now) {
  std::vector<std::string> ids;
  for (const std::string& server : trusted_servers) {
    TOLLPASS_ASSIGN_OR_RETURN(
        const std::vector<sql::ChargeRow> rows,
        sql::ListRefused(database, server, now - kMarginSeconds, kMostRefusals));
    for (const sql::ChargeRow& row : rows) {
      TOLLPASS_ASSIGN_OR_RETURN(const Charge charge, FindEnded(database, row.id));
      if (CheckTrustedRefusal(database, authority, epoch, charge).ok()) {
        ids.push_back(row.id);
      }
    }
  }
  return ids;
}

absl::StatusOr<std::vector<std::string>> WriteTrustedRefusals(
    sql::Database& database, Journal& journal, const Authority& authority,
    const std::vector<std::string>& trusted_servers) {
  TOLLPASS_RETURN_IF_ERROR(journal.mirror());
  TOLLPASS_RETURN_IF_ERROR(journal.clock());
  TOLLPASS_ASSIGN_OR_RETURN(
      std::vector<std::string> ids,
      FindTrustedRefusals(database, authority, journal.epoch(), trusted_servers, journal.now()));
  for (const std::string& id : ids) {
    TOLLPASS_ASSIGN_OR_RETURN(const Charge charge, FindEnded(database, id));
    TOLLPASS_RETURN_IF_ERROR(WriteRelease(
        database, journal, charge, {.source = std::string(kTrustedRefusal), .block_hash = {}}));
  }
  return ids;
}

}  // namespace tollpass
