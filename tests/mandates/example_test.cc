#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "mandates/event.h"
#include "mandates/ledger.h"
#include "mandates/sql/database.h"
#include "mandates/sql/events.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

constexpr uint64_t kCentAt18Decimals = 10'000'000'000'000'000;

/// A call is paid, its answer is lost, the host repeats it, and the repeat is answered.
void PlayTheExample(LedgerHome& home) {
  const auto ledger = home.Open();
  Limit limit = TotalLimit(kCentAt18Decimals, kCentAt18Decimals * 100);
  limit.counter = "budget.all";
  const OpenCharge first = Pay(*ledger, Payable(TestCall(), {limit}));
  ASSERT_TRUE(ledger->Settle(Concluded(first, MoneyState::kUnknown, CallState::kOpen)).ok());
  const OpenCharge again = Begin(*ledger, home.clock(), TestCall())->CommitAdoption().value();
  Conclusion answered = Concluded(again, MoneyState::kSettled, CallState::kAnswered);
  answered.receipt = Receipt();
  answered.receipt->success = true;
  answered.receipt->transaction = "0xaa";
  answered.judgement.evidence = Evidence::kMatched;
  ASSERT_TRUE(ledger->Settle(answered).ok());
}

std::string Says(const Charged& body) {
  return absl::StrFormat(
      "`call.amount` %s, `charge.money` %s, `charge.call_state` %s, `counts` %s in `%s`",
      body.call.amount.ToAtomic(), body.charge.state.money, body.charge.state.call_state,
      body.counts.at(0).sum.ToAtomic(), body.counts.at(0).counter);
}

std::string Says(const ChargeChanged& body) {
  const sql::ChargeState& state = body.state;
  std::string text =
      absl::StrFormat("seen generation %d, %s; `state`: %s, %s", body.seen_generation,
                      body.seen_call_state, state.money, state.call_state);
  if (state.generation > 0) absl::StrAppendFormat(&text, ", generation %d", state.generation);
  if (!state.transaction_id.empty()) {
    absl::StrAppendFormat(&text, ", evidence %s, transaction %s", state.evidence,
                          state.transaction_id);
  }
  return text;
}

/// The line of the document for an event.
std::string LineOf(const sql::EventRow& row) {
  const EventBody body = DecodeEventBody(*EventKindFromName(row.kind), row.body).value();
  std::string says = "`ledger_id`, `approval_key`";
  if (const auto* charged = std::get_if<Charged>(&body)) says = Says(*charged);
  if (const auto* changed = std::get_if<ChargeChanged>(&body)) says = Says(*changed);
  return absl::StrFormat("| %d | `%s` | %s |\n", row.sequence, row.kind, says);
}

/// The line of the document for the one row of a table: its columns as SQL shows them.
std::string LineOf(sql::Database& database, const std::string& table,
                   const std::vector<std::string>& columns) {
  std::string list;
  for (const std::string& column : columns) list += (list.empty() ? "" : ", ") + column;
  sql::Statement row =
      database.PrepareOnce(absl::StrFormat("SELECT %s FROM %s", list, table)).value();
  EXPECT_TRUE(row.Step().value()) << table;
  std::string says;
  for (int i = 0; i < row.columns(); ++i) {
    std::string value = row.QuotedColumn(i);
    if (value.starts_with('\'')) value = value.substr(1, value.size() - 2);
    absl::StrAppendFormat(&says, "%s%s %s", says.empty() ? "" : ", ", row.ColumnName(i), value);
  }
  EXPECT_FALSE(row.Step().value()) << table << " has more rows than one";
  return absl::StrFormat("| `%s` | %s |\n", table, says);
}

TEST(LedgerDocument, ItsExampleIsWhatTheLedgerWrites) {
  std::ifstream file(std::string(TOLLPASS_TEST_DATA) + "/../../docs/ledger.md");
  const std::string document(std::istreambuf_iterator<char>(file), {});
  LedgerHome home;
  PlayTheExample(home);
  auto database =
      sql::Database::Open(home.home().LedgerPath(), sql::Database::Mode::kReadOnly).value();
  int events = 0;
  ASSERT_TRUE(sql::VisitEvents(database, [&](const sql::EventRow& row) {
                ++events;
                EXPECT_NE(document.find(LineOf(row)), std::string::npos) << LineOf(row);
                return absl::OkStatus();
              }).ok());
  EXPECT_EQ(events, 5);
  for (const std::string& line :
       {LineOf(database, "calls", {"sequence", "verdict", "amount"}),
        LineOf(database, "charges",
               {"sequence", "money", "call_state", "generation", "evidence", "transaction_id"}),
        LineOf(database, "counters", {"counter", "window", "sum"}),
        LineOf(database, "receipts_used", {"network", "transaction_id"}),
        LineOf(database, "payees_paid", {"network", "payments"})}) {
    EXPECT_NE(document.find(line), std::string::npos) << line;
  }
}

}  // namespace
}  // namespace tollpass
