#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/mandate_terms.h"
#include "core/order.h"
#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::IsEmpty;

Receipt GoodReceipt(std::string transaction) {
  return {.success = true,
          .network = "eip155:84532",
          .transaction = std::move(transaction),
          .payer = TestTerms().payer,
          .amount = "10000",
          .verbatim = R"({"success":true})"};
}

Conclusion Settled(const OpenCharge& charge, std::string transaction, Evidence evidence) {
  Conclusion conclusion = Concluded(charge, MoneyState::kSettled, CallState::kAnswered);
  conclusion.receipt = GoodReceipt(std::move(transaction));
  conclusion.judgement.evidence = evidence;
  return conclusion;
}

TEST(Settle, MovesBothStates) {
  const struct {
    MoneyState money;
    CallState call;
  } cases[] = {
      {MoneyState::kSettled, CallState::kAnswered}, {MoneyState::kSettled, CallState::kOpen},
      {MoneyState::kRefused, CallState::kOpen},     {MoneyState::kUnknown, CallState::kOpen},
      {MoneyState::kUnknown, CallState::kAnswered}, {MoneyState::kHeld, CallState::kLive}};
  LedgerHome home;
  const auto ledger = home.Open();
  for (const auto& item : cases) {
    const OpenCharge charge = Pay(*ledger, Payable(TestCall(RandomId(home.random(), "", 8))));
    ASSERT_TRUE(ledger->Settle(Concluded(charge, item.money, item.call)).ok());
    const LogRow row = home.Row(charge.id);
    EXPECT_EQ(row.money, item.money);
    EXPECT_EQ(row.call, item.call);
  }
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Settle, ALaterReportIsHeardOnlyIfItSaysMore) {
  using enum MoneyState;
  const struct {
    std::vector<MoneyState> told;
    MoneyState end;
  } cases[] = {{{kUnknown, kSettled}, kSettled},
               {{kUnknown, kRefused, kUnknown}, kRefused},
               {{kRefused, kSettled}, kSettled},
               {{kSettled, kRefused}, kSettled},
               {{kSettled, kUnknown}, kSettled}};
  LedgerHome home;
  const auto ledger = home.Open();
  for (const auto& item : cases) {
    const OpenCharge charge = Pay(*ledger, Payable(TestCall(RandomId(home.random(), "", 8))));
    for (const MoneyState told : item.told) {
      ASSERT_TRUE(ledger->Settle(Concluded(charge, told, CallState::kOpen)).ok());
    }
    EXPECT_EQ(home.Row(charge.id).money, item.end);
  }
}

TEST(Settle, ACallThatEndedStaysAsItEnded) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kAnswered)).ok());
  EXPECT_EQ(home.Row(charge.id).call, CallState::kOpen) << "the answer came too late";
  EXPECT_EQ(home.Row(charge.id).money, MoneyState::kSettled);
}

TEST(Settle, TheSameConclusionTwiceIsOneEvent) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  Conclusion conclusion = Settled(charge, "0xAA", Evidence::kMatched);
  conclusion.judgement.alarm = "amount";
  conclusion.server_text = "thanks";
  ASSERT_TRUE(ledger->Settle(conclusion).ok());
  const std::string head = home.Verify().head;
  ASSERT_TRUE(ledger->Settle(conclusion).ok());
  EXPECT_EQ(home.Verify().head, head);
}

TEST(Settle, OfAnUnknownChargeIsNotFound) {
  LedgerHome home;
  const auto ledger = home.Open();
  OpenCharge unknown;
  unknown.id = "c0";
  EXPECT_TRUE(absl::IsNotFound(
      ledger->Settle(Concluded(unknown, MoneyState::kSettled, CallState::kAnswered))));
}

TEST(Evidence, OnlyRises) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  for (const Evidence told : {Evidence::kMatched, Evidence::kClaimed, Evidence::kNone}) {
    ASSERT_TRUE(ledger->Settle(Settled(charge, "0xaa", told)).ok());
    EXPECT_EQ(home.Row(charge.id).evidence, Evidence::kMatched);
  }
  ASSERT_TRUE(ledger->Settle(Settled(charge, "0xaa", Evidence::kConfirmed)).ok());
  EXPECT_EQ(home.Row(charge.id).evidence, Evidence::kConfirmed);
}

