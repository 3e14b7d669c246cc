#include "tests/bench/bare_rows.h"

#include <cstdlib>
#include <string>
#include <utility>

#include "core/os/file.h"
#include "core/os/process.h"
#include "core/status.h"
#include "mandates/budget.h"
#include "mandates/event.h"
#include "mandates/ledger.h"
#include "mandates/projection.h"
#include "mandates/row_values.h"
#include "mandates/sql/events.h"
#include "mandates/sql/meta.h"
#include "tests/bench/lane.h"
#include "tests/bench/sized_ledger.h"

namespace tollpass::bench {
namespace {

constexpr int kIdDigits = 10;

sql::Database Open(const std::string& folder, const Clock& clock, Random& random) {
  const Home home = {.path = folder, .state_path = folder + "/state"};
  if (!os::MakeFolder(folder, 0700).ok()) std::abort();
  const absl::Status made = Ledger::Create(home, std::string(32, 'k'), clock, random);
  auto database = sql::Database::Open(home.LedgerPath(), sql::Database::Mode::kReadWrite);
  if (!(made.ok() || absl::IsAlreadyExists(made)) || !database.ok()) std::abort();
  return *std::move(database);
}

Event ChargeOf(int64_t number, int64_t now, Random& random) {
  const DecidedCall decided = UsualPayment(number, now);
  const std::string id = RandomId(random, "c", kIdDigits);
  const std::string key = CallKey(decided.call);
  Charged charged;
  charged.call = CallRowOf(decided, id, key);
  charged.charge = ChargeRowOf(decided, UsualProof(number, now), id, key, now, os::ThisProcess());
  charged.counts = CountsOf(decided.verdict.limits);
  return {.kind = EventKind::kCharged, .subject = id, .body = std::move(charged)};
}

absl::Status Write(sql::Database& database, const sql::EventRow& row, const Event& event) {
  TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction transaction,
                            sql::Transaction::BeginImmediate(database));
  TOLLPASS_RETURN_IF_ERROR(sql::InsertEvent(database, row));
  TOLLPASS_RETURN_IF_ERROR(Project(database, row.sequence, row.time, event));
  TOLLPASS_RETURN_IF_ERROR(sql::SetHead(database, row.sequence, row.hash));
  return transaction.Commit();
}

}  // namespace

BareRows::BareRows(const std::string& folder)
    : database_(Open(folder, clock_, random_)),
      sequence_(sql::ReadMeta(database_).value().head_sequence) {}

int64_t BareRows::WriteOne() {
  const int64_t now = clock_.UnixMillis() / 1000;
  const Event event = ChargeOf(++sequence_, now, random_);
  sql::EventRow row;
  row.sequence = sequence_;
  row.time = now;
  row.kind = std::string(EventKindName(event.kind));
  row.subject = event.subject;
  row.body = EncodeEventBody(event.body, {});
  row.hash.bytes = std::string(32, 'h');
  const int64_t begin = NowNs();
  if (!Write(database_, row, event).ok()) std::abort();
  return NowNs() - begin;
}

}  // namespace tollpass::bench
