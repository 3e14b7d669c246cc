#include "mandates/sql/schema.h"

#include <string_view>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/fields.h"

// The format of ledger.db.
//
//   file      SQLite 3; application_id = 0x544F4C4C ("TOLL"), user_version = number of the last
//             migration, journal_mode = WAL. Beside it ledger.key: 32 random bytes.
//   time      INTEGER, unix seconds; names ending in _ms: unix milliseconds; 0: never
//   amount    BLOB, 16 bytes, unsigned, most significant first; atomic units of the asset, in
//             counters at 18 decimals
//   text      TEXT, UTF-8; '' where there is nothing (no column is ever NULL)
//   event     (sequence, time, kind, subject, body, hash); the kinds and bodies stand in
//             mandates/event.h, the chain of hashes in mandates/chain.h
//   the rest  follows from the events: replaying them in order gives every other row
//             (`tollpass ledger verify`)
//
// A migration that has been released is never edited: what changes is a new one.

namespace tollpass::sql {
namespace {

constexpr std::string_view kEventsAndMeta = R"sql(
CREATE TABLE events (
  sequence INTEGER PRIMARY KEY,
  time INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT NOT NULL,
  hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT;
CREATE INDEX events_by_subject ON events (subject, kind);
CREATE TRIGGER events_are_not_changed BEFORE UPDATE ON events
  BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_are_not_deleted BEFORE DELETE ON events
  BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;

CREATE TABLE meta (
  one INTEGER PRIMARY KEY DEFAULT 1 CHECK (one = 1),
  ledger_id TEXT NOT NULL,
  approval_key BLOB NOT NULL CHECK (length(approval_key) = 32),
  epoch INTEGER NOT NULL,
  created INTEGER NOT NULL,
  paused_at INTEGER NOT NULL,
  head_sequence INTEGER NOT NULL,
  head_hash BLOB NOT NULL
) STRICT;
)sql";

constexpr std::string_view kCallsAndCharges = R"sql(
CREATE TABLE calls (
  sequence INTEGER PRIMARY KEY REFERENCES events,
  time INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  called_at_ms INTEGER NOT NULL,
  call_key TEXT NOT NULL,
  server_id TEXT NOT NULL,
  server_name TEXT NOT NULL,
  principal TEXT NOT NULL,
  method TEXT NOT NULL,
  tool TEXT NOT NULL,
  resource_url TEXT NOT NULL,
  dialect TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('pay', 'ask', 'deny')),
  reason TEXT NOT NULL,
  section TEXT NOT NULL,
  section_digest TEXT NOT NULL,
  mandate TEXT NOT NULL,
  approval TEXT NOT NULL,
  max_validity INTEGER NOT NULL,
  server_text TEXT NOT NULL,
  scheme TEXT NOT NULL,
  network TEXT NOT NULL,
  asset_symbol TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  asset_decimals INTEGER NOT NULL,
  asset_domain_name TEXT NOT NULL,
  asset_domain_version TEXT NOT NULL,
  amount BLOB NOT NULL CHECK (length(amount) = 16),
  tied BLOB NOT NULL CHECK (length(tied) = 16),
  payee TEXT NOT NULL,
  payer TEXT NOT NULL,
  parties TEXT NOT NULL,
  timeout_seconds INTEGER NOT NULL,
  binding TEXT NOT NULL,
  offer TEXT NOT NULL
) STRICT;
-- An approval is used once, whatever its own row says.
CREATE UNIQUE INDEX calls_by_used_approval ON calls (approval)
  WHERE verdict = 'pay' AND approval <> '';

CREATE TABLE charges (
  sequence INTEGER PRIMARY KEY REFERENCES calls,
  id TEXT NOT NULL UNIQUE,
  call_key TEXT NOT NULL,
  signed_at INTEGER NOT NULL,
  one_time TEXT NOT NULL,
  dead_after INTEGER NOT NULL,
  payment_id TEXT NOT NULL,
  dialect TEXT NOT NULL,
  payload TEXT NOT NULL,
  offer TEXT NOT NULL,
  resource TEXT NOT NULL,
  extensions TEXT NOT NULL,
  money TEXT NOT NULL CHECK (money IN ('held', 'settled', 'refused', 'unknown', 'released')),
  call_state TEXT NOT NULL CHECK (call_state IN ('live', 'answered', 'open')),
  generation INTEGER NOT NULL,
  called_at_ms INTEGER NOT NULL,
  owner_boot_id TEXT NOT NULL,
  owner_pid_namespace INTEGER NOT NULL,
  owner_pid INTEGER NOT NULL,
  owner_start_time INTEGER NOT NULL,
  evidence TEXT NOT NULL
    CHECK (evidence IN ('none', 'claimed', 'matched', 'signed', 'confirmed')),
  transaction_id TEXT NOT NULL,
  receipt TEXT NOT NULL,
  alarm TEXT NOT NULL,
  server_text TEXT NOT NULL,
  replaced_by TEXT NOT NULL
) STRICT;
CREATE INDEX charges_unanswered ON charges (call_key, sequence)
  WHERE call_state <> 'answered' AND replaced_by = '' AND money <> 'released';
CREATE INDEX charges_live ON charges (sequence) WHERE call_state = 'live';

CREATE TABLE receipts_used (
  network TEXT NOT NULL,
  payer TEXT NOT NULL,
  transaction_id TEXT NOT NULL,
  charge TEXT NOT NULL REFERENCES charges (id),
  PRIMARY KEY (network, payer, transaction_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE counters (
  counter TEXT NOT NULL,
  unit TEXT NOT NULL,
  window TEXT NOT NULL,
  seconds INTEGER NOT NULL,
  bucket INTEGER NOT NULL,
  sum BLOB NOT NULL CHECK (length(sum) = 16),
  PRIMARY KEY (counter, unit, window, seconds, bucket)
) STRICT, WITHOUT ROWID;

CREATE TABLE scheme_states (
  key TEXT NOT NULL PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;
)sql";

constexpr std::string_view kAuthority = R"sql(
CREATE TABLE mandates (
  id TEXT NOT NULL PRIMARY KEY,
  server_id TEXT NOT NULL,
  not_after INTEGER NOT NULL,
  order_bytes BLOB NOT NULL,
  signature BLOB NOT NULL,
  allowed_at INTEGER NOT NULL,
  revoked_at INTEGER NOT NULL,
  used INTEGER NOT NULL
) STRICT;
CREATE INDEX mandates_by_server ON mandates (server_id, not_after) WHERE revoked_at = 0;
CREATE INDEX mandates_revoked ON mandates (server_id, revoked_at) WHERE revoked_at <> 0;

CREATE TABLE approvals (
  id TEXT NOT NULL PRIMARY KEY,
  binding TEXT NOT NULL,
  call_key TEXT NOT NULL,
  server_id TEXT NOT NULL,
  server_name TEXT NOT NULL,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  payer TEXT NOT NULL,
  scheme TEXT NOT NULL,
  network TEXT NOT NULL,
  asset_symbol TEXT NOT NULL,
  asset_network TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  asset_decimals INTEGER NOT NULL,
  asset_domain_name TEXT NOT NULL,
  asset_domain_version TEXT NOT NULL,
  payee TEXT NOT NULL,
  amount BLOB NOT NULL CHECK (length(amount) = 16),
  reason TEXT NOT NULL,
  also TEXT NOT NULL,
  section TEXT NOT NULL,
  section_digest TEXT NOT NULL,
  asked_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'granted', 'denied', 'used')),
  expires_at INTEGER NOT NULL,
  ceiling BLOB NOT NULL CHECK (length(ceiling) = 16),
  order_bytes BLOB NOT NULL,
  signature BLOB NOT NULL
) STRICT;
CREATE INDEX approvals_pending ON approvals (binding, expires_at) WHERE state = 'pending';
CREATE INDEX approvals_answered ON approvals (call_key, expires_at)
  WHERE state IN ('granted', 'denied');

CREATE TABLE pins (
  server_id TEXT NOT NULL,
  network TEXT NOT NULL,
  payee TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (server_id, network)
) STRICT, WITHOUT ROWID;

CREATE TABLE orders_used (
  nonce TEXT NOT NULL PRIMARY KEY,
  sequence INTEGER NOT NULL REFERENCES events
) STRICT, WITHOUT ROWID;
)sql";

