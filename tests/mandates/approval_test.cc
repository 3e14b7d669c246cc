#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr int64_t kDay = 24 * 3600;

Approval Ask(LedgerHome& home, Ledger& ledger, const DecidedCall& decided) {
  return Begin(ledger, home.clock(), decided.call)
      ->CommitAsked(decided, QuestionOf(decided))
      .value();
}

Order ApproveOrder(LedgerHome& home, const Approval& question) {
  Order order = home.NewOrder(OrderKind::kApprove, question.id);
  order.binding = ApprovalBinding(question);
  order.ceiling = question.amount;
  order.expires_at = order.issued_at + 3600;
  return order;
}

/// `call` judged as payable under the answer `approval`.
DecidedCall PayableBy(const Call& call, const std::string& approval) {
  DecidedCall decided = Payable(call);
  decided.verdict.approval = approval;
  return decided;
}

std::vector<Approval> Answers(LedgerHome& home, Ledger& ledger, const Call& call = TestCall()) {
  return Begin(ledger, home.clock(), call)->facts().approvals;
}

TEST(Question, IsARowOfTheLogAndWaits) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  EXPECT_EQ(question.id.size(), 11U);
  EXPECT_EQ(question.id.front(), 'a');
  EXPECT_EQ(question.asked_at, home.clock().seconds());
  EXPECT_EQ(question.expires_at, home.clock().seconds() + kDay);
  const auto reader = home.Read();
  EXPECT_EQ(reader->FindApproval(question.id).value(), question);
  EXPECT_EQ(reader->Pending(home.clock().seconds()).value(), std::vector{question});
  EXPECT_THAT(reader->Pending(question.expires_at).value(), IsEmpty());
  const LogRow row = reader->Log(0, 0)->front();
  EXPECT_EQ(row.verdict, VerdictKind::kAsk);
  EXPECT_EQ(row.approval, question.id);
  EXPECT_EQ(row.money, std::nullopt);
}

TEST(Question, OfTheSameCallIsAskedOnce) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  home.clock().Pass(20);
  DecidedCall cheaper = Askable(TestCall());
  cheaper.terms->charge = Amount(9'999);
  EXPECT_EQ(Ask(home, *ledger, Askable(TestCall())), question);
  EXPECT_EQ(Ask(home, *ledger, cheaper), question);
  EXPECT_EQ(home.CountEvents(), 2);
}

TEST(Question, IsAskedAgainWhereItIsAnotherOne) {
  const struct {
    const char* what;
    std::function<void(DecidedCall&)> change;
  } cases[] = {
      {"amount", [](auto& d) { d.terms->charge = Amount(10'001); }},
      {"payee", [](auto& d) { d.terms->payee = "0x2222222222222222222222222222222222222222"; }},
      {"payer", [](auto& d) { d.terms->payer = "0x3333333333333333333333333333333333333333"; }},
      {"asset", [](auto& d) { d.terms->asset.id = "0xbb"; }},
      {"decimals", [](auto& d) { d.terms->asset.decimals = 12; }},
      {"reason", [](auto& d) { d.verdict.reason = Reason::kOutcomeUnknown; }},
      {"network", [](auto& d) { d.terms->network = "eip155:8453"; }},
      {"scheme", [](auto& d) { d.terms->scheme = "upto"; }},
      {"section", [](auto& d) { d.verdict.section_digest = "edited"; }},
      {"arguments", [](auto& d) { d.call.arguments = R"({"q":"snow"})"; }},
      {"tool", [](auto& d) { d.call.tool = "find"; }},
      {"principal", [](auto& d) { d.call.principal = "bert"; }},
  };
  for (const auto& item : cases) {
    LedgerHome home;
    const auto ledger = home.Open();
    const Approval first = Ask(home, *ledger, Askable(TestCall()));
    DecidedCall other = Askable(TestCall());
    item.change(other);
    EXPECT_NE(Ask(home, *ledger, other).id, first.id) << item.what;
    EXPECT_THAT(home.Read()->Pending(home.clock().seconds()).value(), SizeIs(2)) << item.what;
  }
}

TEST(Question, ThatExpiredIsAskedAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval first = Ask(home, *ledger, Askable(TestCall()));
  home.clock().Pass(kDay);
  EXPECT_NE(Ask(home, *ledger, Askable(TestCall())).id, first.id);
}

TEST(Grant, PaysTheSameCallOnce) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  EXPECT_THAT(Answers(home, *ledger), IsEmpty());
  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());

  const std::vector<Approval> answers = Answers(home, *ledger);
  ASSERT_THAT(answers, SizeIs(1));
  EXPECT_EQ(answers[0].state, ApprovalState::kGranted);
  EXPECT_EQ(answers[0].ceiling, question.amount);
  EXPECT_THAT(Answers(home, *ledger, TestCall("{}")), IsEmpty());

  const OpenCharge charge = Pay(*ledger, PayableBy(TestCall(), question.id));
  EXPECT_EQ(home.Row(charge.id).approval, question.id);
  EXPECT_THAT(Answers(home, *ledger), IsEmpty());
  EXPECT_EQ(home.Read()->FindApproval(question.id)->state, ApprovalState::kUsed);
  EXPECT_TRUE(absl::IsAborted(TryPay(*ledger, PayableBy(TestCall(), question.id)).status()));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Grant, HoldsAsLongAsItsOrderSays) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
  home.clock().Pass(3599);
  EXPECT_THAT(Answers(home, *ledger), SizeIs(1));
  home.clock().Pass(1);
  EXPECT_THAT(Answers(home, *ledger), IsEmpty());
  EXPECT_FALSE(TryPay(*ledger, PayableBy(TestCall(), question.id)).ok());
}

