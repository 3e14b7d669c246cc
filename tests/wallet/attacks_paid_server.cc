#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/wallet/attack_drivers.h"
#include "tests/wallet/attacked_home.h"

namespace tollpass {
namespace {

constexpr int64_t kProofIsDead = 3600;

int64_t PriceOf(const Json& quote) {
  return std::stoll(quote["accepts"][0]["amount"].get<std::string>());
}

/// A server that was paid for `first` asks for `again`: the first charge counts, nothing more is
/// signed, and the user sees both.
void AsksAgain(const Json& rules, const Json& first, const Json& again) {
  AttackedHome home(rules);
  home.Allow();
  const auto kernel = home.Start();
  const Decision paid = home.Pay(*kernel, home.Challenged(first));
  ASSERT_TRUE(kernel->Conclude(RefusedWith(paid, again)).ok());
  const LogRow row = home.Show(paid.charge_id);
  EXPECT_EQ(row.money, MoneyState::kRefused);
  EXPECT_EQ(row.amount.ToAtomic(), std::to_string(PriceOf(first)));
  const Json asked = Json::parse(row.asked_again);
  EXPECT_EQ(asked[0]["amount"], again["accepts"][0]["amount"]);
  EXPECT_EQ(asked[0]["payee"], again["accepts"][0]["payTo"]);
  const bool other_payee = first["accepts"][0]["payTo"] != again["accepts"][0]["payTo"];
  const bool same = first["accepts"] == again["accepts"];
  EXPECT_EQ(row.alarm, same ? "" : other_payee ? "payee_changed" : "second_challenge");
  EXPECT_EQ(home.Spent(), PriceOf(first));

  // Whatever it asks for, the same call gets the same bytes, and dead ones no successor by itself.
  const Decision repeat = kernel->Authorize(home.Challenged(again));
  EXPECT_EQ(repeat.kind, DecisionKind::kRepeat);
  EXPECT_EQ(repeat.proof, paid.proof);
  EXPECT_TRUE(repeat.was_refused);
  ASSERT_TRUE(kernel->Conclude(RefusedWith(repeat, again)).ok());
  home.clock().Pass(kProofIsDead);
  EXPECT_NE(kernel->Authorize(home.Challenged(again)).kind, DecisionKind::kPay);
  const LogRow dead = home.Show(paid.charge_id);
  EXPECT_EQ(MoneyAt(*dead.money, dead.dead_after, home.clock().seconds()),
            MoneyState::kPresumedSpent);
  EXPECT_EQ(home.Charges(), 1U);
  EXPECT_EQ(home.Spent(), PriceOf(first));
}

Json ChallengeIn(const Json& answer) { return answer["result"]["structuredContent"]; }

void SecondChallenge(const Attack& attack) {
  AsksAgain(attack.input["policy"], attack.input["quote1"],
            ChallengeIn(attack.input["after_payment"]));
}

void SecondQuote(const Attack& attack) {
  const Json& input = attack.input;
  AsksAgain(input["policy"], input["quote1"], input["quote2"]);
  AttackedHome home(input["policy"]);
  home.Allow();
  const Decision fresh = home.Start()->Authorize(home.Challenged(input["quote2"]));
  EXPECT_NE(fresh.kind, DecisionKind::kPay);
  EXPECT_EQ(home.Charges(), 0U);
}

void RefusedAfterPayment(const Attack& attack) {
  const Json quote = ChallengeIn(attack.input["after_payment"]);
  AsksAgain(PaysOnly(quote["accepts"][0]["payTo"]), quote, quote);
}

/// Calls that are paid and end so are no delivery: the breaker opens.
void ExpectBreaker(Report::Outcome outcome, bool answered) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  int paid = 0;
  Reason reason = Reason::kInBounds;
  for (int call = 0; call < 10 && reason != Reason::kBreakerOpen; ++call) {
    const Decision decision = kernel->Authorize(home.Request(std::to_string(call)));
    reason = decision.reason;
    if (decision.kind != DecisionKind::kPay) continue;
    ++paid;
    ASSERT_TRUE(kernel->Conclude(ReportOn(decision, outcome, answered)).ok());
  }
  EXPECT_EQ(reason, Reason::kBreakerOpen);
  EXPECT_EQ(paid, 3);
  EXPECT_EQ(home.Charges(), 3U);
}

void AsksForEver(const Attack&) { ExpectBreaker(Report::Outcome::kRefused, false); }
void EmptyAnswer(const Attack&) { ExpectBreaker(Report::Outcome::kLost, true); }

/// {"event": "timeout"}: the identical bytes while they can settle, afterwards the user.
void TimeOut(const Attack&) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  const Decision paid = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(paid.kind, DecisionKind::kPay);
  ASSERT_TRUE(kernel->Conclude(ReportOn(paid, Report::Outcome::kLost)).ok());
  EXPECT_EQ(home.Show(paid.charge_id).money, MoneyState::kUnknown);
  EXPECT_EQ(home.Show(paid.charge_id).call, CallState::kOpen);
  const Decision repeat = kernel->Authorize(home.Request("{}", "20000"));
  EXPECT_EQ(repeat.kind, DecisionKind::kRepeat);
  EXPECT_EQ(repeat.proof, paid.proof);
  ASSERT_TRUE(kernel->Conclude(ReportOn(repeat, Report::Outcome::kLost)).ok());
  home.clock().Pass(kProofIsDead);
  const Decision asked = kernel->Authorize(home.Request("{}"));
  EXPECT_EQ(asked.kind, DecisionKind::kAsk);
  EXPECT_EQ(asked.reason, Reason::kOutcomeUnknown);
  EXPECT_EQ(home.Charges(), 1U);
}

