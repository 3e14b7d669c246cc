#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "mandates/ledger.h"
#include "mandates/sql/database.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::IsEmpty;

TEST(Charge, KeepsTermsAndProofToTheByte) {
  LedgerHome home;
  const auto ledger = home.Open();
  DecidedCall decided = Payable(TestCall());
  decided.terms->charge = Amount::FromAtomic("340282366920938463463374607431768211455").value();
  auto transaction = Begin(*ledger, home.clock(), decided.call);
  ASSERT_TRUE(transaction->Charge(decided.verdict.limits).ok());
  Proof proof = TestProof(home.clock().seconds());
  proof.payload = std::string(R"({"a" : "\u20ac €", )") + "\"b\":\t1}";
  const OpenCharge charge = transaction->Commit(decided, proof, {}).value();
  EXPECT_EQ(charge.proof, proof);

  const auto [terms, stored] = home.Open()->Find(charge.id).value();
  EXPECT_EQ(terms, *decided.terms);
  EXPECT_EQ(stored, proof);
}

TEST(Charge, IsShownInTheLog) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  const LogRow row = home.Row(charge.id);
  EXPECT_EQ(row.server, "search");
  EXPECT_EQ(row.server_id, kServer);
  EXPECT_EQ(row.tool, "search");
  EXPECT_EQ(row.money, MoneyState::kHeld);
  EXPECT_EQ(row.call, CallState::kLive);
  EXPECT_EQ(row.verdict, VerdictKind::kPay);
  EXPECT_EQ(row.reason, "in_bounds");
  EXPECT_EQ(row.section, "server.search");
  EXPECT_EQ(row.dialect, "x402-v2");
  EXPECT_EQ(row.scheme, "exact");
  EXPECT_EQ(row.network, "eip155:84532");
  EXPECT_EQ(row.asset, TestTerms().asset);
  EXPECT_EQ(row.amount, Amount(10'000));
  EXPECT_EQ(row.payee, TestTerms().payee);
  EXPECT_EQ(row.evidence, Evidence::kNone);
  EXPECT_EQ(row.server_text, "please pay");
  EXPECT_EQ(row.time, home.clock().seconds());
  EXPECT_EQ(row.sequence, 2);
}

TEST(Charge, ADeclinedCallIsARowWithoutMoney) {
  LedgerHome home;
  const auto ledger = home.Open();
  DecidedCall decided = Payable(TestCall());
  decided.verdict = {};
  decided.verdict.reason = Reason::kServerUnknown;
  decided.terms.reset();
  const std::string id =
      Begin(*ledger, home.clock(), decided.call)->CommitDeclined(decided).value();
  const LogRow row = home.Row(id);
  EXPECT_EQ(row.verdict, VerdictKind::kDeny);
  EXPECT_EQ(row.reason, "server_unknown");
  EXPECT_EQ(row.money, std::nullopt);
  EXPECT_EQ(row.call, std::nullopt);
  EXPECT_EQ(row.asset, std::nullopt);
  EXPECT_TRUE(absl::IsNotFound(ledger->Find(id).status()));
}

TEST(Charge, IdsAndTheirUniqueBeginningsAreFound) {
  LedgerHome home;
  const auto ledger = home.Open();
  const std::string first = Pay(*ledger, Payable(TestCall())).id;
  EXPECT_EQ(first.size(), 11U);
  EXPECT_EQ(home.Row(first.substr(0, 6)).id, first);
  for (int i = 0; i < 20; ++i) {
    Pay(*ledger, Payable(TestCall()));
  }
  const auto reader = home.Read();
  EXPECT_TRUE(absl::IsFailedPrecondition(reader->Show("c").status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(reader->Show("").status()));
  EXPECT_TRUE(absl::IsNotFound(reader->Show("x1").status()));
  EXPECT_TRUE(absl::IsNotFound(reader->Show("c%").status()));
}

TEST(Charge, TheLogIsReadFromAPlaceAndUpToANumber) {
  LedgerHome home;
  const auto ledger = home.Open();
  std::vector<std::string> ids;
  for (int i = 0; i < 5; ++i) {
    ids.push_back(Pay(*ledger, Payable(TestCall())).id);
  }
  const auto ids_of = [&](int64_t after, int64_t limit) {
    std::vector<std::string> found;
    const std::vector<LogRow> rows = home.Read()->Log(after, limit).value();
    for (const LogRow& row : rows) {
      found.push_back(row.id);
    }
    return found;
  };
  EXPECT_EQ(ids_of(0, 0), ids);
  EXPECT_EQ(ids_of(0, 2), std::vector(ids.begin() + 3, ids.end()));
  EXPECT_EQ(ids_of(home.Row(ids[1]).sequence, 0), std::vector(ids.begin() + 2, ids.end()));
}

Limit LimitOf(WindowKind window, uint64_t amount, uint64_t maximum) {
  Limit limit = TotalLimit(amount, maximum);
  limit.counter = "c";
  limit.window = window;
  return limit;
}

TEST(Limits, HoldAtTheirMaximumAndNotBeyond) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Payable(TestCall(), {TotalLimit(60, 100)}));
  auto transaction = Begin(*ledger, home.clock(), TestCall("{}"));
  EXPECT_EQ(transaction->FirstFull({TotalLimit(40, 100)}).value(), std::nullopt);
  EXPECT_EQ(transaction->FirstFull({TotalLimit(41, 100)}).value(), TotalLimit(41, 100));
  EXPECT_TRUE(absl::IsResourceExhausted(transaction->Charge({TotalLimit(41, 100)})));
  EXPECT_TRUE(transaction->Charge({TotalLimit(40, 100)}).ok());
}