TEST(Evidence, OneTransactionStandsForOneCharge) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = Pay(*ledger, Payable(TestCall("1")));
  const OpenCharge second = Pay(*ledger, Payable(TestCall("2")));
  ASSERT_TRUE(ledger->Settle(Settled(first, "0xAA", Evidence::kMatched)).ok());
  Conclusion replayed = Settled(second, "0xaa", Evidence::kMatched);
  replayed.receipt->payer = "0x0000000000000000000000000000000000000001";
  replayed.receipt->network = "eip155:8453";
  ASSERT_TRUE(ledger->Settle(replayed).ok());

  EXPECT_EQ(home.Row(first.id).transaction, "0xaa");
  EXPECT_EQ(home.Row(first.id).alarm, "");
  const LogRow row = home.Row(second.id);
  EXPECT_EQ(row.alarm, "receipt_replayed");
  EXPECT_EQ(row.evidence, Evidence::kNone);
  EXPECT_EQ(row.transaction, "");
  EXPECT_EQ(row.money, MoneyState::kUnknown) << "it was proved for another charge";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

// Whoever sees a transaction, on the chain or before, can name it, and its payer with it.
TEST(Evidence, ATransactionGoesOnlyToTheChargeWhoseReceiptIsSigned) {
  using enum Evidence;
  const struct {
    Evidence first;
    Evidence second;
    bool goes;
  } cases[] = {{kClaimed, kMatched, false}, {kClaimed, kSigned, true},   {kMatched, kSigned, true},
               {kMatched, kClaimed, false}, {kMatched, kMatched, false}, {kSigned, kMatched, false},
               {kSigned, kSigned, false},   {kClaimed, kClaimed, false}};
  for (const auto& item : cases) {
    LedgerHome home;
    const auto ledger = home.Open();
    const OpenCharge first = Pay(*ledger, Payable(TestCall("1")));
    const OpenCharge second = Pay(*ledger, Payable(TestCall("2")));
    ASSERT_TRUE(ledger->Settle(Settled(first, "0xaa", item.first)).ok());
    ASSERT_TRUE(ledger->Settle(Settled(second, "0xaa", item.second)).ok());
    const LogRow good = home.Row(item.goes ? second.id : first.id);
    const LogRow bad = home.Row(item.goes ? first.id : second.id);
    EXPECT_EQ(good.transaction, "0xaa");
    EXPECT_EQ(good.money, MoneyState::kSettled);
    EXPECT_EQ(good.alarm, "");
    EXPECT_EQ(bad.transaction, "");
    EXPECT_EQ(bad.evidence, kNone);
    EXPECT_EQ(bad.money, MoneyState::kUnknown);
    EXPECT_EQ(bad.alarm, "receipt_replayed");
    // Whatever is told of the false one later does not bring it back.
    ASSERT_TRUE(ledger->Settle(Settled(first, "0xaa", item.first)).ok());
    EXPECT_EQ(home.Row(good.id).transaction, "0xaa");
    EXPECT_EQ(home.Row(bad.id).transaction, "");
    EXPECT_THAT(home.Verify().faults, IsEmpty());
  }
}

