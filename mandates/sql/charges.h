#ifndef TOLLPASS_MANDATES_SQL_CHARGES_H_
#define TOLLPASS_MANDATES_SQL_CHARGES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/amount.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// The process that serves a call; see os::ProcessIdentity. Numbers keep their 64 bits.
struct OwnerFields {
  std::string boot_id;
  int64_t pid_namespace = 0;
  int64_t pid = 0;
  int64_t start_time = 0;

  friend bool operator==(const OwnerFields&, const OwnerFields&) = default;
};

/// What changes about a charge while it lives.
struct ChargeState {
  std::string money;       // MoneyName
  std::string call_state;  // CallName
  int64_t generation = 0;  // counts adoptions
  int64_t called_at_ms = 0;
  OwnerFields owner;
  std::string evidence;        // EvidenceName
  std::string transaction_id;  // of the receipt that was believed to be about this charge
  std::string receipt;         // the newest one, as it came
  std::string alarm;           // codes, comma between them
  std::string server_text;
  std::string replaced_by;  // the charge that a later call made in its stead
  std::string asked_again;  // what the server asked for when it had the proof; JSON, see OffersText
  Amount lowered;           // atomic units that count no more, by a receipt that the user trusts

  friend bool operator==(const ChargeState&, const ChargeState&) = default;
};

/// A charge: what a call costs, the proof that was signed for it, and what became of both. Its id
/// is that of its row in `calls`.
struct ChargeRow {
  int64_t sequence = 0;  // of the event that made it
  std::string id;
  std::string call_key;
  int64_t signed_at = 0;
  std::string one_time;
  int64_t dead_after = 0;  // 0: the proof can settle for ever
  std::string payment_id;
  std::string dialect;
  std::string payload;
  std::string offer;
  std::string resource;
  std::string extensions;
  ChargeState state;
};

template <RowOf<ChargeState> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("money", row.money);
  visit("call_state", row.call_state);
  visit("generation", row.generation);
  visit("called_at_ms", row.called_at_ms);
  visit("owner_boot_id", row.owner.boot_id);
  visit("owner_pid_namespace", row.owner.pid_namespace);
  visit("owner_pid", row.owner.pid);
  visit("owner_start_time", row.owner.start_time);
  visit("evidence", row.evidence);
  visit("transaction_id", row.transaction_id);
  visit("receipt", row.receipt);
  visit("alarm", row.alarm);
  visit("server_text", row.server_text);
  visit("replaced_by", row.replaced_by);
  visit("asked_again", row.asked_again);
  visit("lowered", row.lowered);
}

template <RowOf<ChargeRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("sequence", row.sequence);
  visit("id", row.id);
  visit("call_key", row.call_key);
  visit("signed_at", row.signed_at);
  visit("one_time", row.one_time);
  visit("dead_after", row.dead_after);
  visit("payment_id", row.payment_id);
  visit("dialect", row.dialect);
  visit("payload", row.payload);
  visit("offer", row.offer);
  visit("resource", row.resource);
  visit("extensions", row.extensions);
  ForEachField(row.state, visit);
}

absl::Status InsertCharge(Database& database, const ChargeRow& row);
absl::StatusOr<std::optional<ChargeRow>> FindCharge(Database& database, std::string_view id);
/// The state of its money alone: rows are long.
absl::StatusOr<std::optional<std::string>> FindMoney(Database& database, std::string_view id);
/// Replaces the state of a charge that is still at `generation` and `call_state`, by one
/// compare-and-set; one that becomes released counts no more in payees_paid and as a use of
/// its mandate. Aborted: it is not.
absl::Status UpdateChargeState(Database& database, std::string_view id, int64_t generation,
                               std::string_view call_state, const ChargeState& state);

/// Charges of the same call that were not answered, not replaced and not given back, newest first:
/// all open ones, and live ones whose request came at or before `called_before_ms`.
absl::StatusOr<std::vector<ChargeRow>> FindUnanswered(Database& database, std::string_view call_key,
                                                      int64_t called_before_ms);
/// Ended calls that were paid on `network` by a mandate, whose money is `refused` or `unknown` and
/// whose proof could settle until `now` or before, the latest of them first; at most `limit`, of
/// the newest 4,096 of all networks.
absl::StatusOr<std::vector<ChargeRow>> ListUnsettled(Database& database, std::string_view network,
                                                     int64_t now, int64_t limit);
/// The same of those whose first and only proof was refused by the server `server_id`.
absl::StatusOr<std::vector<ChargeRow>> ListRefused(Database& database, std::string_view server_id,
                                                   int64_t now, int64_t limit);
/// The id of the newest charge with an alarm; empty if none has one.
absl::StatusOr<std::string> FindNewestAlarm(Database& database);
/// All live charges.
absl::StatusOr<std::vector<ChargeRow>> ListLive(Database& database);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_CHARGES_H_