/// {"events": cancelled, late success}: the charge counts, the late receipt is booked.
void Cancel(const Attack&) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  const Decision paid = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(paid.kind, DecisionKind::kPay);
  ASSERT_TRUE(kernel->Conclude(ReportOn(paid, Report::Outcome::kLost)).ok());
  Report late = ReportOn(paid, Report::Outcome::kDelivered);
  late.receipt = ReceiptWith("0x" + std::string(64, 'b'));
  ASSERT_TRUE(kernel->Conclude(late).ok());
  const LogRow row = home.Show(paid.charge_id);
  EXPECT_EQ(row.money, MoneyState::kSettled);
  EXPECT_EQ(row.call, CallState::kOpen);
  EXPECT_EQ(row.transaction, late.receipt->transaction);
  EXPECT_EQ(home.SpentToday(), "10000");
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kRepeat);
}

/// {"cached_auth_for": "tool a", "request": {"name": "b"}}.
void AnotherTool(const Attack& attack) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  const auto call = [&](const std::string& tool) {
    AuthorizeRequest request = home.Request("{}");
    request.call.tool = tool;
    return request;
  };
  const std::string cached = attack.input["cached_auth_for"];
  const Decision first = kernel->Authorize(call(cached.substr(cached.find(' ') + 1)));
  ASSERT_EQ(first.kind, DecisionKind::kPay);
  ASSERT_TRUE(kernel->Conclude(ReportOn(first, Report::Outcome::kLost)).ok());
  const Decision other = kernel->Authorize(call(attack.input["request"]["name"]));
  EXPECT_EQ(other.kind, DecisionKind::kPay);
  EXPECT_NE(other.charge_id, first.charge_id);
  EXPECT_NE(other.proof.one_time, first.proof.one_time);
  EXPECT_NE(other.proof.payload, first.proof.payload);
}

/// A hash of the length that transactions have, of what an entry calls one.
std::string FullHash(const std::string& text) {
  const std::string digits = text.starts_with("0x") ? text.substr(2) : text;
  return "0x" + std::string(digits.size() < 64 ? 64 - digits.size() : 0, '0') + digits;
}

/// {"receipts": [{"call", "transaction"}]}: one transaction stands for one call.
void Receipts(const Attack& attack) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  std::vector<std::string> seen;
  for (const Json& entry : attack.input["receipts"]) {
    const Decision paid = kernel->Authorize(home.Request(entry["call"].dump()));
    ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
    Report report = ReportOn(paid, Report::Outcome::kDelivered, true);
    const std::string transaction = FullHash(entry["transaction"]);
    report.receipt = ReceiptWith(transaction);
    ASSERT_TRUE(kernel->Conclude(report).ok());
    const LogRow row = home.Show(paid.charge_id);
    const bool replayed = std::ranges::find(seen, transaction) != seen.end();
    EXPECT_EQ(row.alarm, replayed ? "receipt_replayed" : "") << entry;
    EXPECT_EQ(row.evidence, replayed ? Evidence::kNone : Evidence::kMatched) << entry;
    EXPECT_EQ(row.money, replayed ? MoneyState::kUnknown : MoneyState::kSettled) << entry;
    seen.push_back(transaction);
  }
}