// Where the user trusts receipts, one had lowered what counts.
TEST(Promise3BudgetNeverComesBack, AReceiptThatWasAnothersLowersNothing) {
  LedgerHome home;
  const auto ledger = home.Open();
  MandateTerms mandate = TestMandate(*ledger, "m1", home.clock().seconds());
  mandate.trust = {std::string(kTrustReceipts)};
  Order allow = home.NewOrder(OrderKind::kAllow, mandate.id);
  allow.body = EncodeMandate(mandate);
  ASSERT_TRUE(home.Give(*ledger, allow).ok());
  Limit limit = TotalLimit();
  limit.amount = *Amount(10'000).Rescale(6, kSumDecimals);
  limit.maximum = *Amount(1'000'000).Rescale(6, kSumDecimals);
  DecidedCall decided = Payable(TestCall("1"), {limit});
  decided.verdict.mandate = mandate.id;
  const OpenCharge first = Pay(*ledger, decided);
  const OpenCharge second = Pay(*ledger, Payable(TestCall("2"), {limit}));
  Conclusion low = Settled(first, "0xaa", Evidence::kMatched);
  low.receipt->amount = "4000";
  low.trusted_receipts = {std::string(kServer)};
  ASSERT_TRUE(ledger->Settle(low).ok());
  EXPECT_EQ(home.Sum("all"), "14000000000000000");

  ASSERT_TRUE(ledger->Settle(Settled(second, "0xaa", Evidence::kSigned)).ok());
  EXPECT_EQ(home.Sum("all"), "20000000000000000");
  EXPECT_EQ(home.Row(first.id).money, MoneyState::kUnknown);
  const StoryStep step = home.Read()->Story(first.id)->steps.back();
  EXPECT_EQ(step.counts_again, Amount(6000));
  EXPECT_EQ(step.counts_no_more, Amount());
  EXPECT_THAT(home.Verify().faults, IsEmpty());

  home.clock().Pass(3600);
  ASSERT_TRUE(home.Give(*ledger, home.NotSettled(first.id)).ok());
  EXPECT_EQ(home.Sum("all"), "10000000000000000");
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

OpenCharge PayServer(Ledger& ledger, char digit) {
  DecidedCall decided = Payable(TestCall(std::string(1, digit)));
  decided.call.server_id = std::string(64, digit);
  return Pay(ledger, decided);
}

// Which of the two lies cannot be told, so the one that is honest loses nothing by the other.
TEST(Evidence, OfATransactionThatTwoServersNameIsAnAlarmAtBothAndUnsettlesNeither) {
  using enum Evidence;
  for (const Evidence told_first : {kClaimed, kMatched}) {
    LedgerHome home;
    const auto ledger = home.Open();
    const OpenCharge first = PayServer(*ledger, '1');
    const OpenCharge second = PayServer(*ledger, '2');
    ASSERT_TRUE(ledger->Settle(Settled(first, "0xaa", told_first)).ok());
    ASSERT_TRUE(ledger->Settle(Settled(second, "0xaa", kMatched)).ok());
    for (const std::string& id : {first.id, second.id}) {
      EXPECT_EQ(home.Row(id).money, MoneyState::kSettled);
      EXPECT_EQ(home.Row(id).alarm, "receipt_replayed");
    }
    EXPECT_EQ(home.Row(first.id).transaction, "0xaa");
    EXPECT_EQ(home.Row(first.id).evidence, told_first);
    EXPECT_EQ(home.Row(second.id).transaction, "");
    EXPECT_EQ(home.Row(second.id).evidence, kNone);
    const int64_t events = home.CountEvents();
    ASSERT_TRUE(ledger->Settle(Settled(second, "0xaa", kMatched)).ok());
    EXPECT_EQ(home.CountEvents(), events) << "said twice it is one event";
    EXPECT_THAT(home.Verify().faults, IsEmpty());
  }
}

// A server that has its own transaction has nothing to dispute.
TEST(Evidence, OfAnothersTransactionBesideItsOwnIsNoAlarmAtTheOther) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = PayServer(*ledger, '1');
  const OpenCharge second = PayServer(*ledger, '2');
  ASSERT_TRUE(ledger->Settle(Settled(first, "0xaa", Evidence::kMatched)).ok());
  ASSERT_TRUE(ledger->Settle(Settled(second, "0xbb", Evidence::kMatched)).ok());
  ASSERT_TRUE(ledger->Settle(Settled(second, "0xaa", Evidence::kMatched)).ok());
  EXPECT_EQ(home.Row(first.id).alarm, "");
  EXPECT_EQ(home.Row(second.id).alarm, "receipt_replayed");
  EXPECT_EQ(home.Row(second.id).transaction, "0xbb");
}

TEST(Evidence, OfAReceiptThatDoesNotFitTakesNoTransaction) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge first = Pay(*ledger, Payable(TestCall("1")));
  const OpenCharge second = Pay(*ledger, Payable(TestCall("2")));
  ASSERT_TRUE(ledger->Settle(Settled(first, "0xaa", Evidence::kClaimed)).ok());
  Conclusion conclusion = Settled(second, "0xaa", Evidence::kMatched);
  conclusion.judgement.alarm = "amount";
  ASSERT_TRUE(ledger->Settle(conclusion).ok());
  EXPECT_EQ(home.Row(first.id).transaction, "0xaa");
  EXPECT_EQ(home.Row(second.id).alarm, "receipt_replayed");
}

TEST(Evidence, AnotherTransactionForTheSameChargeIsAnAlarm) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  ASSERT_TRUE(ledger->Settle(Settled(charge, "0xaa", Evidence::kMatched)).ok());
  ASSERT_TRUE(ledger->Settle(Settled(charge, "0xbb", Evidence::kMatched)).ok());
  EXPECT_EQ(home.Row(charge.id).transaction, "0xaa");
  EXPECT_EQ(home.Row(charge.id).alarm, "transaction_changed");
}

TEST(Evidence, AlarmsAreKeptAndNotRepeated) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  for (const char* alarm : {"payer", "amount", "payer", ""}) {
    Conclusion conclusion = Settled(charge, "0xaa", Evidence::kClaimed);
    conclusion.judgement.alarm = alarm;
    ASSERT_TRUE(ledger->Settle(conclusion).ok());
  }
  EXPECT_EQ(home.Row(charge.id).alarm, "payer,amount");
}

