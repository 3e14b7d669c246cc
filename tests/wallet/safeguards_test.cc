#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/kernel_home.h"

/// What a tool did before, from the kernel down to the ledger.
namespace tollpass {
namespace {

std::string PolicyText(const std::string& top, const std::string& server = "") {
  return "version = 1\n" + top + std::string(kFiveADay.substr(kFiveADay.find('\n') + 1)) + server;
}

Report Lost(const Decision& paid) {
  Report report;
  report.charge_id = paid.charge_id;
  report.generation = paid.generation;
  report.outcome = Report::Outcome::kLost;
  return report;
}

TEST(Observe, PaysNothingAndLogsWhatWouldHaveBeenPaid) {
  KernelHome home;
  const std::string mandate = home.Allow();
  home.WritePolicy(PolicyText("observe = true\n"));
  const auto kernel = home.Start();
  const Decision decision = kernel->Authorize(home.Request("{}"));
  EXPECT_EQ(decision.kind, DecisionKind::kDecline);
  EXPECT_EQ(decision.reason, Reason::kObserved);
  EXPECT_EQ(decision.proof.payload, "");
  ASSERT_EQ(home.Log().size(), 1U);
  const LogRow row = home.Log().front();
  EXPECT_EQ(row.reason, "observed");
  EXPECT_EQ(row.verdict, VerdictKind::kDeny);
  EXPECT_EQ(row.money, std::nullopt);
  EXPECT_EQ(row.amount, Amount(10'000));
  EXPECT_EQ(row.mandate, mandate);
  EXPECT_EQ(home.Charges(), 0U);
  EXPECT_EQ(home.SpentToday(), "0");
}

TEST(Observe, AsksNobodyAndTellsWhatWouldHaveBeenAskedOrDeclined) {
  KernelHome home;
  home.WritePolicy(PolicyText("observe = true\n"));
  const auto kernel = home.Start();
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).reason, Reason::kNoMandate);
  EXPECT_EQ(kernel->Authorize(home.Request("{}", "30000")).reason, Reason::kOverPerCall);
  for (const LogRow& row : home.Log()) EXPECT_EQ(row.verdict, VerdictKind::kDeny) << row.reason;
}

TEST(Observe, SendsNoProofAgain) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  const Decision paid = kernel->Authorize(home.Request("{}"));
  ASSERT_EQ(paid.kind, DecisionKind::kPay);
  ASSERT_TRUE(kernel->Conclude(Lost(paid)).ok());
  home.WritePolicy(PolicyText("observe = true\n"));
  const Decision again = kernel->Authorize(home.Request("{}"));
  EXPECT_EQ(again.kind, DecisionKind::kDecline);
  EXPECT_TRUE(again.left_before);
  home.WritePolicy(kFiveADay);
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kRepeat);
}

TEST(Breaker, OpensAfterThreePaidCallsWithoutDeliveryAndIsClosedByTheUser) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  for (const char* arguments : {"1", "2", "3"}) {
    const Decision paid = kernel->Authorize(home.Request(arguments));
    ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
    ASSERT_TRUE(kernel->Conclude(Lost(paid)).ok());
  }
  const Decision stopped = kernel->Authorize(home.Request("4"));
  EXPECT_EQ(stopped.kind, DecisionKind::kDecline);
  EXPECT_EQ(stopped.reason, Reason::kBreakerOpen);
  EXPECT_EQ(home.Charges(), 3U);
  // What was signed may still be sent again: nothing more is at stake.
  EXPECT_EQ(kernel->Authorize(home.Request("3")).kind, DecisionKind::kRepeat);
  Order close;
  close.kind = OrderKind::kCloseBreaker;
  close.subject = IdentityOf("/usr/bin/shop");
  close.body = "search";
  EXPECT_FALSE(home.GiveUnsigned(close).ok());
  ASSERT_TRUE(home.Give(close).ok());
  EXPECT_EQ(kernel->Authorize(home.Request("4")).kind, DecisionKind::kPay);
}

