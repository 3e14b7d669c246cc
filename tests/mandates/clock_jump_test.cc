#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

/// A wall clock that is set forward would begin new windows, and with them new budgets.
namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr int64_t kHour = 3600;

std::string Arguments(int number) { return std::to_string(number); }

/// A charge with an hour's limit of one payment.
DecidedCall OnceAnHour(LedgerHome& home, int number) {
  Limit limit = TotalLimit(10'000, 10'000);
  limit.window = WindowKind::kHour;
  limit.from = limit.bucket = home.clock().seconds() / kHour * kHour;
  return Payable(TestCall(Arguments(number)), {limit});
}

std::string Failure(Ledger& ledger, LedgerHome& home, int number) {
  const absl::Status status = TryPay(ledger, OnceAnHour(home, number)).status();
  return status.ok() ? "" : std::string(status.message());
}

TEST(ClockJump, StopsPaymentsAndSaysSo) {
  LedgerHome home;
  home.clock().Boot("b1");
  const auto ledger = home.Open();
  Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Set(kHour);
  const absl::Status status = TryPay(*ledger, OnceAnHour(home, 2)).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), StartsWith(std::string(kClockJumpedMessage)));
  EXPECT_THAT(std::string(status.message()), HasSubstr("1h more than has passed"));
  EXPECT_EQ(home.Read()->Standing(home.clock().seconds(), home.clock().SinceBoot())->payable,
            status);
  EXPECT_EQ(Failure(*home.Open(), home, 2), std::string(status.message())) << "in every process";
}

TEST(ClockJump, IsNoneWhereTimePassed) {
  LedgerHome home;
  home.clock().Boot("b1");
  const auto ledger = home.Open();
  Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Pass(30 * 24 * kHour);  // asleep, or running
  EXPECT_EQ(Failure(*ledger, home, 2), "");
}

TEST(ClockJump, IsNoneAfterAStartOfTheMachine) {
  LedgerHome home;
  home.clock().Boot("b1");
  const auto ledger = home.Open();
  Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Set(5 * kHour);
  home.clock().Boot("b2");
  EXPECT_EQ(Failure(*ledger, home, 2), "");
  home.clock().Set(kHour);
  EXPECT_THAT(Failure(*ledger, home, 3), StartsWith(std::string(kClockJumpedMessage)));
}

TEST(ClockJump, IsNoneWhereNobodyKnowsTheTimeSinceTheStart) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Set(kHour);
  EXPECT_EQ(Failure(*ledger, home, 2), "");
}

TEST(ClockJump, OfAFewMinutesIsTolerated) {
  LedgerHome home;
  home.clock().Boot("b1");
  const auto ledger = home.Open();
  Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Set(300);
  EXPECT_EQ(TryPay(*ledger, Payable(TestCall("2"))).status(), absl::OkStatus());
  home.clock().Set(1);
  EXPECT_THAT(std::string(TryPay(*ledger, Payable(TestCall("3"))).status().message()),
              StartsWith(std::string(kClockJumpedMessage)))
      << "many small ones add up";
}

TEST(ClockJump, LeavesNoTraceOnceTheClockIsRightAgain) {
  LedgerHome home;
  home.clock().Boot("b1");
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Set(24 * kHour);
  // What ends and what narrows is recorded meanwhile, by the time that really passed.
  home.clock().Pass(1);
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  ASSERT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kPause, "")).ok());
  home.clock().Set(-24 * kHour);
  ASSERT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kResume, "")).ok());
  home.clock().Pass(kHour);
  EXPECT_EQ(Failure(*ledger, home, 2), "");
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(ClockJump, NothingIsWidenedMeanwhile) {
  LedgerHome home;
  home.clock().Boot("b1");
  const auto ledger = home.Open();
  Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Set(kHour);
  const absl::Status resumed = home.Give(*ledger, home.NewOrder(OrderKind::kResume, ""));
  EXPECT_THAT(std::string(resumed.message()), StartsWith(std::string(kClockJumpedMessage)));
}

TEST(ClockJump, IsAcceptedByTheUserAndNoWindowBeginsByIt) {
  LedgerHome home;
  home.clock().Boot("b1");
  const auto ledger = home.Open();
  Pay(*ledger, OnceAnHour(home, 1));
  home.clock().Set(3 * kHour);
  const LedgerStanding standing =
      home.Read()->Standing(home.clock().seconds(), home.clock().SinceBoot()).value();
  EXPECT_FALSE(standing.lost);
  ASSERT_TRUE(home.Give(*ledger, home.Accept()).ok());
  EXPECT_THAT(Failure(*ledger, home, 2), Not(IsEmpty())) << "this hour counts as used up";
  home.clock().Pass(kHour);
  EXPECT_EQ(Failure(*ledger, home, 3), "");
  home.clock().Set(kHour);
  EXPECT_THAT(Failure(*ledger, home, 4), StartsWith(std::string(kClockJumpedMessage)))
      << "what was accepted is what the next jump is measured by";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(ClockJump, WhatItIsMeasuredByIsFoundChangedByVerify) {
  LedgerHome home;
  home.clock().Boot("b1");
  Pay(*home.Open(), OnceAnHour(home, 1));
  ASSERT_THAT(home.Verify().faults, IsEmpty());
  home.Tamper("UPDATE meta SET clock_offset_ms = clock_offset_ms + 3600000");
  EXPECT_THAT(home.Verify().faults, SizeIs(1));
}

}  // namespace
}  // namespace tollpass