// Format 2 has the tables of format 1, and the event `ledger_accepted`: a program that does not
// know it must not pay from such a ledger.
constexpr std::string_view kLedgerAccepted;

// Format 3 remembers what single tools did. What happened before counts too: the tables are filled
// as replaying the events fills them.
constexpr std::string_view kToolHistory = R"sql(
CREATE TABLE tool_prices (
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  network TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  amount BLOB NOT NULL CHECK (length(amount) = 16),
  PRIMARY KEY (server_id, tool, network, asset_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE refused_prices (
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  network TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  amount BLOB NOT NULL CHECK (length(amount) = 16),
  time INTEGER NOT NULL,
  PRIMARY KEY (server_id, tool, network, asset_id, amount)
) STRICT, WITHOUT ROWID;
CREATE INDEX refused_prices_by_time ON refused_prices (server_id, tool, time);
CREATE TABLE undelivered (
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  charge TEXT NOT NULL REFERENCES charges (id),
  PRIMARY KEY (server_id, tool, charge)
) STRICT, WITHOUT ROWID;
CREATE TABLE tool_pins (
  server_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  definition TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (server_id, tool)
) STRICT, WITHOUT ROWID;
ALTER TABLE approvals ADD COLUMN tool_definition TEXT NOT NULL DEFAULT '';

-- Of a group, SQLite takes the other columns from the row with the maximum.
INSERT INTO tool_prices
  SELECT server_id, tool, network, asset_id, amount FROM
    (SELECT server_id, tool, network, asset_id, amount, MAX(sequence) FROM calls
     WHERE verdict = 'pay' GROUP BY server_id, tool, network, asset_id);
INSERT INTO refused_prices
  SELECT server_id, tool, network, asset_id, amount, time FROM
    (SELECT server_id, tool, network, asset_id, amount, time, MAX(sequence) FROM calls
     WHERE verdict = 'deny' AND scheme <> '' AND reason IN ('over_per_call', 'over_hour',
       'over_day', 'over_week', 'over_month', 'over_total', 'over_rolling')
     GROUP BY server_id, tool, network, asset_id, amount);
WITH ended AS MATERIALIZED (
  SELECT e.sequence, c.server_id, c.tool, c.id AS charge,
    json_extract(e.body, '$.state.call_state') AS state
  FROM events e JOIN calls c ON c.id = e.subject
  WHERE e.kind IN ('concluded', 'recovered')
    AND json_extract(e.body, '$.state.call_state') <> json_extract(e.body, '$.seen_call_state'))
INSERT INTO undelivered
  SELECT DISTINCT o.server_id, o.tool, o.charge FROM ended o LEFT JOIN
    (SELECT server_id, tool, MAX(sequence) AS sequence FROM ended WHERE state = 'answered'
     GROUP BY server_id, tool) a ON a.server_id = o.server_id AND a.tool = o.tool
  WHERE o.state = 'open' AND o.sequence > COALESCE(a.sequence, 0);
)sql";

// Format 4 counts what is asked for over all that was ever paid, so that no answer takes longer the
// longer the log is.
constexpr std::string_view kPayeesPaid = R"sql(
CREATE TABLE payees_paid (
  server_id TEXT NOT NULL,
  network TEXT NOT NULL,
  payee TEXT NOT NULL,
  payments INTEGER NOT NULL,
  PRIMARY KEY (server_id, network, payee)
) STRICT, WITHOUT ROWID;
CREATE INDEX charges_alarmed ON charges (sequence) WHERE alarm <> '';
CREATE INDEX approvals_waiting ON approvals (expires_at) WHERE state = 'pending';
CREATE INDEX approvals_unused ON approvals (expires_at) WHERE state = 'granted';
INSERT INTO payees_paid
  SELECT c.server_id, c.network, c.payee, sum(h.money <> 'released')
  FROM charges h JOIN calls c ON c.id = h.id GROUP BY c.server_id, c.network, c.payee;
)sql";