TEST(Evidence, ATransactionOfAbsurdLengthProvesNothing) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  Conclusion conclusion = Settled(charge, std::string(257, 'a'), Evidence::kMatched);
  conclusion.receipt->verbatim = std::string(100'000, '\1');
  ASSERT_TRUE(ledger->Settle(conclusion).ok());
  EXPECT_EQ(home.Row(charge.id).evidence, Evidence::kNone);
  EXPECT_EQ(home.Row(charge.id).alarm, "transaction_malformed");
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Promise3BudgetNeverComesBack, NoReportGivesAnythingBack) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  for (const MoneyState told : {MoneyState::kUnknown, MoneyState::kRefused, MoneyState::kUnknown,
                                MoneyState::kSettled, MoneyState::kRefused}) {
    for (const CallState call : {CallState::kOpen, CallState::kAnswered}) {
      Conclusion conclusion = Concluded(charge, told, call);
      conclusion.receipt = GoodReceipt("0xaa");
      conclusion.receipt->amount = "1";
      conclusion.server_text = "refunded";
      ASSERT_TRUE(ledger->Settle(conclusion).ok());
      EXPECT_EQ(home.Sum("all"), "10000");
    }
  }
  for (const MoneyState told : {MoneyState::kReleased, MoneyState::kPresumedSpent}) {
    EXPECT_TRUE(
        absl::IsInvalidArgument(ledger->Settle(Concluded(charge, told, CallState::kAnswered))));
  }
  EXPECT_EQ(home.Sum("all"), "10000");
}

TEST(Promise3BudgetNeverComesBack, SettlesSaysRefusedWaitsForExpiryAndAsksAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  constexpr int kTries = 20;
  int proofs = 0;
  for (int i = 0; i < kTries; ++i) {
    const absl::StatusOr<OpenCharge> charge =
        TryPay(*ledger, Payable(TestCall(), {TotalLimit(10'000, 50'000)}), 300);
    if (charge.ok()) {
      ++proofs;
      ASSERT_TRUE(ledger->Settle(Concluded(*charge, MoneyState::kRefused, CallState::kOpen)).ok());
    } else {
      EXPECT_TRUE(absl::IsResourceExhausted(charge.status())) << charge.status();
    }
    home.clock().Pass(301);
  }
  EXPECT_EQ(proofs, 5);
  EXPECT_EQ(home.Sum("all"), "50000");
}

TEST(Promise3BudgetNeverComesBack, WhatIsShownAfterExpiryChangesNothingThatCounts) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kRefused, CallState::kOpen)).ok());
  home.clock().Pass(301);
  const LogRow row = home.Row(charge.id);
  EXPECT_EQ(MoneyAt(*row.money, row.dead_after, home.clock().seconds()),
            MoneyState::kPresumedSpent);
  EXPECT_EQ(home.Sum("all"), "10000");
}

TEST(Promise3BudgetNeverComesBack, TheUserGivesBackWhatHeReconciles) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge kept = Pay(*ledger, Payable(TestCall("1")));
  const OpenCharge charge = Pay(*ledger, Payable(TestCall("2")));
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kRefused, CallState::kOpen)).ok());
  const Order early = home.NotSettled(charge.id);
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, early)))
      << "the server could still settle it";
  home.clock().Pass(300);
  const Order order = home.NotSettled(charge.id);
  EXPECT_TRUE(absl::IsPermissionDenied(ledger->Resolve(order, "")));
  EXPECT_EQ(home.Sum("all"), "20000");
  ASSERT_TRUE(home.Give(*ledger, order).ok());
  EXPECT_EQ(home.Sum("all"), "10000");
  EXPECT_EQ(home.Row(charge.id).money, MoneyState::kReleased);
  EXPECT_EQ(home.Row(kept.id).money, MoneyState::kHeld);
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, home.NotSettled(charge.id))))
      << "once per payment";
  EXPECT_EQ(home.Sum("all"), "10000");
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Promise3BudgetNeverComesBack, AReceiptForWhatWasGivenBackIsAnAlarm) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()), 0);
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kRefused, CallState::kOpen)).ok());
  ASSERT_TRUE(home.Give(*ledger, home.NotSettled(charge.id)).ok());
  ASSERT_TRUE(ledger->Settle(Settled(charge, "0xaa", Evidence::kMatched)).ok());
  EXPECT_EQ(home.Row(charge.id).alarm, "settled_after_release");
}

TEST(Promise3BudgetNeverComesBack, WhatIsRunningOrConfirmedIsNotReconciled) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge running = Pay(*ledger, Payable(TestCall("1")), 0);
  const OpenCharge confirmed = Pay(*ledger, Payable(TestCall("2")), 0);
  ASSERT_TRUE(ledger->Settle(Settled(confirmed, "0xaa", Evidence::kConfirmed)).ok());
  for (const OpenCharge& charge : {running, confirmed}) {
    EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, home.NotSettled(charge.id))));
  }
  EXPECT_TRUE(absl::IsNotFound(home.Give(*ledger, home.NotSettled("c0"))));
  EXPECT_EQ(home.Sum("all"), "20000");
}

}  // namespace
}  // namespace tollpass
