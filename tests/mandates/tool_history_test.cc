#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/asset.h"
#include "mandates/over_price.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Another call of the tool each time.
Call NextCall(LedgerHome& home, std::string_view tool = "search") {
  Call call = TestCall(RandomId(home.random(), "", 8));
  call.tool = tool;
  return call;
}

Facts FactsOf(LedgerHome& home, std::string_view tool = "search") {
  return home.Read()->FactsFor(NextCall(home, tool), home.clock().seconds()).value();
}

OpenCharge PayFor(LedgerHome& home, Ledger& ledger, uint64_t price,
                  std::string_view tool = "search") {
  DecidedCall decided = Payable(NextCall(home, tool));
  decided.terms = TestTerms(price);
  return Pay(ledger, decided);
}

/// A paid call that ends so.
void PayAndEnd(LedgerHome& home, Ledger& ledger, CallState end, std::string_view tool = "search") {
  const OpenCharge charge = PayFor(home, ledger, 10'000, tool);
  ASSERT_TRUE(ledger.Settle(Concluded(charge, MoneyState::kUnknown, end)).ok());
}

RefusedPrice RefusedPriceOf(const Terms& terms) {
  return {terms.network, terms.asset.id, terms.charge};
}

void Refuse(LedgerHome& home, Ledger& ledger, uint64_t price, Reason reason = Reason::kOverPerCall,
            std::string_view tool = "search") {
  DecidedCall decided = Payable(NextCall(home, tool));
  decided.terms = TestTerms(price);
  decided.verdict.kind = VerdictKind::kDeny;
  decided.verdict.reason = reason;
  if (IsOverPrice(reason)) decided.refused = {RefusedPriceOf(*decided.terms)};
  ASSERT_TRUE(Begin(ledger, home.clock(), decided.call)->CommitDeclined(decided).ok());
}

TEST(LastPrice, IsThatOfTheNewestChargeOfTheTool) {
  LedgerHome home;
  const auto ledger = home.Open();
  EXPECT_THAT(FactsOf(home).last_prices, IsEmpty());
  PayFor(home, *ledger, 30'000);
  PayFor(home, *ledger, 20'000);
  PayFor(home, *ledger, 70'000, "other");
  const std::vector<LastPrice> prices = FactsOf(home).last_prices;
  ASSERT_THAT(prices, SizeIs(1));
  EXPECT_EQ(prices[0].asset, AssetKey("eip155:84532", TestTerms().asset.id));
  EXPECT_EQ(prices[0].amount, Amount(20'000));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Undelivered, CountsPaidCallsWithoutAnAnswerUntilOneIsAnswered) {
  LedgerHome home;
  const auto ledger = home.Open();
  PayAndEnd(home, *ledger, CallState::kOpen);
  PayAndEnd(home, *ledger, CallState::kOpen);
  EXPECT_EQ(FactsOf(home).undelivered, 2);
  PayFor(home, *ledger, 10'000);
  EXPECT_EQ(FactsOf(home).undelivered, 2) << "one that still runs has not failed";
  PayAndEnd(home, *ledger, CallState::kAnswered, "other");
  EXPECT_EQ(FactsOf(home).undelivered, 2) << "another tool";
  EXPECT_EQ(FactsOf(home, "other").undelivered, 0);
  PayAndEnd(home, *ledger, CallState::kAnswered);
  EXPECT_EQ(FactsOf(home).undelivered, 0);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Undelivered, CountsOneChargeOnceHoweverOftenItIsSentAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Call call = NextCall(home);
  OpenCharge charge = Pay(*ledger, Payable(call));
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
    charge = Begin(*ledger, home.clock(), call)->CommitAdoption().value();
  }
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  EXPECT_EQ(FactsOf(home).undelivered, 1);
  charge = Begin(*ledger, home.clock(), call)->CommitAdoption().value();
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kAnswered)).ok());
  EXPECT_EQ(FactsOf(home).undelivered, 0);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(RefusedPrices, CountDifferentOnesOverALimitForAnHour) {
  LedgerHome home;
  const auto ledger = home.Open();
  for (const uint64_t price : {50'000U, 60'000U, 50'000U, 50'000U}) Refuse(home, *ledger, price);
  EXPECT_EQ(FactsOf(home).refused_prices, 2);
  Refuse(home, *ledger, 70'000, Reason::kOverDay);
  EXPECT_EQ(FactsOf(home).refused_prices, 3);
  for (const Reason other : {Reason::kPriceProbing, Reason::kOverRate, Reason::kPayeeNotAllowed}) {
    Refuse(home, *ledger, 80'000, other);
  }
  EXPECT_EQ(FactsOf(home).refused_prices, 3) << "these tell nothing about a limit of money";
  EXPECT_EQ(FactsOf(home, "other").refused_prices, 0);
  home.clock().Pass(3599);
  Refuse(home, *ledger, 50'000);
  EXPECT_EQ(FactsOf(home).refused_prices, 3);
  home.clock().Pass(1);
  EXPECT_EQ(FactsOf(home).refused_prices, 1) << "the newest of a price counts";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

// Of whichever offers, of calls that were paid and asked about too.
TEST(RefusedPrices, AreThoseThatTheServerLearnsOf) {
  LedgerHome home;
  const auto ledger = home.Open();
  const auto with_refused = [&](DecidedCall decided, const std::vector<uint64_t>& prices) {
    for (const uint64_t price : prices) {
      decided.refused.push_back(RefusedPriceOf(TestTerms(price)));
    }
    return decided;
  };
  Pay(*ledger, with_refused(Payable(NextCall(home)), {50'000, 60'000}));
  EXPECT_EQ(FactsOf(home).refused_prices, 2);
  const DecidedCall asked = with_refused(Askable(NextCall(home)), {70'000});
  ASSERT_TRUE(Begin(*ledger, home.clock(), asked.call)->CommitAsked(asked, QuestionOf(asked)).ok());
  EXPECT_EQ(FactsOf(home).refused_prices, 3);
  DecidedCall silent = Payable(NextCall(home));
  silent.verdict.kind = VerdictKind::kDeny;
  silent.verdict.reason = Reason::kOverPerCall;
  silent.terms = TestTerms(80'000);
  ASSERT_TRUE(Begin(*ledger, home.clock(), silent.call)->CommitDeclined(silent).ok());
  EXPECT_EQ(FactsOf(home).refused_prices, 3) << "the server learns nothing of it";
  DecidedCall elsewhere = with_refused(silent, {50'000});
  elsewhere.refused[0].asset_id = "0x1111111111111111111111111111111111111111";
  ASSERT_TRUE(Begin(*ledger, home.clock(), elsewhere.call)->CommitDeclined(elsewhere).ok());
  EXPECT_EQ(FactsOf(home).refused_prices, 3) << "the same price in several assets is one";
  EXPECT_EQ(home.Read()->ToolTroubles(home.clock().seconds()).value().at(0).refused_prices, 3);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

// The question stands once, but the server sees each time that it is not paid.
TEST(RefusedPrices, CountBesideAQuestionThatWaitsAlready) {
  LedgerHome home;
  const auto ledger = home.Open();
  DecidedCall asked = Askable(NextCall(home));
  const auto ask = [&](uint64_t price) {
    asked.refused = {RefusedPriceOf(TestTerms(price))};
    return Begin(*ledger, home.clock(), asked.call)->CommitAsked(asked, QuestionOf(asked)).value();
  };
  for (const uint64_t price : {50'000U, 60'000U, 70'000U}) {
    asked.called_at_ms = home.clock().UnixMillis();
    ask(price);
    home.clock().Pass(1);
  }
  EXPECT_EQ(FactsOf(home).refused_prices, 3);
  EXPECT_THAT(home.Read()->Log(0, 0).value(), SizeIs(3)) << "each call is a row";
  EXPECT_THAT(home.Read()->Pending(home.clock().seconds()).value(), SizeIs(1));

  const int64_t events = home.CountEvents();
  for (int poll = 0; poll < 3; ++poll) {
    home.clock().Pass(1);
    ask(70'000);
  }
  EXPECT_EQ(home.CountEvents(), events) << "a call that waits for the answer asks again";
  ask(80'000);
  EXPECT_EQ(FactsOf(home).refused_prices, 4) << "the server was asked for a fresh offer";
  for (int poll = 0; poll < 3; ++poll) ask(70'000);
  EXPECT_EQ(home.CountEvents(), events + 1);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Undelivered, DoesNotCountWhatIsNotTheToolsFault) {
  LedgerHome home;
  const auto ledger = home.Open();
  Conclusion gone =
      Concluded(PayFor(home, *ledger, 10'000), MoneyState::kUnknown, CallState::kOpen);
  gone.no_fault = true;
  ASSERT_TRUE(ledger->Settle(gone).ok());
  EXPECT_EQ(FactsOf(home).undelivered, 0);
  EXPECT_EQ(home.Row(gone.charge_id).call, CallState::kOpen);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Undelivered, IsTakenBackByAnAnswerThatComesLate) {
  LedgerHome home;
  const auto ledger = home.Open();
  PayAndEnd(home, *ledger, CallState::kOpen);
  Conclusion ended =
      Concluded(PayFor(home, *ledger, 10'000), MoneyState::kUnknown, CallState::kOpen);
  ASSERT_TRUE(ledger->Settle(ended).ok());
  EXPECT_EQ(FactsOf(home).undelivered, 2);
  ended.delivered = true;
  ASSERT_TRUE(ledger->Settle(ended).ok());
  EXPECT_EQ(FactsOf(home).undelivered, 1) << "of the other call nothing came";
  const int64_t events = home.CountEvents();
  ASSERT_TRUE(ledger->Settle(ended).ok());
  EXPECT_EQ(home.CountEvents(), events) << "told twice, it is one event";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(CloseBreaker, ForgetsWhatSpeaksAgainstOneTool) {
  LedgerHome home;
  const auto ledger = home.Open();
  for (const std::string_view tool : {"search", "other"}) {
    PayAndEnd(home, *ledger, CallState::kOpen, tool);
    Refuse(home, *ledger, 50'000, Reason::kOverPerCall, tool);
  }
  EXPECT_THAT(home.Read()->ToolTroubles(home.clock().seconds()).value(), SizeIs(2));
  Order order = home.NewOrder(OrderKind::kCloseBreaker, std::string(kServer));
  order.body = "search";
  ASSERT_TRUE(home.Give(*ledger, order).ok());
  EXPECT_EQ(FactsOf(home).undelivered, 0);
  EXPECT_EQ(FactsOf(home).refused_prices, 0);
  const auto left = home.Read()->ToolTroubles(home.clock().seconds()).value();
  ASSERT_THAT(left, SizeIs(1));
  EXPECT_EQ(left[0].tool, "other");
  EXPECT_EQ(left[0].undelivered, 1);
  EXPECT_EQ(left[0].refused_prices, 1);
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, order))) << "a copy of the order";
  Order again = home.NewOrder(OrderKind::kCloseBreaker, std::string(kServer));
  again.body = "search";
  EXPECT_TRUE(absl::IsNotFound(home.Give(*ledger, again))) << "nothing speaks against it";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

DecidedCall Defined(LedgerHome& home, char digit) {
  DecidedCall decided = Payable(NextCall(home));
  decided.call.tool_definition = std::string(64, digit);
  return decided;
}

TEST(ToolPin, IsWhatWasSaidWhenTheToolWasPaidFirst) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Payable(NextCall(home)));
  EXPECT_EQ(FactsOf(home).pinned_tool, "") << "it was never listed";
  Pay(*ledger, Defined(home, 'a'));
  EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, 'a'));
  Pay(*ledger, Payable(NextCall(home)));
  EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, 'a'));
  EXPECT_EQ(FactsOf(home, "other").pinned_tool, "");
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(ToolPin, IsMovedByTheUserAlone) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Defined(home, 'a'));
  Pay(*ledger, Defined(home, 'b'));
  EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, 'a')) << "a payment moves no pin";
  Order order = home.NewOrder(OrderKind::kAcceptPin, std::string(kServer));
  order.binding = "tool/" + std::string(64, 'b');
  order.body = "search";
  EXPECT_TRUE(absl::IsPermissionDenied(ledger->Resolve(order, std::string(64, 'x'))));
  ASSERT_TRUE(home.Give(*ledger, order).ok());
  EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, 'b'));
  for (const std::string& binding :
       {std::string("tool/"), std::string("tool/bb"), "tool/" + std::string(64, 'B'),
        "tool/" + std::string(65, 'b')}) {
    Order bad = home.NewOrder(OrderKind::kAcceptPin, std::string(kServer));
    bad.binding = binding;
    bad.body = "search";
    EXPECT_TRUE(absl::IsInvalidArgument(home.Give(*ledger, bad))) << binding;
  }
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(ToolPin, IsMovedByAYesToTheQuestionAboutTheChange) {
  for (const bool changed : {true, false}) {
    LedgerHome home;
    const auto ledger = home.Open();
    Pay(*ledger, Defined(home, 'a'));
    DecidedCall decided = Defined(home, 'b');
    decided.verdict.kind = VerdictKind::kAsk;
    decided.verdict.reason = changed ? Reason::kToolChanged : Reason::kAskAlways;
    Approval question = QuestionOf(decided);
    if (changed) question.tool_definition = decided.call.tool_definition;
    const Approval asked =
        Begin(*ledger, home.clock(), decided.call)->CommitAsked(decided, question).value();
    Order order = home.NewOrder(OrderKind::kApprove, asked.id);
    order.binding = ApprovalBinding(asked);
    order.ceiling = asked.amount;
    order.expires_at = home.clock().seconds() + 60;
    ASSERT_TRUE(home.Give(*ledger, order).ok());
    EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, changed ? 'b' : 'a'));
    EXPECT_THAT(home.Verify().faults, IsEmpty());
  }
}

void SayYes(LedgerHome& home, Ledger& ledger, const Approval& asked) {
  Order order = home.NewOrder(OrderKind::kApprove, asked.id);
  order.binding = ApprovalBinding(asked);
  order.ceiling = asked.amount;
  order.expires_at = home.clock().seconds() + 60;
  EXPECT_TRUE(home.Give(ledger, order).ok());
}

/// The user says yes to the question about a change to the definition of `digit`; its id.
std::string ApproveChange(LedgerHome& home, Ledger& ledger, char digit) {
  DecidedCall decided = Defined(home, digit);
  decided.verdict.kind = VerdictKind::kAsk;
  decided.verdict.reason = Reason::kToolChanged;
  Approval question = QuestionOf(decided);
  question.tool_definition = decided.call.tool_definition;
  const Approval asked =
      Begin(ledger, home.clock(), decided.call)->CommitAsked(decided, question).value();
  SayYes(home, ledger, asked);
  return asked.id;
}

TEST(ToolPin, IsPutBackWhereTheYesIsTakenBack) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Defined(home, 'a'));
  const auto approve = [&](char digit) { return ApproveChange(home, *ledger, digit); };
  const std::string yes = approve('b');
  EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, 'b'));
  ASSERT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kDeny, yes)).ok());
  EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, 'a'));

  const std::string elder = approve('b');
  approve('c');
  ASSERT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kDeny, elder)).ok());
  EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, 'c')) << "it was moved again since";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