// Format 5 keeps what a server asks for when it has a proof, and what a question about a tool
// tells.
constexpr std::string_view kAskedAgain = R"sql(
ALTER TABLE charges ADD COLUMN asked_again TEXT NOT NULL DEFAULT '';
ALTER TABLE approvals ADD COLUMN tool_text TEXT NOT NULL DEFAULT '';
)sql";

// Format 6 tells what evidence gave back, and what clocks are measured by.
constexpr std::string_view kEvidence = R"sql(
ALTER TABLE meta ADD COLUMN clock_boot TEXT NOT NULL DEFAULT '';
ALTER TABLE meta ADD COLUMN clock_offset_ms INTEGER NOT NULL DEFAULT 0;
ALTER TABLE charges ADD COLUMN lowered BLOB NOT NULL
  DEFAULT x'00000000000000000000000000000000' CHECK (length(lowered) = 16);
CREATE INDEX charges_unsettled ON charges (dead_after)
  WHERE call_state <> 'live' AND money IN ('refused', 'unknown');
)sql";

// Format 7 counts the uses of a mandate as they are charged: what was given back is none, and test
// networks and main networks share one number. A question that is asked again is an event, too,
// which has no row of `approvals`. What trusted servers refused is found without the rest.
constexpr std::string_view kUses = R"sql(
WITH paid AS MATERIALIZED
  (SELECT c.mandate AS id, sum(h.money <> 'released') AS uses
   FROM charges h JOIN calls c ON c.id = h.id WHERE c.mandate <> '' GROUP BY c.mandate)
UPDATE mandates SET used = (SELECT uses FROM paid WHERE paid.id = mandates.id)
  WHERE id IN (SELECT id FROM paid);
CREATE INDEX charges_refused ON charges (dead_after)
  WHERE call_state <> 'live' AND money = 'refused' AND generation = 0;
)sql";