TEST(Breaker, IsNotReachedWhileTheToolDelivers) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  for (const char* arguments : {"1", "2", "3", "4", "5"}) {
    const Decision paid = kernel->Authorize(home.Request(arguments));
    ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
    Report report = Lost(paid);
    if (std::string(arguments) == "3") {
      report.outcome = Report::Outcome::kDelivered;
      report.answered = true;
    }
    ASSERT_TRUE(kernel->Conclude(report).ok());
  }
}

// A server that tries to find out where the limit lies learns it to no more than a factor.
TEST(RefusedPrices, EndABisectionOfTheLimit) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  int64_t low = 10'000;
  int64_t high = 1'000'000;  // the limit is 20,000
  int refused = 0;
  Reason reason = Reason::kInBounds;
  for (int i = 0; i < 20 && reason != Reason::kPriceProbing; ++i) {
    const int64_t price = (low + high) / 2;
    const Decision decision =
        kernel->Authorize(home.Request(std::to_string(i), std::to_string(price)));
    reason = decision.reason;
    refused += reason == Reason::kOverPerCall ? 1 : 0;
    (decision.kind == DecisionKind::kPay ? low : high) = price;
  }
  EXPECT_EQ(reason, Reason::kPriceProbing);
  EXPECT_EQ(refused, 5);
  EXPECT_EQ(kernel->Authorize(home.Request("cheap", "1")).reason, Reason::kPriceProbing);
  home.clock().Pass(3600);
  EXPECT_EQ(kernel->Authorize(home.Request("cheap", "1")).kind, DecisionKind::kPay);
}

TEST(PriceDrift, AsksAboutAPriceThatRoseAndTakesTheApprovedOneAsTheNewMeasure) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  ASSERT_EQ(kernel->Authorize(home.Request("1", "10000")).kind, DecisionKind::kPay);
  const Decision asked = kernel->Authorize(home.Request("2", "16000"));
  ASSERT_EQ(asked.kind, DecisionKind::kAsk);
  EXPECT_EQ(asked.reason, Reason::kPriceDrift);
  ASSERT_TRUE(home.Approve(asked.approval_id).ok());
  ASSERT_EQ(kernel->Authorize(home.Request("2", "16000")).kind, DecisionKind::kPay);
  EXPECT_EQ(kernel->Authorize(home.Request("3", "17000")).kind, DecisionKind::kPay);
}

AuthorizeRequest Defined(KernelHome& home, const std::string& arguments, char digit) {
  AuthorizeRequest request = home.Request(arguments);
  request.call.tool_definition = std::string(64, digit);
  return request;
}

TEST(ToolPin, AToolThatIsSaidToDoOtherThingsAsksAndAYesPinsIt) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  ASSERT_EQ(kernel->Authorize(Defined(home, "1", 'a')).kind, DecisionKind::kPay);
  ASSERT_EQ(kernel->Authorize(Defined(home, "2", 'a')).kind, DecisionKind::kPay);
  const Decision asked = kernel->Authorize(Defined(home, "3", 'b'));
  ASSERT_EQ(asked.kind, DecisionKind::kAsk);
  EXPECT_EQ(asked.reason, Reason::kToolChanged);
  // The same question again, and another one for yet another change.
  EXPECT_EQ(kernel->Authorize(Defined(home, "3", 'b')).approval_id, asked.approval_id);
  EXPECT_NE(kernel->Authorize(Defined(home, "3", 'c')).approval_id, asked.approval_id);
  ASSERT_TRUE(home.Approve(asked.approval_id).ok());
  EXPECT_EQ(kernel->Authorize(Defined(home, "3", 'b')).kind, DecisionKind::kPay);
  EXPECT_EQ(kernel->Authorize(Defined(home, "4", 'b')).kind, DecisionKind::kPay);
  EXPECT_EQ(kernel->Authorize(Defined(home, "5", 'a')).reason, Reason::kToolChanged);
}

}  // namespace
}  // namespace tollpass