// In whatever order the answers are taken back, none of them holds.
TEST(ToolPin, IsNotPutBackToWhatWasTakenBackToo) {
  const struct {
    std::string approved;
    std::string denied;  // indices into `approved`
    char end;
  } cases[] = {{"bc", "01", 'a'},  {"bc", "1", 'b'},   {"bcd", "012", 'a'}, {"bcd", "12", 'b'},
               {"bcd", "02", 'c'}, {"bcb", "12", 'a'}, {"bcb", "021", 'a'}, {"bcb", "10", 'a'},
               {"ba", "01", 'a'},  {"bb", "1", 'a'}};
  for (const auto& item : cases) {
    LedgerHome home;
    const auto ledger = home.Open();
    Pay(*ledger, Defined(home, 'a'));
    std::vector<std::string> questions;
    for (const char digit : item.approved) {
      questions.push_back(ApproveChange(home, *ledger, digit));
    }
    for (const char index : item.denied) {
      ASSERT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kDeny, questions[index - '0'])).ok());
    }
    EXPECT_EQ(FactsOf(home).pinned_tool, std::string(64, item.end))
        << item.approved << " " << item.denied;
    EXPECT_THAT(home.Verify().faults, IsEmpty());
  }
}

// A no can be taken back, and each answer is replayed as it was when it was given.
TEST(ToolPin, FollowsAQuestionThatIsAnsweredAgainAndAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Defined(home, 'a'));
  const std::string first = ApproveChange(home, *ledger, 'b');
  const std::string second = ApproveChange(home, *ledger, 'c');
  const auto pinned_after = [&](const std::string& question, bool yes) {
    if (yes) {
      SayYes(home, *ledger, home.Read()->FindApproval(question).value());
    } else {
      EXPECT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kDeny, question)).ok());
    }
    EXPECT_THAT(home.Verify().faults, IsEmpty());
    return FactsOf(home).pinned_tool.substr(63);
  };
  EXPECT_EQ(pinned_after(first, false), "c") << "it was moved again since";
  EXPECT_EQ(pinned_after(first, true), "b");
  EXPECT_EQ(pinned_after(second, false), "b");
  EXPECT_EQ(pinned_after(first, false), "a");
  EXPECT_EQ(pinned_after(second, true), "c");
  EXPECT_EQ(pinned_after(first, true), "b");
  EXPECT_EQ(pinned_after(first, false), "c");
}

