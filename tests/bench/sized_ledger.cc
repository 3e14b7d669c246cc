#include "tests/bench/sized_ledger.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/process.h"
#include "core/status.h"
#include "mandates/budget.h"
#include "mandates/event.h"
#include "mandates/journal.h"
#include "mandates/open_file.h"
#include "mandates/row_values.h"
#include "mandates/sql/database.h"

namespace tollpass::bench {
namespace {

constexpr int64_t kPaymentsPerCommit = 2'000;
constexpr uint64_t kIdMask = (uint64_t{1} << 40) - 1;  // ten digits

Limit SumLimit(const std::string& counter, WindowKind window, int64_t start) {
  Limit limit;
  limit.counter = limit.section = counter;
  limit.unit = "USD/testnet";
  limit.window = window;
  limit.from = limit.bucket = start;
  limit.amount = Amount(10'000);
  limit.maximum = Amount(uint64_t{1} << 62);
  return limit;
}

Terms UsualTerms() {
  Terms terms;
  terms.scheme = "exact";
  terms.network = "eip155:84532";
  terms.asset = *AssetTable::BuiltIn().FindSymbol("USDC", terms.network);
  terms.charge = Amount(10'000);
  terms.payee = "0x209693bc6afc0c5328ba36faf03c514ef312287c";
  terms.payer = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
  terms.timeout_seconds = 300;
  terms.offer = R"({"scheme":"exact","network":"eip155:84532"})";
  return terms;
}

/// All over the index as if drawn, and never the same twice: among millions, drawn ones are.
std::string IdOf(int64_t number) {
  constexpr uint64_t kOdd = 0x9e3779b97f4a7c15;
  return absl::StrFormat("c%010x", (static_cast<uint64_t>(number) * kOdd) & kIdMask);
}

absl::Status WritePayment(Journal& journal, int64_t number, int64_t now) {
  const DecidedCall decided = UsualPayment(number, now);
  const std::string id = IdOf(number);
  const std::string key = CallKey(decided.call);
  const Proof proof = UsualProof(number, now);
  Charged charged = {.call = CallRowOf(decided, id, key),
                     .charge = ChargeRowOf(decided, proof, id, key, now, os::ThisProcess()),
                     .counts = CountsOf(decided.verdict.limits),
                     .states = {},
                     .pin = {},
                     .replaces = {}};
  ChargeChanged concluded = {.charge = id,
                             .seen_generation = 0,
                             .seen_call_state = charged.charge.state.call_state,
                             .state = charged.charge.state};
  concluded.state.money = "settled";
  concluded.state.call_state = "answered";
  TOLLPASS_RETURN_IF_ERROR(journal.Write({EventKind::kCharged, id, std::move(charged)}));
  return journal.Write({EventKind::kConcluded, id, std::move(concluded)});
}

}  // namespace

std::vector<Limit> UsualLimits(int64_t now) {
  const int64_t day = now - now % 86'400;
  return {SumLimit("all", WindowKind::kDay, day), SumLimit("server.search", WindowKind::kDay, day),
          SumLimit("mandate.m1", WindowKind::kDay, day),
          SumLimit("mandate.m1", WindowKind::kTotal, 0)};
}

DecidedCall UsualPayment(int64_t number, int64_t now) {
  DecidedCall decided;
  decided.call = {.server_id = std::string(64, '5'),
                  .principal = "anna",
                  .method = "tools/call",
                  .tool = "search",
                  .arguments = R"({"q":"call )" + std::to_string(number) + "\"}",
                  .resource_url = "mcp://tool/search"};
  decided.server_name = "search";
  decided.dialect = "x402-v2";
  decided.called_at_ms = now * 1000;
  decided.terms = UsualTerms();
  decided.verdict.kind = VerdictKind::kPay;
  decided.verdict.reason = Reason::kInBounds;
  decided.verdict.section = "server.search";
  decided.verdict.section_digest = std::string(64, 'd');
  decided.verdict.limits = UsualLimits(now);
  return decided;
}

Proof UsualProof(int64_t number, int64_t now) {
  Proof proof;
  proof.dialect = "x402-v2";
  proof.payload = R"({"signature":"0x)" + std::string(130, 'a') + R"("})";
  proof.offer = UsualTerms().offer;
  proof.resource = R"({"url":"mcp://tool/search"})";
  proof.payment_id = "pay_" + std::to_string(number);
  proof.one_time = std::string(44, '0') + std::to_string(10'000'000'000 + number);
  proof.dead_after = now + 300;
  return proof;
}

absl::Status GrowLedger(const Home& home, int64_t payments, const Clock& clock, Random& random) {
  const absl::Status made = Ledger::Create(home, std::string(32, 'k'), clock, random);
  if (!made.ok() && !absl::IsAlreadyExists(made)) return made;
  TOLLPASS_ASSIGN_OR_RETURN(const OpenedFile file, OpenLedgerFile(home));
  TOLLPASS_ASSIGN_OR_RETURN(
      sql::Database database,
      sql::Database::Open(home.LedgerPath(), sql::Database::Mode::kReadWrite));
  TOLLPASS_RETURN_IF_ERROR(database.Execute("PRAGMA cache_size=-1000000"));
  for (int64_t made_so_far = -1; made_so_far < payments;) {
    TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::Begin(database, file, clock));
    made_so_far = (journal.next_sequence() - 2) / 2;  // the first event begins the ledger
    const int64_t end = std::min(payments, made_so_far + kPaymentsPerCommit);
    for (; made_so_far < end; ++made_so_far) {
      TOLLPASS_RETURN_IF_ERROR(WritePayment(journal, made_so_far, journal.now()));
    }
    TOLLPASS_RETURN_IF_ERROR(journal.Commit());
  }
  return absl::OkStatus();
}

}  // namespace tollpass::bench
