#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::IsEmpty;

DecidedCall PayableNow(LedgerHome& home, const Call& call = TestCall()) {
  DecidedCall decided = Payable(call);
  decided.called_at_ms = home.clock().UnixMillis();
  return decided;
}

/// A charge whose call ended without an answer.
OpenCharge PayAndLose(LedgerHome& home, Ledger& ledger, int64_t lifetime = 300) {
  OpenCharge charge = Pay(ledger, PayableNow(home), lifetime);
  EXPECT_TRUE(ledger.Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  return charge;
}

TEST(Repeat, IsNeitherAFirstCallNorOneAfterAnAnswer) {
  LedgerHome home;
  const auto ledger = home.Open();
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall())->repeat(), std::nullopt);
  const OpenCharge charge = Pay(*ledger, PayableNow(home));
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kAnswered)).ok());
  const auto next = Begin(*ledger, home.clock(), TestCall());
  EXPECT_EQ(next->repeat(), std::nullopt);
  EXPECT_FALSE(next->facts().outcome_unknown_before);
}

TEST(Repeat, IsTheSameCallByItsKeyAlone) {
  LedgerHome home;
  const auto ledger = home.Open();
  PayAndLose(home, *ledger);
  const struct {
    const char* what;
    void (*change)(Call&);
    bool same;
  } cases[] = {
      {"nothing", [](Call&) {}, true},
      {"white space in the arguments", [](Call& c) { c.arguments = R"({ "q" : "rain" })"; }, true},
      {"what the challenge is for", [](Call& c) { c.resource_url = "mcp://tool/other"; }, true},
      {"the arguments", [](Call& c) { c.arguments = R"({"q":"snow"})"; }, false},
      {"the tool", [](Call& c) { c.tool = "find"; }, false},
      {"the method", [](Call& c) { c.method = "resources/read"; }, false},
      {"the principal", [](Call& c) { c.principal = "bert"; }, false},
      {"the server", [](Call& c) { c.server_id = std::string(64, '0'); }, false},
  };
  for (const auto& item : cases) {
    Call call = TestCall();
    item.change(call);
    EXPECT_EQ(Begin(*ledger, home.clock(), call)->repeat().has_value(), item.same) << item.what;
  }
}

TEST(Promise4OnePaymentPerCall, ARepeatOfALostCallGetsTheIdenticalBytes) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = PayAndLose(home, *ledger);
  home.clock().Pass(299);
  // A new process, after the first is gone.
  const auto restarted = home.Open();
  auto transaction = Begin(*restarted, home.clock(), TestCall());
  ASSERT_TRUE(transaction->repeat());
  EXPECT_EQ(transaction->repeat()->proof, first.proof);
  EXPECT_FALSE(transaction->facts().outcome_unknown_before);
  const OpenCharge adopted = transaction->CommitAdoption().value();
  EXPECT_EQ(adopted.id, first.id);
  EXPECT_EQ(adopted.proof, first.proof);
  EXPECT_EQ(adopted.generation, 1);
  EXPECT_EQ(adopted.money, MoneyState::kUnknown);
  EXPECT_EQ(home.Row(first.id).call, CallState::kLive);
  EXPECT_EQ(home.Sum("all"), "10000");
}

TEST(Promise4OnePaymentPerCall, NoNewProofIsStoredWhileTheFirstCanStillSettle) {
  LedgerHome home;
  const auto ledger = home.Open();
  PayAndLose(home, *ledger);
  const absl::Status status = TryPay(*ledger, PayableNow(home)).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_EQ(home.Sum("all"), "10000");
}

TEST(Promise4OnePaymentPerCall, ACallThatIsBeingServedIsNotRepeatedByAnEqualOne) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = Pay(*ledger, PayableNow(home));
  home.clock().Pass(59);
  auto transaction = Begin(*ledger, home.clock(), TestCall());
  EXPECT_EQ(transaction->repeat(), std::nullopt) << "two calls that the host made are two calls";
  transaction.reset();
  const OpenCharge second = Pay(*ledger, PayableNow(home));
  EXPECT_NE(second.proof.one_time, first.proof.one_time);
  EXPECT_EQ(home.Sum("all"), "20000");
}

TEST(Promise4OnePaymentPerCall, ALiveCallThatIsUnansweredForTooLongIsRepeated) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = Pay(*ledger, PayableNow(home));
  home.clock().Pass(60);
  const OpenCharge adopted = Begin(*ledger, home.clock(), TestCall())->CommitAdoption().value();
  EXPECT_EQ(adopted.proof, first.proof);
  // The adoption is a request of its own: the next one waits as long again.
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall())->repeat(), std::nullopt);
  home.clock().Pass(60);
  EXPECT_TRUE(Begin(*ledger, home.clock(), TestCall())->repeat());
}