TEST(Limits, ForOneCallCompareAndDoNotAddUp) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Limit limit = LimitOf(WindowKind::kCall, 100, 100);
  Pay(*ledger, Payable(TestCall("1"), {limit}));
  Pay(*ledger, Payable(TestCall("2"), {limit}));
  EXPECT_EQ(home.Sum("c"), "0");
  EXPECT_TRUE(absl::IsResourceExhausted(
      TryPay(*ledger, Payable(TestCall("3"), {LimitOf(WindowKind::kCall, 101, 100)})).status()));
}

TEST(Limits, TheFirstThatIsFullIsNamed) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Limit wide = TotalLimit(10, 100);
  Limit narrow = TotalLimit(10, 9);
  narrow.counter = "server.search";
  auto transaction = Begin(*ledger, home.clock(), TestCall());
  EXPECT_EQ(transaction->FirstFull({wide, narrow, narrow}).value(), narrow);
  EXPECT_EQ(transaction->FirstFull({}).value(), std::nullopt);
}

TEST(Limits, CountersAreApartByUnitWindowAndLength) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Limit day = LimitOf(WindowKind::kDay, 100, 100);
  Limit other_unit = day;
  other_unit.unit = "USD/mainnet";
  Limit six_hours = LimitOf(WindowKind::kRolling, 100, 100);
  six_hours.seconds = 6 * 3600;
  Limit one_hour = six_hours;
  one_hour.seconds = 3600;
  Pay(*ledger, Payable(TestCall("1"), {day, six_hours}));
  Pay(*ledger, Payable(TestCall("2"), {other_unit, one_hour}));
  for (const Limit& limit : {day, other_unit, six_hours, one_hour}) {
    EXPECT_FALSE(TryPay(*ledger, Payable(TestCall("3"), {limit})).ok());
  }
}

TEST(Limits, SumTheBucketsFromTheirBeginningOn) {
  LedgerHome home;
  const auto ledger = home.Open();
  const auto at = [](int64_t from, int64_t bucket, uint64_t amount) {
    Limit limit = LimitOf(WindowKind::kRolling, amount, 100);
    limit.seconds = 600;
    limit.from = from;
    limit.bucket = bucket;
    return limit;
  };
  Pay(*ledger, Payable(TestCall("1"), {at(0, 1000, 30)}));
  Pay(*ledger, Payable(TestCall("2"), {at(400, 1010, 30)}));
  auto transaction = Begin(*ledger, home.clock(), TestCall("3"));
  EXPECT_EQ(transaction->FirstFull({at(1000, 1020, 40)}).value(), std::nullopt);
  EXPECT_NE(transaction->FirstFull({at(1000, 1020, 41)}).value(), std::nullopt);
  // A second later the first bucket is out of the window.
  EXPECT_EQ(transaction->FirstFull({at(1001, 1020, 70)}).value(), std::nullopt);
  EXPECT_NE(transaction->FirstFull({at(1001, 1020, 71)}).value(), std::nullopt);
}