TEST(Grant, DoesNotReachBeyondItsCeiling) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  Order order = ApproveOrder(home, question);
  order.ceiling = Amount(20'000);
  ASSERT_TRUE(home.Give(*ledger, order).ok());
  DecidedCall dear = PayableBy(TestCall(), question.id);
  dear.terms->charge = Amount(20'001);
  EXPECT_FALSE(TryPay(*ledger, dear).ok());
  dear.terms->charge = Amount(20'000);
  EXPECT_TRUE(TryPay(*ledger, dear).ok());
}

TEST(Denial, NeedsNoSignatureAndHoldsAsLongAsTheQuestion) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kDeny, question.id), "").ok());
  ASSERT_THAT(Answers(home, *ledger), SizeIs(1));
  EXPECT_EQ(Answers(home, *ledger)[0].state, ApprovalState::kDenied);
  EXPECT_FALSE(TryPay(*ledger, PayableBy(TestCall(), question.id)).ok());
  home.clock().Pass(kDay);
  EXPECT_THAT(Answers(home, *ledger), IsEmpty());
}

TEST(Grant, IsListedUntilItIsUsedOrExpires) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  const auto granted = [&] { return home.Read()->Granted(home.clock().seconds()).value(); };
  EXPECT_THAT(granted(), IsEmpty());
  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
  ASSERT_THAT(granted(), SizeIs(1));
  EXPECT_EQ(granted()[0].id, question.id);
  home.clock().Pass(3600);
  EXPECT_THAT(granted(), IsEmpty());
}

TEST(Grant, IsNoneForAServerWithoutASection) {
  LedgerHome home;
  const auto ledger = home.Open();
  DecidedCall decided = Askable(TestCall());
  decided.verdict.reason = Reason::kServerUnknown;
  const Approval question = Ask(home, *ledger, decided);
  const absl::Status status = home.Give(*ledger, ApproveOrder(home, question));
  EXPECT_TRUE(absl::IsFailedPrecondition(status));
  EXPECT_THAT(std::string(status.message()), ::testing::HasSubstr("tollpass add"));
}

TEST(Grant, HoldsThirtyDaysAtMost) {
  LedgerHome home;
  const auto ledger = home.Open();
  Order order = ApproveOrder(home, Ask(home, *ledger, Askable(TestCall())));
  order.expires_at = order.issued_at + kLongestApprovalSeconds + 1;
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, order)));
  order.expires_at = order.issued_at + kLongestApprovalSeconds;
  EXPECT_TRUE(home.Give(*ledger, order).ok());
}

TEST(Denial, OfALongGrantHoldsAsLongAsTheQuestionDid) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  Order order = ApproveOrder(home, question);
  order.expires_at = order.issued_at + 20 * kDay;
  ASSERT_TRUE(home.Give(*ledger, order).ok());
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kDeny, question.id), "").ok());
  EXPECT_EQ(home.Read()->FindApproval(question.id)->expires_at, question.expires_at);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Denial, TakesBackAGrantThatWasNotUsed) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kDeny, question.id), "").ok());
  EXPECT_FALSE(TryPay(*ledger, PayableBy(TestCall(), question.id)).ok());
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Answer, IsGivenOnceAndInTime) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  EXPECT_TRUE(
      absl::IsNotFound(ledger->Resolve(home.NewOrder(OrderKind::kDeny, "a0000000000"), "")));
  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, ApproveOrder(home, question))));

  const Approval late = Ask(home, *ledger, Askable(TestCall("{}")));
  home.clock().Pass(kDay);
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, ApproveOrder(home, late))));
}