/// SQLite cannot add the blobs.
absl::Status JoinUses(Database& database) {
  static const auto& kSql = *new std::string(SelectSql<CounterRow>(
      "counters", "WHERE window = 'uses' AND unit <> 'calls' ORDER BY counter, unit"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.PrepareOnce(kSql));
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<CounterRow> rows, ReadRows<CounterRow>(select));
  for (CounterRow& row : rows) {
    row.unit = kUnitOfUses;
    TOLLPASS_RETURN_IF_ERROR(AddToCounter(database, row));
  }
  return database.Execute("DELETE FROM counters WHERE window = 'uses' AND unit <> 'calls'");
}

/// What leads from one format to the next.
struct Migration {
  std::string sql;
  absl::Status (*then)(Database& database) = nullptr;
};

/// Element i leads from format i to format i + 1.
std::vector<Migration> Migrations() {
  return {{absl::StrFormat("PRAGMA application_id = %d;%s%s%s", kApplicationId, kEventsAndMeta,
                           kCallsAndCharges, kAuthority)},
          {std::string(kLedgerAccepted)},
          {std::string(kToolHistory)},
          {std::string(kPayeesPaid)},
          {std::string(kAskedAgain)},
          {std::string(kEvidence)},
          {std::string(kUses), &JoinUses}};
}

absl::StatusOr<int64_t> ReadPragma(Database& database, std::string_view sql) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement pragma, database.Prepare(sql));
  TOLLPASS_RETURN_IF_ERROR(pragma.Step().status());
  int64_t value = 0;
  pragma.Read(value);
  return value;
}

/// FailedPrecondition: a newer program wrote it.
absl::Status CheckKnown(const Database& database, int64_t format) {
  return format <= kFormat
             ? absl::OkStatus()
             : absl::FailedPreconditionError(absl::StrFormat(
                   "%s has format %d and this program knows %d: use the newer Tollpass that wrote "
                   "it",
                   database.Path(), format, kFormat));
}

}  // namespace

absl::Status Migrate(Database& database) {
  const std::vector<Migration> migrations = Migrations();
  TOLLPASS_ASSIGN_OR_RETURN(Transaction transaction, Transaction::BeginImmediate(database));
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t format, ReadPragma(database, "PRAGMA user_version"));
  // Looked at again: while the lock was waited for, a newer program may have migrated.
  TOLLPASS_RETURN_IF_ERROR(CheckKnown(database, format));
  for (auto next = static_cast<size_t>(format); next < migrations.size(); ++next) {
    TOLLPASS_RETURN_IF_ERROR(database.Execute(migrations[next].sql));
    if (migrations[next].then != nullptr) {
      TOLLPASS_RETURN_IF_ERROR(migrations[next].then(database));
    }
  }
  TOLLPASS_RETURN_IF_ERROR(database.Execute(absl::StrFormat("PRAGMA user_version = %d", kFormat)));
  return transaction.Commit();
}

absl::StatusOr<int64_t> ReadFormat(Database& database) {
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t application,
                            ReadPragma(database, "PRAGMA application_id"));
  if (application != kApplicationId) {
    return absl::DataLossError(absl::StrFormat(
        "%s is no ledger of Tollpass; put your copy of the ledger back", database.Path()));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t format, ReadPragma(database, "PRAGMA user_version"));
  TOLLPASS_RETURN_IF_ERROR(CheckKnown(database, format));
  return format;
}

std::vector<TableKey> DerivedTables() {
  return {{"meta", {"one"}},
          {"calls", {"sequence"}},
          {"charges", {"sequence"}},
          {"receipts_used", {"network", "payer", "transaction_id"}},
          {"counters", {"counter", "unit", "window", "seconds", "bucket"}},
          {"scheme_states", {"key"}},
          {"mandates", {"id"}},
          {"approvals", {"id"}},
          {"pins", {"server_id", "network"}},
          {"payees_paid", {"server_id", "network", "payee"}},
          {"tool_pins", {"server_id", "tool"}},
          {"tool_prices", {"server_id", "tool", "network", "asset_id"}},
          {"refused_prices", {"server_id", "tool", "network", "asset_id", "amount"}},
          {"undelivered", {"server_id", "tool", "charge"}},
          {"orders_used", {"nonce"}}};
}

TableKey SchemaTable() { return {"sqlite_schema", {"type", "name"}}; }

absl::Status DropChargeLookups(Database& database) {
  std::string drops;
  {
    TOLLPASS_ASSIGN_OR_RETURN(
        Statement select,
        database.PrepareOnce("SELECT 'DROP INDEX ' || name || ';' FROM sqlite_schema WHERE type ="
                             " 'index' AND tbl_name = 'charges' AND sql LIKE 'CREATE INDEX %'"));
    while (true) {
      TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Step());
      if (!found) break;
      std::string drop;
      select.Read(drop);
      drops += drop;
    }
  }
  return database.Execute(drops);
}

}  // namespace tollpass::sql