TEST(Limits, OneCounterNamedTwiceIsChargedTwice) {
  LedgerHome home;
  const auto ledger = home.Open();
  EXPECT_TRUE(absl::IsResourceExhausted(
      TryPay(*ledger, Payable(TestCall(), {TotalLimit(60, 100), TotalLimit(60, 100)})).status()));
  Pay(*ledger, Payable(TestCall(), {TotalLimit(50, 100), TotalLimit(50, 100)}));
  EXPECT_EQ(home.Sum("all"), "100");
}

TEST(Limits, SumsThatDoNotFitAreFull) {
  LedgerHome home;
  const auto ledger = home.Open();
  Limit huge = TotalLimit();
  huge.amount = Amount::FromAtomic("340282366920938463463374607431768211455").value();
  huge.maximum = huge.amount;
  Pay(*ledger, Payable(TestCall("1"), {huge}));
  EXPECT_EQ(home.Sum("all"), huge.amount.ToAtomic());
  Limit one = huge;
  one.amount = Amount(1);
  EXPECT_TRUE(absl::IsResourceExhausted(TryPay(*ledger, Payable(TestCall("2"), {one})).status()));
}

TEST(Transaction, ThatIsNotCommittedLeavesNothing) {
  LedgerHome home;
  const auto ledger = home.Open();
  {
    auto transaction = Begin(*ledger, home.clock(), TestCall());
    EXPECT_TRUE(transaction->Charge({TotalLimit()}).ok());
  }
  EXPECT_EQ(home.Sum("all"), "0");
  EXPECT_EQ(home.CountEvents(), 1);
}