TEST(Promise4OnePaymentPerCall, ASettledProofWhoseAnswerWasLostIsSentAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = Pay(*ledger, PayableNow(home));
  ASSERT_TRUE(ledger->Settle(Concluded(first, MoneyState::kSettled, CallState::kOpen)).ok());
  const auto transaction = Begin(*ledger, home.clock(), TestCall());
  ASSERT_TRUE(transaction->repeat());
  EXPECT_EQ(transaction->repeat()->money, MoneyState::kSettled);
}

TEST(Promise4OnePaymentPerCall, AProofThatNeverDiesIsRepeatedForEver) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = PayAndLose(home, *ledger, 0);
  home.clock().Pass(int64_t{10} * 365 * 24 * 3600);
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall())->repeat()->proof, first.proof);
}

TEST(Promise4OnePaymentPerCall, OfSeveralOpenCallsTheNewestLivingProofGoesOutAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge a = Pay(*ledger, PayableNow(home), 1000);
  const OpenCharge b = Pay(*ledger, PayableNow(home), 2000);
  const OpenCharge c = Pay(*ledger, PayableNow(home), 500);
  for (const OpenCharge& charge : {a, b, c}) {
    ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  }
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall())->repeat()->id, c.id);
  home.clock().Pass(600);
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall())->repeat()->id, b.id);
  home.clock().Pass(1400);
  const auto late = Begin(*ledger, home.clock(), TestCall());
  EXPECT_EQ(late->repeat(), std::nullopt);
  EXPECT_EQ(late->reusable_one_time(), c.proof.one_time);
}

TEST(Promise4OnePaymentPerCall, AnOutcomeThatStaysUnknownIsTold) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = PayAndLose(home, *ledger);
  home.clock().Pass(300);
  auto transaction = Begin(*ledger, home.clock(), TestCall());
  EXPECT_EQ(transaction->repeat(), std::nullopt);
  EXPECT_TRUE(transaction->facts().outcome_unknown_before);
  EXPECT_EQ(transaction->reusable_one_time(), first.proof.one_time);
  EXPECT_FALSE(transaction->CommitAdoption().ok());
}

TEST(Promise4OnePaymentPerCall, AProofInItsSteadReplacesItOnce) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = PayAndLose(home, *ledger);
  home.clock().Pass(300);
  const OpenCharge second = Pay(*ledger, PayableNow(home));
  EXPECT_EQ(home.Row(first.id).replaced_by, second.id);
  ASSERT_TRUE(ledger->Settle(Concluded(second, MoneyState::kSettled, CallState::kAnswered)).ok());
  const auto next = Begin(*ledger, home.clock(), TestCall());
  EXPECT_FALSE(next->facts().outcome_unknown_before);
  EXPECT_EQ(home.Sum("all"), "20000") << "the first one counts as well";
}

TEST(Promise4OnePaymentPerCall, OfTwoProcessesOneAdopts) {
  LedgerHome home;
  const auto ledger = home.Open();
  const auto other = home.Open();
  PayAndLose(home, *ledger);
  auto transaction = Begin(*ledger, home.clock(), TestCall());
  ASSERT_TRUE(transaction->CommitAdoption().ok());
  // The other one looks afterwards, as it must: it waited for the lock.
  EXPECT_EQ(Begin(*other, home.clock(), TestCall())->repeat(), std::nullopt);
  EXPECT_EQ(home.Sum("all"), "10000");
}

TEST(Promise4OnePaymentPerCall, WhoLostACallByAdoptionDoesNotEndIt) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = Pay(*ledger, PayableNow(home));
  home.clock().Pass(60);
  const OpenCharge adopted = Begin(*ledger, home.clock(), TestCall())->CommitAdoption().value();
  // Its money is news, its call is not.
  ASSERT_TRUE(ledger->Settle(Concluded(first, MoneyState::kSettled, CallState::kAnswered)).ok());
  EXPECT_EQ(home.Row(first.id).call, CallState::kLive);
  EXPECT_EQ(home.Row(first.id).money, MoneyState::kSettled);
  ASSERT_TRUE(ledger->Settle(Concluded(adopted, MoneyState::kSettled, CallState::kAnswered)).ok());
  EXPECT_EQ(home.Row(first.id).call, CallState::kAnswered);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Promise4OnePaymentPerCall, WhatTheUserReconciledIsNotSentAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = PayAndLose(home, *ledger, 0);
  ASSERT_TRUE(home.Give(*ledger, home.NotSettled(first.id)).ok());
  const auto next = Begin(*ledger, home.clock(), TestCall());
  EXPECT_EQ(next->repeat(), std::nullopt);
  EXPECT_FALSE(next->facts().outcome_unknown_before);
}

}  // namespace
}  // namespace tollpass
