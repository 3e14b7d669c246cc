#include "core/limit.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "core/clock.h"

namespace tollpass {
namespace {

constexpr WindowKind kKinds[] = {WindowKind::kCall,  WindowKind::kRate,    WindowKind::kHour,
                                 WindowKind::kDay,   WindowKind::kWeek,    WindowKind::kMonth,
                                 WindowKind::kTotal, WindowKind::kRolling, WindowKind::kUses};

/// Unix seconds of a moment in UTC.
int64_t At(int year, unsigned month, unsigned day, int hour = 0, int minute = 0, int second = 0) {
  using namespace std::chrono;
  const sys_days date = std::chrono::year(year) / static_cast<int>(month) / static_cast<int>(day);
  return duration_cast<seconds>(date.time_since_epoch()).count() + hour * 3600 + minute * 60 +
         second;
}

Asset Usdc(std::string network = "eip155:84532") {
  return {.symbol = "USDC",
          .network = std::move(network),
          .id = "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
          .decimals = 6,
          .eip712_name = "USDC",
          .eip712_version = "2"};
}

LimitSpec Spec(WindowKind window, int64_t seconds = 0) {
  return {.window = window,
          .seconds = seconds,
          .unit = "USD",
          .assets = {AssetKey("eip155:84532", Usdc().id), AssetKey("eip155:8453", Usdc().id)},
          .maximum = Amount(1'000'000'000'000'000'000)};
}

Limit Apply(WindowKind window, int64_t now, int64_t seconds = 0) {
  const std::optional<Limit> limit = ApplyLimit(Spec(window, seconds), Usdc(), Amount(10'000), now);
  EXPECT_TRUE(limit.has_value());
  return limit.value_or(Limit());
}

struct BorderCase {
  WindowKind window;
  int64_t now;
  int64_t start;
};

TEST(CalendarLimit, BeginsWhereTheWindowBeginsInUtc) {
  const BorderCase cases[] = {
      {WindowKind::kHour, At(2026, 11, 30, 23, 59, 59), At(2026, 11, 30, 23)},
      {WindowKind::kHour, At(2026, 12, 1, 0, 0, 0), At(2026, 12, 1)},
      {WindowKind::kDay, At(2026, 11, 30, 23, 59, 59), At(2026, 11, 30)},
      {WindowKind::kDay, At(2026, 12, 1), At(2026, 12, 1)},
      {WindowKind::kDay, At(2028, 2, 29, 12), At(2028, 2, 29)},
      {WindowKind::kWeek, At(2026, 11, 30), At(2026, 11, 30)},              // a Monday
      {WindowKind::kWeek, At(2026, 11, 29, 23, 59, 59), At(2026, 11, 23)},  // a Sunday
      {WindowKind::kWeek, At(2027, 1, 1, 5), At(2026, 12, 28)},             // over the year's end
      {WindowKind::kMonth, At(2026, 11, 30, 23, 59, 59), At(2026, 11, 1)},
      {WindowKind::kMonth, At(2026, 12, 31, 23, 59, 59), At(2026, 12, 1)},
      {WindowKind::kMonth, At(2027, 1, 1), At(2027, 1, 1)},
      {WindowKind::kMonth, At(2028, 2, 29, 1), At(2028, 2, 1)},
      {WindowKind::kMonth, At(2028, 3, 1), At(2028, 3, 1)},
      {WindowKind::kTotal, At(2026, 11, 30), 0},
      {WindowKind::kDay, -1, At(1969, 12, 31)},
  };
  for (const BorderCase& one : cases) {
    const Limit limit = Apply(one.window, one.now);
    EXPECT_EQ(FormatTime(limit.from), FormatTime(one.start)) << WindowName(one.window);
    EXPECT_EQ(limit.bucket, limit.from) << WindowName(one.window);
  }
}

TEST(CallLimit, ComparesThisPaymentAlone) {
  const Limit limit = Apply(WindowKind::kCall, At(2026, 11, 30, 5));
  EXPECT_EQ(limit.from, At(2026, 11, 30, 5));
  EXPECT_EQ(limit.bucket, limit.from);
  EXPECT_EQ(limit.amount.ToAtomic(), "10000000000000000");
}

TEST(RollingLimit, ABucketThatTheWindowTouchesCountsInFull) {
  constexpr int64_t kSixHours = 6 * 3600;
  constexpr int64_t kBucket = kSixHours / 60;
  for (const int64_t now : {At(2026, 11, 30), At(2026, 11, 30, 5, 17, 43), At(2026, 12, 1) - 1}) {
    const Limit limit = Apply(WindowKind::kRolling, now, kSixHours);
    EXPECT_LE(limit.bucket, now);
    EXPECT_GT(limit.bucket, now - kBucket);
    EXPECT_LE(limit.from, now - kSixHours);
    EXPECT_GT(limit.from, now - kSixHours - kBucket);
    EXPECT_EQ(limit.bucket % kBucket, 0);
    EXPECT_EQ(limit.from % kBucket, 0);
    EXPECT_EQ(limit.seconds, kSixHours);
    EXPECT_EQ(limit.amount.ToAtomic(), "10000000000000000");
  }
}

TEST(RollingLimit, NoPaymentOfTheLastSecondsFallsOut) {
  for (const int64_t length : {1, 59, 60, 61, 119, 3600, 90'061}) {
    for (int64_t later = 0; later <= length; later += std::max<int64_t>(1, length / 97)) {
      const int64_t paid = At(2026, 11, 30, 4, 16, 46);
      EXPECT_GE(Apply(WindowKind::kRolling, paid, length).bucket,
                Apply(WindowKind::kRolling, paid + later, length).from)
          << length << " " << later;
    }
  }
}

TEST(RollingLimit, AnOldPaymentFallsOutWithinOneBucket) {
  for (const int64_t length : {1, 60, 3600, 90'061}) {
    const int64_t paid = At(2026, 11, 30, 4, 16, 46);
    const int64_t later = paid + length + std::max<int64_t>(1, length / 60) + 1;
    EXPECT_LT(Apply(WindowKind::kRolling, paid, length).bucket,
              Apply(WindowKind::kRolling, later, length).from)
        << length;
  }
}

TEST(RateLimit, CountsCallsOfEveryAsset) {
  LimitSpec spec{.window = WindowKind::kRate,
                 .seconds = 60,
                 .unit = "calls",
                 .assets = {},
                 .maximum = Amount(30)};
  const std::optional<Limit> limit = ApplyLimit(spec, Usdc(), Amount(10'000), At(2026, 11, 30));
  ASSERT_TRUE(limit.has_value());
  EXPECT_EQ(limit->amount, Amount(1));
  EXPECT_EQ(limit->maximum, Amount(30));
  EXPECT_EQ(limit->unit, "calls/testnet");
  EXPECT_EQ(limit->bucket, At(2026, 11, 30));
  EXPECT_EQ(limit->from, At(2026, 11, 30) - 60);
}

TEST(UsesLimit, CountsCallsForEver) {
  LimitSpec spec{.window = WindowKind::kUses,
                 .seconds = 0,
                 .unit = "calls",
                 .assets = {},
                 .maximum = Amount(1)};
  const std::optional<Limit> limit = ApplyLimit(spec, Usdc(), Amount(10'000), At(2026, 11, 30));
  ASSERT_TRUE(limit.has_value());
  EXPECT_EQ(limit->amount, Amount(1));
  EXPECT_EQ(limit->from, 0);
  EXPECT_EQ(limit->bucket, 0);
}

// "1 payment at most" says nothing about networks.
TEST(UsesLimit, IsOneNumberForAllNetworks) {
  const LimitSpec spec{
      .window = WindowKind::kUses, .unit = "calls", .assets = {}, .maximum = Amount(1)};
  for (const char* network : {"eip155:84532", "eip155:8453"}) {
    EXPECT_EQ(ApplyLimit(spec, Usdc(network), Amount(1), 0)->unit, "calls") << network;
  }
}

TEST(Limit, TestAndMainNetworksNeverShareACounter) {
  for (const WindowKind window : kKinds) {
    if (window == WindowKind::kUses) continue;
    const LimitSpec spec = Spec(window, 60);
    EXPECT_EQ(ApplyLimit(spec, Usdc("eip155:84532"), Amount(1), 0)->unit, "USD/testnet");
    EXPECT_EQ(ApplyLimit(spec, Usdc("eip155:8453"), Amount(1), 0)->unit, "USD/mainnet");
  }
}

TEST(Limit, OfMoneyCountsOnlyItsAssets) {
  Asset other = Usdc();
  other.id = "0x0000000000000000000000000000000000000001";
  EXPECT_EQ(ApplyLimit(Spec(WindowKind::kDay), other, Amount(1), 0), std::nullopt);
  EXPECT_EQ(ApplyLimit(Spec(WindowKind::kDay), Usdc("eip155:137"), Amount(1), 0), std::nullopt);
}

TEST(Limit, SumsAreKeptAtEighteenDecimalsRoundedUp) {
  Asset fine = Usdc();
  fine.decimals = 20;
  const auto amount = [&fine](uint64_t charge) {
    return ApplyLimit(Spec(WindowKind::kDay), fine, Amount(charge), 0)->amount.ToAtomic();
  };
  EXPECT_EQ(amount(1), "1");
  EXPECT_EQ(amount(100), "1");
  EXPECT_EQ(amount(101), "2");
  EXPECT_EQ(amount(0), "0");
}

TEST(Limit, AnAmountThatDoesNotFitIsRefused) {
  const Amount huge = *Amount::FromAtomic("340282366920938463463374607431768211455");
  const std::optional<Limit> limit = ApplyLimit(Spec(WindowKind::kDay), Usdc(), huge, 0);
  ASSERT_TRUE(limit.has_value());
  EXPECT_TRUE(limit->maximum.IsZero());
  EXPECT_FALSE(limit->amount.IsZero());
}

TEST(Limit, EveryClockAndLengthIsDefined) {
  for (const WindowKind window : kKinds) {
    for (const int64_t now : {INT64_MIN, int64_t{-1}, int64_t{0}, INT64_MAX}) {
      for (const int64_t seconds : {INT64_MIN, int64_t{0}, int64_t{1}, INT64_MAX}) {
        const Limit limit = Apply(window, now, seconds);
        EXPECT_LE(limit.from, limit.bucket) << WindowName(window);
      }
    }
  }
}

TEST(WindowKind, HasAStableName) {
  const std::vector<std::string> names = {"call",  "rate",  "hour",    "day", "week",
                                          "month", "total", "rolling", "uses"};
  std::vector<WindowKind> kinds = {WindowKind::kCall,  WindowKind::kRate,    WindowKind::kHour,
                                   WindowKind::kDay,   WindowKind::kWeek,    WindowKind::kMonth,
                                   WindowKind::kTotal, WindowKind::kRolling, WindowKind::kUses};
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(WindowName(kinds[i]), names[i]);
    EXPECT_EQ(WindowFromName(names[i]), kinds[i]);
  }
  for (const char* name : {"", "Day", "year", "day "}) {
    EXPECT_EQ(WindowFromName(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace tollpass