TEST(Transaction, EndsWithItsFirstCommit) {
  LedgerHome home;
  const auto ledger = home.Open();
  const DecidedCall decided = Payable(TestCall());
  auto transaction = Begin(*ledger, home.clock(), decided.call);
  ASSERT_TRUE(transaction->CommitDeclined(decided).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(transaction->CommitDeclined(decided).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(transaction->Charge({TotalLimit()})));
  EXPECT_TRUE(absl::IsFailedPrecondition(transaction->Commit(decided, {}, {}).status()));
  EXPECT_TRUE(absl::IsFailedPrecondition(transaction->State("k").status()));
  EXPECT_EQ(home.CountEvents(), 2);
}

TEST(Transaction, KeepsTheStateOfSchemesWithTheCharge) {
  LedgerHome home;
  const auto ledger = home.Open();
  const DecidedCall decided = Payable(TestCall());
  const std::string value("\0\1binary\xff", 9);
  auto transaction = Begin(*ledger, home.clock(), decided.call);
  EXPECT_EQ(transaction->State("channel/1").value(), "");
  ASSERT_TRUE(transaction->Charge(decided.verdict.limits).ok());
  ASSERT_TRUE(transaction->Commit(decided, TestProof(0), {{"channel/1", value}}).ok());
  transaction.reset();
  EXPECT_EQ(Begin(*home.Open(), home.clock(), TestCall())->State("channel/1").value(), value);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Transaction, ATextThatIsNoUtf8IsRefusedBeforeItCanBreakTheChain) {
  LedgerHome home;
  const auto ledger = home.Open();
  Call call = TestCall();
  call.tool = "\xff";
  EXPECT_TRUE(absl::IsInvalidArgument(TryPay(*ledger, Payable(call)).status()));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Transaction, WordsOfTheServerAreStoredInPrintableForm) {
  LedgerHome home;
  const auto ledger = home.Open();
  DecidedCall decided = Payable(TestCall());
  decided.server_text = std::string("\x1b[31m\xff") + std::string(5000, 'x');
  const LogRow row = home.Row(Pay(*ledger, decided).id);
  EXPECT_EQ(row.server_text.substr(0, 8), "\\x1b[31m");
  EXPECT_LT(row.server_text.size(), 1100U);
}

TEST(Promise2NothingLeavesUncommitted, ACommitNeedsTheChargeOfEveryLimitOfItsVerdict) {
  LedgerHome home;
  const auto ledger = home.Open();
  const DecidedCall decided = Payable(TestCall(), {TotalLimit(1, 5), TotalLimit(2, 5)});
  auto transaction = Begin(*ledger, home.clock(), decided.call);
  EXPECT_FALSE(transaction->Commit(decided, TestProof(0), {}).ok());
  ASSERT_TRUE(transaction->Charge({TotalLimit(1, 5)}).ok());
  EXPECT_FALSE(transaction->Commit(decided, TestProof(0), {}).ok());
  ASSERT_TRUE(transaction->Charge(decided.verdict.limits).ok());
  EXPECT_TRUE(transaction->Commit(decided, TestProof(0), {}).ok());
}

TEST(Promise2NothingLeavesUncommitted, OnlyAnOfferThatWasJudgedGoodIsCharged) {
  LedgerHome home;
  const auto ledger = home.Open();
  EXPECT_FALSE(TryPay(*ledger, Askable(TestCall())).ok());
  DecidedCall without_offer = Payable(TestCall());
  without_offer.terms.reset();
  EXPECT_FALSE(TryPay(*ledger, without_offer).ok());
  EXPECT_EQ(home.CountEvents(), 1);
}

TEST(Promise2NothingLeavesUncommitted, TenThreadsWithLedgersOfTheirOwnShareOneBudget) {
  LedgerHome home;
  constexpr int kThreads = 10;
  constexpr int kCallsEach = 5;
  constexpr uint64_t kBudget = 17;
  std::atomic<int> paid = 0;
  std::atomic<int> full = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      const auto ledger = home.Open();
      for (int call = 0; call < kCallsEach; ++call) {
        const std::string arguments = std::to_string(thread * 100 + call);
        const absl::Status status =
            TryPay(*ledger, Payable(TestCall(arguments), {TotalLimit(1, kBudget)})).status();
        paid += status.ok() ? 1 : 0;
        full += absl::IsResourceExhausted(status) ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(paid, static_cast<int>(kBudget));
  EXPECT_EQ(full, kThreads * kCallsEach - static_cast<int>(kBudget));
  EXPECT_EQ(home.Sum("all"), std::to_string(kBudget));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Promise2NothingLeavesUncommitted, ThreadsOfOneLedgerShareOneBudget) {
  LedgerHome home;
  const auto ledger = home.Open();
  std::atomic<int> paid = 0;
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 10; ++thread) {
    threads.emplace_back([&, thread] {
      paid += TryPay(*ledger, Payable(TestCall(std::to_string(thread)), {TotalLimit(1, 4)})).ok();
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(paid, 4);
}

TEST(Promise2NothingLeavesUncommitted, ALockThatIsNotToBeHadIsNoPayment) {
  LedgerHome home;
  const auto ledger = home.Open();
  auto other = sql::Database::Open(home.home().LedgerPath(), sql::Database::Mode::kReadWrite);
  ASSERT_TRUE(other.ok());
  const auto lock = sql::Transaction::BeginImmediate(*other);
  ASSERT_TRUE(lock.ok());
  const absl::Status status = TryPay(*ledger, Payable(TestCall())).status();
  EXPECT_TRUE(absl::IsUnavailable(status)) << status;
}

TEST(Promise7ClosedWhenTimeGoesBack, AClockBehindTheNewestRowEndsPayments) {
  LedgerHome home;
  const auto ledger = home.Open();
  home.clock().Pass(100);
  Pay(*ledger, Payable(TestCall("1")));
  home.clock().Pass(-5);
  Pay(*ledger, Payable(TestCall("2")));
  home.clock().Pass(-1);
  const absl::Status status = TryPay(*ledger, Payable(TestCall("3"))).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_EQ(std::string(status.message()).find(kClockWentBackMessage), 0U) << status;
}

TEST(Promise7ClosedWhenTimeGoesBack, WindowsAreComputedByTheNewestRowWithinTheTolerance) {
  LedgerHome home;
  const auto ledger = home.Open();
  home.clock().Pass(100);
  const int64_t newest = home.clock().seconds();
  Pay(*ledger, Payable(TestCall("1")));
  home.clock().Pass(-3);
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall("2"))->now(), newest);
}

TEST(Promise7ClosedWhenTimeGoesBack, WhatNarrowsAndWhatIsBookedGoesOn) {
  LedgerHome home;
  const auto ledger = home.Open();
  home.clock().Pass(100);
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  home.clock().Pass(-1000);
  EXPECT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kAnswered)).ok());
  EXPECT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kPause, "")).ok());
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

}  // namespace
}  // namespace tollpass
