#include "tests/cli/written_charge.h"

#include <gtest/gtest.h>

#include "core/clock.h"
#include "core/random.h"
#include "mandates/ledger.h"
#include "mandates/ledger_reader.h"

namespace tollpass {
namespace {

Home HomeOf(const Sandbox& sandbox) {
  return {sandbox.home(), sandbox.Path(".local/state/tollpass")};
}

DecidedCall Decided(const WrittenCharge& charge) {
  DecidedCall decided;
  decided.call = {.server_id = charge.server_id,
                  .principal = "anna",
                  .method = "tools/call",
                  .tool = charge.tool,
                  .arguments = charge.arguments,
                  .resource_url = "mcp://tool/echo"};
  decided.server_name = "sample";
  decided.dialect = "x402-v2";
  decided.terms.emplace();
  decided.terms->scheme = "exact";
  decided.terms->network = "eip155:84532";
  decided.terms->asset = {"USDC", "eip155:84532", "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
                          6,      "USDC",         "2"};
  decided.terms->charge = Amount(10'000);
  decided.terms->payee = "0x209693bc6afc0c5328ba36faf03c514ef312287c";
  decided.terms->payer = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";
  decided.verdict.kind = VerdictKind::kPay;
  decided.verdict.reason = Reason::kInBounds;
  decided.verdict.section = "server.sample";
  decided.verdict.mandate = charge.mandate;
  Limit total;
  total.counter = "test";
  total.unit = "USD/testnet";
  total.window = WindowKind::kTotal;
  total.amount = *Amount(10'000).Rescale(6, kSumDecimals);
  total.maximum = *Amount(1'000'000).Rescale(6, kSumDecimals);
  decided.verdict.limits = {total};
  decided.server_text = charge.server_text;
  return decided;
}

}  // namespace

std::string Write(const Sandbox& sandbox, const WrittenCharge& charge) {
  const SystemClock clock;
  SystemRandom random;
  const DecidedCall decided = Decided(charge);
  const auto ledger = Ledger::Open(HomeOf(sandbox), clock, random).value();
  auto transaction = ledger->Begin(decided.call, 0, -1).value();
  EXPECT_TRUE(transaction->Charge(decided.verdict.limits).ok());
  Proof proof;
  proof.dialect = decided.dialect;
  proof.payload = "{}";
  proof.offer = "{}";
  proof.one_time = charge.one_time.empty() ? RandomId(random, "", 64) : charge.one_time;
  proof.dead_after = charge.dead_after;
  const OpenCharge open = transaction->Commit(decided, proof, {}).value();
  transaction.reset();
  Conclusion lost;
  lost.charge_id = open.id;
  lost.money = MoneyState::kUnknown;
  lost.call = CallState::kOpen;
  lost.asked_again = charge.asked_again;
  if (!charge.settled_for.empty()) {
    lost.money = MoneyState::kSettled;
    lost.receipt = Receipt();
    lost.receipt->success = true;
    lost.receipt->amount = charge.settled_for;
    lost.judgement.evidence = Evidence::kMatched;
    lost.trusted_receipts = {charge.server_id};
  }
  EXPECT_TRUE(ledger->Settle(lost).ok());
  return open.id;
}

std::string WriteToolQuestion(const Sandbox& sandbox, const WrittenCharge& charge,
                              const std::string& definition, const std::string& text) {
  const SystemClock clock;
  SystemRandom random;
  DecidedCall decided = Decided(charge);
  decided.verdict.kind = VerdictKind::kAsk;
  decided.verdict.reason = Reason::kToolChanged;
  Approval question = ApprovalFor(decided.call, *decided.terms);
  question.server_name = decided.server_name;
  question.reason = ReasonCode(Reason::kToolChanged);
  question.tool_definition = definition;
  question.tool_text = text;
  const auto ledger = Ledger::Open(HomeOf(sandbox), clock, random).value();
  return ledger->Begin(decided.call, 0, -1).value()->CommitAsked(decided, question).value().id;
}

std::string CountedInTest(const Sandbox& sandbox) {
  Amount sum;
  const auto rows = (*LedgerReader::Open(HomeOf(sandbox)))->Counters();
  for (const CounterRow& row : rows.value()) {
    if (row.counter == "test") sum = *sum.Plus(row.sum);
  }
  return sum.ToAtomic();
}

}  // namespace tollpass