/// What was signed counts, whatever `claimed` says; an alarm where that is more.
void ExpectSignedCounts(int64_t price, Receipt receipt, const std::string& alarm) {
  AttackedHome home;
  home.WritePolicy(
      PolicyOf({{"per_call", std::to_string(price)},
                {"per_day", std::to_string(price)},
                {"payees", Json::array({"0x1111111111111111111111111111111111111111"})}},
               "", R"(command = ["/usr/bin/shop"])"));
  home.Allow();
  const auto kernel = home.Start();
  const Decision paid = home.Pay(*kernel, home.Challenged(QuoteOf(price), "1"));
  Report report = ReportOn(paid, Report::Outcome::kDelivered, true);
  report.receipt = std::move(receipt);
  ASSERT_TRUE(kernel->Conclude(report).ok());
  EXPECT_EQ(home.Show(paid.charge_id).alarm, alarm);
  EXPECT_EQ(home.Spent(), price);
  EXPECT_EQ(kernel->Authorize(home.Challenged(QuoteOf(1), "2")).reason, Reason::kOverDay);
}

/// {"signed", "receipt": {"amount"}}.
void ReceiptAmount(const Attack& attack) {
  const int64_t price = std::stoll(attack.input["signed"].get<std::string>());
  const std::string claimed = attack.input["receipt"]["amount"];
  const std::string hash = FullHash("aa");
  ExpectSignedCounts(price, ReceiptWith(hash, claimed),
                     std::stoll(claimed) > price ? "amount" : "");
  ExpectSignedCounts(price, ReceiptWith(hash, std::to_string(price + 1)), "amount");
}

/// {"scheme", "signed_maximum", "receipt", "later"}: no scheme that this build has spends less than
/// it signs; one that it has not is not paid.
void VariableCharge(const Attack& attack) {
  const Json& input = attack.input;
  const int64_t most = std::stoll(input["signed_maximum"].get<std::string>());
  AttackedHome home(PaysOnly("0x1111111111111111111111111111111111111111"));
  home.Allow();
  Json quote = QuoteOf(most);
  quote["accepts"][0]["scheme"] = input["scheme"];
  const Decision decision = home.Start()->Authorize(home.Challenged(quote));
  EXPECT_NE(decision.kind, DecisionKind::kPay) << ReasonCode(decision.reason);
  EXPECT_EQ(home.Charges(), 0U);
  const Json& said = input["receipt"];
  Receipt receipt = ReceiptWith(said.value("transaction", ""), said.value("amount", ""));
  receipt.success = said.value("success", true);
  ExpectSignedCounts(most, receipt, receipt.transaction.empty() ? "transaction" : "");
}

/// {"response": …refund…, "repeat": N}: words give nothing back.
void Refund(const Attack& attack) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  const int64_t times = attack.input["repeat"];
  for (int64_t i = 0; i < times; ++i) {
    const Decision paid = kernel->Authorize(home.Request(std::to_string(i)));
    ASSERT_EQ(paid.kind, i < 5 ? DecisionKind::kPay : DecisionKind::kDecline);
    if (paid.kind != DecisionKind::kPay) continue;
    Report report = ReportOn(paid, Report::Outcome::kDelivered, true);
    report.receipt = ReceiptWith(FullHash(std::to_string(i)));
    report.receipt->verbatim = attack.input["response"].dump();
    report.server_text = attack.input["response"].dump();
    ASSERT_TRUE(kernel->Conclude(report).ok());
    ASSERT_TRUE(kernel->Conclude(report).ok()) << "told twice";
    EXPECT_EQ(home.SpentToday(), std::to_string((i + 1) * 10'000));
  }
}

/// {"concurrent": [equal calls]}: each has its own charge and proof.
void Concurrent(const Attack& attack) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  std::vector<Decision> paid;
  for (const Json& call : attack.input["concurrent"]) {
    AuthorizeRequest request = home.Request(call["arguments"].dump());
    request.call.tool = call["name"];
    paid.push_back(kernel->Authorize(request));
    ASSERT_EQ(paid.back().kind, DecisionKind::kPay);
    for (size_t i = 0; i + 1 < paid.size(); ++i) {
      EXPECT_NE(paid[i].charge_id, paid.back().charge_id);
      EXPECT_NE(paid[i].proof.one_time, paid.back().proof.one_time);
    }
  }
  EXPECT_EQ(home.Charges(), paid.size());
}

}  // namespace

AttackDrivers PaidServerAttacks() {
  return {{"second challenge", SecondChallenge},
          {"second quote", SecondQuote},
          {"refused after payment", RefusedAfterPayment},
          {"empty answer", EmptyAnswer},
          {"asks for ever", AsksForEver},
          {"time-out", TimeOut},
          {"cancel", Cancel},
          {"another tool", AnotherTool},
          {"receipts", Receipts},
          {"receipt amount", ReceiptAmount},
          {"variable charge", VariableCharge},
          {"refund", Refund},
          {"concurrent", Concurrent}};
}

}  // namespace tollpass
