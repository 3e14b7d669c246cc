#include "core/time_zone.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/clock.h"
#include "core/parse_time.h"

namespace tollpass {
namespace {

TimeZone Zone(std::string_view name) {
  const std::optional<TimeZone> zone = TimeZone::Named(name);
  EXPECT_TRUE(zone.has_value()) << name << " (package tzdata)";
  return zone.value_or(TimeZone());
}

int64_t At(std::string_view utc) {
  const std::optional<int64_t> time = ParseTime(utc);
  EXPECT_TRUE(time.has_value()) << utc;
  return time.value_or(0);
}

struct Start {
  std::string_view zone;
  std::string_view now;
  std::string_view start;
};

template <typename StartOf>
void ExpectStarts(std::initializer_list<Start> cases, const StartOf& start_of) {
  for (const Start& item : cases) {
    EXPECT_EQ(FormatTime(start_of(Zone(item.zone), At(item.now))), item.start)
        << item.zone << " at " << item.now;
  }
}

TEST(TimeZone, ADayBeginsAtMidnightOfTheWallAlsoOfOneWith23Or25Hours) {
  ExpectStarts({{"UTC", "2026-11-30T23:59:59Z", "2026-11-30T00:00:00Z"},
                {"Europe/Oslo", "2026-11-30T22:59:59Z", "2026-11-29T23:00:00Z"},
                {"Europe/Oslo", "2026-11-30T23:00:00Z", "2026-11-30T23:00:00Z"},
                // 23 hours: the clocks go from 02:00 to 03:00.
                {"Europe/Oslo", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00Z"},
                {"Europe/Oslo", "2026-03-29T21:59:59Z", "2026-03-28T23:00:00Z"},
                {"Europe/Oslo", "2026-03-29T22:00:00Z", "2026-03-29T22:00:00Z"},
                // 25 hours: they go back from 03:00 to 02:00.
                {"Europe/Oslo", "2026-10-25T22:59:59Z", "2026-10-24T22:00:00Z"},
                {"Europe/Oslo", "2026-10-25T23:00:00Z", "2026-10-25T23:00:00Z"},
                // Half an hour from the full one, and nearly a day away.
                {"Asia/Kolkata", "2026-11-30T18:29:59Z", "2026-11-29T18:30:00Z"},
                {"Pacific/Kiritimati", "2026-11-30T10:00:00Z", "2026-11-30T10:00:00Z"},
                // The clocks are put over midnight: the day begins at one o'clock.
                {"America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-04T03:00:00Z"},
                // Midnight is shown twice: the day begins the first time.
                {"America/Havana", "2026-11-01T05:30:00Z", "2026-11-01T04:00:00Z"}},
               [](const TimeZone& zone, int64_t now) { return zone.StartOfDay(now); });
}

TEST(TimeZone, AnHourIsThatOfTheWallAndOneThatIsShownTwiceIsTwo) {
  ExpectStarts({{"UTC", "2026-11-30T23:59:59Z", "2026-11-30T23:00:00Z"},
                {"Asia/Kolkata", "2026-11-30T10:29:59Z", "2026-11-30T09:30:00Z"},
                {"Europe/Oslo", "2026-10-25T00:30:00Z", "2026-10-25T00:00:00Z"},
                {"Europe/Oslo", "2026-10-25T01:30:00Z", "2026-10-25T01:00:00Z"}},
               [](const TimeZone& zone, int64_t now) { return zone.StartOfHour(now); });
}

TEST(TimeZone, WeeksBeginOnMondayAndMonthsOnTheirFirst) {
  ExpectStarts({{"UTC", "2026-11-29T23:59:59Z", "2026-11-23T00:00:00Z"},
                {"Europe/Oslo", "2026-11-29T22:59:59Z", "2026-11-22T23:00:00Z"},
                {"Europe/Oslo", "2026-11-29T23:00:00Z", "2026-11-29T23:00:00Z"},
                {"Europe/Oslo", "2026-10-25T12:00:00Z", "2026-10-18T22:00:00Z"}},
               [](const TimeZone& zone, int64_t now) { return zone.StartOfWeek(now); });
  ExpectStarts({{"UTC", "2026-11-30T23:59:59Z", "2026-11-01T00:00:00Z"},
                {"Europe/Oslo", "2026-11-30T22:59:59Z", "2026-10-31T23:00:00Z"},
                {"Europe/Oslo", "2026-10-31T12:00:00Z", "2026-09-30T22:00:00Z"},
                {"Europe/Oslo", "2026-11-30T23:00:00Z", "2026-11-30T23:00:00Z"}},
               [](const TimeZone& zone, int64_t now) { return zone.StartOfMonth(now); });
}

TEST(TimeZone, EveryWindowHoldsItsMomentAndNoneBeginsTwice) {
  constexpr int64_t kStep = 37 * 60;
  constexpr int64_t kLongestDay = 25 * 3600;
  for (const std::string_view name : {"UTC", "Europe/Oslo", "America/Havana", "Australia/Lord_Howe",
                                      "Asia/Kolkata", "America/New_York", "Pacific/Apia"}) {
    const TimeZone zone = Zone(name);
    int64_t before = 0;
    for (int64_t now = At("2026-01-01T00:00:00Z"); now < At("2027-02-01T00:00:00Z"); now += kStep) {
      const int64_t day = zone.StartOfDay(now);
      ASSERT_LE(day, now) << name;
      ASSERT_LT(now - day, kLongestDay) << name << FormatTime(now);
      ASSERT_GE(day, before) << name << FormatTime(now);
      ASSERT_EQ(zone.StartOfDay(day), day) << name << FormatTime(now);
      ASSERT_LE(zone.StartOfWeek(now), day) << name << FormatTime(now);
      ASSERT_LE(zone.StartOfMonth(now), day) << name << FormatTime(now);
      ASSERT_LE(zone.StartOfHour(now), now) << name << FormatTime(now);
      before = day;
    }
  }
}

TEST(TimeZone, TellsWhatTheClockOnTheWallShows) {
  EXPECT_EQ(TimeZone().SecondsOfDay(At("2026-11-30T08:00:01Z")), 8 * 3600 + 1);
  EXPECT_EQ(TimeZone().SecondsOfDay(-1), 86'399);
  EXPECT_EQ(Zone("Europe/Oslo").SecondsOfDay(At("2026-11-30T08:00:00Z")), 9 * 3600);
  EXPECT_EQ(Zone("Europe/Oslo").SecondsOfDay(At("2026-07-30T08:00:00Z")), 10 * 3600);
  EXPECT_EQ(Zone("Asia/Kolkata").SecondsOfDay(At("2026-11-30T18:30:00Z")), 0);
}

TEST(TimeZone, IsKnownByItsNameInTheDatabaseAlone) {
  EXPECT_EQ(Zone("Europe/Oslo").name(), "Europe/Oslo");
  EXPECT_EQ(Zone("UTC"), TimeZone());
  EXPECT_FALSE(Zone("Europe/Oslo") == TimeZone());
  for (const std::string_view name : {"",
                                      " ",
                                      "Oslo",
                                      "Europe",
                                      "Europe/Nowhere",
                                      "europe/oslo",
                                      "localtime",
                                      "/etc/localtime",
                                      "../zoneinfo/UTC",
                                      "Europe//Oslo",
                                      "Europe/../UTC",
                                      "right/Europe/Oslo",
                                      "posix/Europe/Oslo",
                                      "posixrules",
                                      "zone.tab",
                                      "Fixed/UTC+01:00:00",
                                      "UTC+1",
                                      "+01:00",
                                      "Europe/Oslo ",
                                      "file:Europe/Oslo"}) {
    EXPECT_EQ(TimeZone::Named(name), std::nullopt) << name;
  }
  EXPECT_EQ(TimeZone::Named(std::string(100'000, 'A')), std::nullopt);
}

TEST(TimeZone, NoEnvironmentLeadsToOtherRules) {
  ASSERT_EQ(setenv("TZDIR", "/nowhere", 1), 0);
  ASSERT_EQ(setenv("TZ", "Asia/Tokyo", 1), 0);
  EXPECT_EQ(Zone("America/Bogota").SecondsOfDay(At("2026-11-30T12:00:00Z")), 7 * 3600);
  unsetenv("TZDIR");
  unsetenv("TZ");
}

}  // namespace
}  // namespace tollpass