TEST(Denial, IsTakenBackByASignedYesWhileItHolds) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  const auto deny = [&] {
    return ledger->Resolve(home.NewOrder(OrderKind::kDeny, question.id), "");
  };
  ASSERT_TRUE(deny().ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(deny())) << "it is denied already";
  EXPECT_FALSE(ledger->Resolve(ApproveOrder(home, question), "").ok()) << "nobody signed it";
  Order other = ApproveOrder(home, question);
  other.binding = std::string(64, '0');
  EXPECT_FALSE(home.Give(*ledger, other).ok());

  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
  ASSERT_THAT(Answers(home, *ledger), SizeIs(1));
  EXPECT_EQ(Answers(home, *ledger)[0].state, ApprovalState::kGranted);
  // The last word counts.
  ASSERT_TRUE(deny().ok());
  EXPECT_FALSE(TryPay(*ledger, PayableBy(TestCall(), question.id)).ok());
  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
  EXPECT_TRUE(TryPay(*ledger, PayableBy(TestCall(), question.id)).ok());
  EXPECT_FALSE(deny().ok()) << "it was used";
  EXPECT_FALSE(home.Give(*ledger, ApproveOrder(home, question)).ok()) << "it was used";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
  EXPECT_EQ(home.CountEvents(), 7) << "each answer is an event, and stays one";
}

TEST(Denial, ThatIsOverIsNotTakenBack) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kDeny, question.id), "").ok());
  home.clock().Pass(kDay);
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, ApproveOrder(home, question))));
}

TEST(Denial, IsNotOverruledByAYesThatWasSignedBefore) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  const Order signed_before = ApproveOrder(home, question);
  home.clock().Pass(60);
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kDeny, question.id), "").ok());
  const absl::Status late = home.Give(*ledger, signed_before);
  EXPECT_TRUE(absl::IsFailedPrecondition(late));
  EXPECT_THAT(std::string(late.message()), ::testing::HasSubstr("after this answer was signed"));
  EXPECT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
}

TEST(Promise6WideningNeedsASignature, AGrantIsForTheQuestionThatWasSeen) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  const struct {
    const char* what;
    std::function<void(Order&)> change;
  } cases[] = {
      {"another binding", [](Order& order) { order.binding = std::string(64, '0'); }},
      {"already expired", [](Order& order) { order.expires_at = order.issued_at; }},
      {"another ledger", [](Order& order) { order.ledger_id = "l0"; }},
      {"no nonce", [](Order& order) { order.nonce.clear(); }},
      {"signed yesterday", [](Order& order) { order.issued_at -= kDay; }},
      {"signed tomorrow", [](Order& order) { order.issued_at += kDay; }},
  };
  for (const auto& item : cases) {
    Order order = ApproveOrder(home, question);
    item.change(order);
    EXPECT_FALSE(home.Give(*ledger, order).ok()) << item.what;
  }
  EXPECT_THAT(Answers(home, *ledger), IsEmpty());
}

TEST(Promise6WideningNeedsASignature, AForgedGrantInTheDatabaseIsPassedOver) {
  const struct {
    const char* what;
    const char* sql;
  } cases[] = {
      {"nothing was signed", "UPDATE approvals SET state = 'granted', expires_at = 9999999999"},
      {"a longer life", "UPDATE approvals SET expires_at = expires_at + 9999"},
      {"a higher ceiling", "UPDATE approvals SET ceiling = x'000000000000000000000000000f4240'"},
      {"another payee", "UPDATE approvals SET payee = '0x22'"},
      {"another payer", "UPDATE approvals SET payer = '0x22'"},
      {"another section", "UPDATE approvals SET section_digest = 'x'"},
      {"other decimals", "UPDATE approvals SET asset_decimals = 12"},
      {"another symbol", "UPDATE approvals SET asset_symbol = 'EURC'"},
      {"other arguments", "UPDATE approvals SET arguments = '{}'"},
      {"another reason", "UPDATE approvals SET reason = 'outcome_unknown'"},
      {"one danger more", "UPDATE approvals SET also = 'payee_changed'"},
      {"another signature", "UPDATE approvals SET signature = zeroblob(64)"},
  };
  for (const auto& item : cases) {
    LedgerHome home;
    const auto ledger = home.Open();
    const Approval question = Ask(home, *ledger, Askable(TestCall()));
    if (item.what != std::string_view("nothing was signed")) {
      ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
    }
    home.Tamper(item.sql);
    EXPECT_THAT(Answers(home, *ledger), IsEmpty()) << item.what;
    EXPECT_FALSE(TryPay(*ledger, PayableBy(TestCall(), question.id)).ok()) << item.what;
    EXPECT_FALSE(home.Verify().faults.empty()) << item.what;
  }
}

TEST(Promise6WideningNeedsASignature, AUsedGrantThatIsPutBackIsStillUsed) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Approval question = Ask(home, *ledger, Askable(TestCall()));
  ASSERT_TRUE(home.Give(*ledger, ApproveOrder(home, question)).ok());
  const OpenCharge charge = Pay(*ledger, PayableBy(TestCall(), question.id));
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kAnswered)).ok());
  home.Tamper("UPDATE approvals SET state = 'granted'");
  EXPECT_FALSE(TryPay(*ledger, PayableBy(TestCall(), question.id)).ok());
  EXPECT_EQ(home.Sum("all"), "10000");
}

}  // namespace
}  // namespace tollpass