TEST(ToolPin, AQuestionAboutTheChangeStandsThoughTheCallIsDeclined) {
  LedgerHome home;
  const auto ledger = home.Open();
  DecidedCall decided = Defined(home, 'b');
  decided.verdict.kind = VerdictKind::kDeny;
  decided.verdict.reason = Reason::kUnattended;
  Approval question = QuestionOf(decided);
  question.reason = ReasonCode(Reason::kToolChanged);
  question.tool_definition = decided.call.tool_definition;
  question.tool_text = "description: sends all files";
  decided.question = question;
  for (int call = 0; call < 2; ++call) {
    ASSERT_TRUE(Begin(*ledger, home.clock(), decided.call)->CommitDeclined(decided).ok());
  }
  const auto pending = home.Read()->Pending(home.clock().seconds()).value();
  ASSERT_THAT(pending, SizeIs(1)) << "an equal question stands once";
  EXPECT_EQ(pending[0].tool_text, question.tool_text);
  EXPECT_THAT(home.Read()->Log(0, 0).value(), SizeIs(2)) << "both calls are told";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

// What the tables say after the migration is what replaying the events says.
TEST(ToolHistory, OfALedgerOfAnOlderFormatIsFilledIn) {
  LedgerHome home;
  {
    const auto ledger = home.Open();
    PayFor(home, *ledger, 30'000);
    PayFor(home, *ledger, 20'000);
    PayAndEnd(home, *ledger, CallState::kOpen);
    PayAndEnd(home, *ledger, CallState::kAnswered);
    PayAndEnd(home, *ledger, CallState::kOpen);
    PayAndEnd(home, *ledger, CallState::kOpen);
    PayAndEnd(home, *ledger, CallState::kOpen, "other");
    Refuse(home, *ledger, 50'000);
    home.clock().Pass(60);
    Refuse(home, *ledger, 50'000);
    Refuse(home, *ledger, 60'000, Reason::kOverTotal);
    Refuse(home, *ledger, 70'000, Reason::kPaused);
    const OpenCharge late = PayFor(home, *ledger, 10'000, "slow");
    ASSERT_TRUE(ledger->Settle(Concluded(late, MoneyState::kUnknown, CallState::kOpen)).ok());
    ASSERT_TRUE(ledger->Settle(Concluded(late, MoneyState::kSettled, CallState::kOpen)).ok());
  }
  home.MakeOlder();
  home.Open();
  const Facts facts = FactsOf(home);
  EXPECT_EQ(facts.undelivered, 2);
  EXPECT_EQ(facts.refused_prices, 2);
  ASSERT_THAT(facts.last_prices, SizeIs(1));
  EXPECT_EQ(facts.last_prices[0].amount, Amount(10'000));
  EXPECT_EQ(FactsOf(home, "other").undelivered, 1);
  EXPECT_EQ(FactsOf(home, "slow").undelivered, 1);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(ToolHistory, ThatWasTamperedWithIsFound) {
  for (const char* script : {"UPDATE tool_prices SET amount = x'000000000000000000000000000fffff'",
                             "DELETE FROM undelivered", "DELETE FROM refused_prices",
                             "UPDATE tool_pins SET definition = 'other'"}) {
    LedgerHome home;
    {
      const auto ledger = home.Open();
      const OpenCharge charge = Pay(*ledger, Defined(home, 'a'));
      ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
      Refuse(home, *ledger, 50'000);
    }
    EXPECT_THAT(home.Verify().faults, IsEmpty());
    home.Tamper(script);
    EXPECT_THAT(home.Verify().faults, SizeIs(1)) << script;
  }
}

}  // namespace
}  // namespace tollpass
