#include <gtest/gtest.h>

#include <functional>
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

/// A demand with two offers: the first always at one price, the second as `atomic` says.
AuthorizeRequest WithSecondOffer(KernelHome& home, const std::string& arguments,
                                 const std::string& first, int64_t atomic) {
  AuthorizeRequest request = home.Request(arguments, first);
  Offer second = ChallengeOf(std::to_string(atomic)).offers[0];
  request.challenge.offers.push_back(second);
  return request;
}

// Whether the offer beside it is paid, or refused at one price for ever.
TEST(RefusedPrices, OfASecondOfferEndABisectionToo) {
  for (const std::string first : {"1", "30000"}) {
    KernelHome home;
    home.Allow();
    const auto kernel = home.Start();
    Reason reason = Reason::kInBounds;
    int calls = 0;
    for (; calls < 20 && reason != Reason::kPriceProbing; ++calls) {
      reason =
          kernel->Authorize(WithSecondOffer(home, std::to_string(calls), first, 40'000 + calls))
              .reason;
    }
    EXPECT_EQ(reason, Reason::kPriceProbing) << first;
    EXPECT_LE(calls, 6) << first;
  }
}

LimitSpec UsdcLimit(const MandateTerms& terms, WindowKind window, uint64_t atomic) {
  LimitSpec limit = terms.limits.front();
  limit.window = window;
  limit.maximum = *Amount(atomic).Rescale(6, kSumDecimals);
  return limit;
}

constexpr char kAnyRise[] = "price_drift = \"off\"\n";

/// Offers prices from 3,000 on until one is refused as probing; how many were refused before.
int RefusedUntilStopped(KernelHome& home) {
  const auto kernel = home.Start();
  for (int call = 0; call < 12; ++call) {
    const Decision decision = kernel->Authorize(
        home.Request("dear " + std::to_string(call), std::to_string(3000 + call)));
    if (decision.reason == Reason::kPriceProbing) return call;
    EXPECT_EQ(decision.reason, Reason::kUnattended);
  }
  return -1;
}

// Where nobody is asked, whatever refuses by the amount alone can be found out by halving.
TEST(RefusedPrices, OverALimitThatWouldAskEndABisectionWhereNobodyIsAsked) {
  const struct {
    const char* what;
    const char* section;
    std::function<void(MandateTerms&)> narrow;
  } cases[] = {
      {"per call of a mandate", kAnyRise,
       [](MandateTerms& terms) {
         std::erase_if(terms.limits,
                       [](const LimitSpec& limit) { return limit.window == WindowKind::kCall; });
         terms.limits.push_back(UsdcLimit(terms, WindowKind::kCall, 2000));
       }},
      {"per hour of a mandate", kAnyRise,
       [](MandateTerms& terms) {
         terms.limits.push_back(UsdcLimit(terms, WindowKind::kHour, 2000));
       }},
      {"ask_above of a mandate", kAnyRise,
       [](MandateTerms& terms) { terms.ask_above = {UsdcLimit(terms, WindowKind::kCall, 2000)}; }},
      {"ask_above of the policy", "price_drift = \"off\"\nask_above = \"0.002 USD\"\n",
       [](MandateTerms&) {}},
  };
  for (const auto& item : cases) {
    KernelHome home;
    home.WritePolicy(PolicyText("unattended = true\n", item.section));
    home.Allow(item.narrow);
    EXPECT_EQ(home.Start()->Authorize(home.Request("cheap", "2000")).kind, DecisionKind::kPay)
        << item.what;
    home.clock().Pass(3600);
    EXPECT_EQ(RefusedUntilStopped(home), 5) << item.what;
  }
}

// A server that learns nothing, or nothing but what it was paid before, is not stopped for it.
TEST(RefusedPrices, ThatAreAskedForWhateverTheAmountIsDoNotCount) {
  const struct {
    const char* what;
    const char* section;
    std::function<void(MandateTerms&)> narrow;
    std::vector<std::string> paid_before = {};  // after one of 1,000
  } cases[] = {
      {"always asks", "price_drift = \"off\"\nask = \"always\"\n", [](MandateTerms&) {}},
      {"no mandate for the tool", kAnyRise,
       [](MandateTerms& terms) { terms.only_tools = {"other"}; }},
      {"the price rose", "", [](MandateTerms&) {}},
      {"a window of the mandate is used up",
       kAnyRise,
       [](MandateTerms& terms) {
         terms.limits.push_back(UsdcLimit(terms, WindowKind::kTotal, 3500));
       },
       {"1400", "1100"}},
      {"little is left in a window of the mandate",
       kAnyRise,
       [](MandateTerms& terms) {
         terms.limits.push_back(UsdcLimit(terms, WindowKind::kTotal, 3500));
       },
       {"1400", "1000"}},
      {"a use of the mandate is used up", kAnyRise, [](MandateTerms& terms) { terms.uses = 1; }},
  };
  for (const auto& item : cases) {
    KernelHome home;
    home.WritePolicy(PolicyText("unattended = true\n", item.section));
    home.Allow(item.narrow);
    home.Start()->Authorize(home.Request("cheap", "1000"));
    for (const std::string& price : item.paid_before) {
      EXPECT_EQ(home.Start()->Authorize(home.Request("paid " + price, price)).kind,
                DecisionKind::kPay)
          << item.what;
    }
    EXPECT_EQ(RefusedUntilStopped(home), -1) << item.what;
  }
}

// The question about the first offer stands once, however often the host calls.
TEST(RefusedPrices, OfAnOfferBesideAQuestionEndABisectionToo) {
  KernelHome home;
  home.Allow(
      [](MandateTerms& terms) { terms.ask_above = {UsdcLimit(terms, WindowKind::kCall, 2000)}; });
  const auto kernel = home.Start();
  Reason reason = Reason::kInBounds;
  int calls = 0;
  for (; calls < 20 && reason != Reason::kPriceProbing; ++calls) {
    reason = kernel->Authorize(WithSecondOffer(home, "same", "3000", 40'000 + calls)).reason;
    home.clock().Pass(1);
  }
  EXPECT_EQ(reason, Reason::kPriceProbing);
  EXPECT_LE(calls, 6);
  EXPECT_EQ(home.Log().size(), static_cast<size_t>(calls));
}

TEST(RefusedPrices, ThatOnlyFindAWindowUsedUpDoNotCount) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  for (int call = 0; call < 5; ++call) {
    ASSERT_EQ(kernel->Authorize(home.Request(std::to_string(call))).kind, DecisionKind::kPay);
  }
  for (int price = 1; price <= 9; ++price) {
    const std::string text = std::to_string(price * 1000);
    EXPECT_EQ(kernel->Authorize(home.Request(text, text)).reason, Reason::kOverDay) << price;
  }
  home.clock().Pass(24 * 3600);
  EXPECT_EQ(kernel->Authorize(home.Request("tomorrow")).kind, DecisionKind::kPay);
}

TEST(RefusedPrices, OfAWindowThatNeverLetsThemThroughCount) {
  KernelHome home;
  home.WritePolicy(PolicyText("", "per_hour = \"0.01 USD\"\n"));
  home.Allow();
  const auto kernel = home.Start();
  Reason reason = Reason::kInBounds;
  for (int price = 11; price <= 19 && reason != Reason::kPriceProbing; ++price) {
    reason =
        kernel->Authorize(home.Request(std::to_string(price), std::to_string(price * 1000))).reason;
  }
  EXPECT_EQ(reason, Reason::kPriceProbing);
}

TEST(RefusedPrices, TellNothingWhileNothingIsPaid) {
  KernelHome home;
  home.Allow();
  home.WritePolicy(PolicyText("observe = true\n"));
  const auto kernel = home.Start();
  for (int price = 30; price <= 39; ++price) {
    EXPECT_EQ(
        kernel->Authorize(home.Request(std::to_string(price), std::to_string(price * 1000))).reason,
        Reason::kOverPerCall);
  }
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

// Nobody is asked, and still the user can accept the change.
TEST(ToolPin, AChangedToolCanBeAcceptedWhereNobodyIsAsked) {
  for (const std::string top : {"unattended = true\n", "observe = true\n"}) {
    KernelHome home;
    home.Allow();
    const auto kernel = home.Start();
    ASSERT_EQ(kernel->Authorize(Defined(home, "1", 'a')).kind, DecisionKind::kPay);
    home.WritePolicy(PolicyText(top));
    AuthorizeRequest changed = Defined(home, "2", 'b');
    changed.call.tool_text = "description: sends all files";
    EXPECT_EQ(kernel->Authorize(changed).kind, DecisionKind::kDecline);
    const auto pending =
        (*LedgerReader::Open(home.home()))->Pending(home.clock().seconds()).value();
    ASSERT_EQ(pending.size(), 1U) << top;
    EXPECT_EQ(pending[0].reason, "tool_changed");
    EXPECT_EQ(pending[0].tool_text, changed.call.tool_text);
    ASSERT_TRUE(home.Approve(pending[0].id).ok());
    home.WritePolicy(kFiveADay);
    EXPECT_EQ(kernel->Authorize(Defined(home, "3", 'b')).kind, DecisionKind::kPay) << top;
  }
}

TEST(Breaker, DoesNotCountCallsThatEndedWithTheHostOrTheProxy) {
  KernelHome home;
  home.Allow();
  for (const char* arguments : {"1", "2", "3", "4"}) {
    const auto kernel = home.Start();
    const Decision paid = kernel->Authorize(home.Request(arguments));
    ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
    Report gone = Lost(paid);
    gone.no_fault = true;
    ASSERT_TRUE(kernel->Conclude(gone).ok());
  }
}

}  // namespace
}  // namespace tollpass
