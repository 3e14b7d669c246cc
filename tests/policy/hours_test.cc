#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "core/parse_time.h"
#include "tests/policy/shop.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

struct Moment {
  std::string_view hours;
  std::string_view now;
  bool paid;
};

/// The verdict over a payment in bounds at `now` (UTC), under a mandate of that moment.
std::string DecidedAt(const Policy& policy, std::string_view now) {
  const int64_t seconds = ParseTime(now).value_or(0);
  MandateTerms mandate = Allowed(policy);
  mandate.not_before = seconds;
  mandate.not_after = seconds + 1;
  return Summary(
      policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(std::move(mandate)), seconds));
}

TEST(Hours, NothingIsPaidOutsideOfThem) {
  for (const Moment& moment :
       std::vector<Moment>{{"08:00-20:00", "2026-11-30T07:59:59Z", false},
                           {"08:00-20:00", "2026-11-30T08:00:00Z", true},
                           {"08:00-20:00", "2026-11-30T19:59:59Z", true},
                           {"08:00-20:00", "2026-11-30T20:00:00Z", false},
                           {"00:00-24:00", "2026-11-30T23:59:59Z", true},
                           {"08:00-24:00", "2026-11-30T00:00:00Z", false},
                           // Over midnight.
                           {"22:00-06:00", "2026-11-30T21:59:59Z", false},
                           {"22:00-06:00", "2026-11-30T22:00:00Z", true},
                           {"22:00-06:00", "2026-12-01T05:59:59Z", true},
                           {"22:00-06:00", "2026-12-01T06:00:00Z", false},
                           {"12:00-00:00", "2026-11-30T23:59:59Z", true},
                           {"12:00-00:00", "2026-11-30T11:59:59Z", false},
                           // As the clock on the wall shows them, in winter and in summer.
                           {"08:00-20:00 Europe/Oslo", "2026-11-30T06:59:59Z", false},
                           {"08:00-20:00 Europe/Oslo", "2026-11-30T07:00:00Z", true},
                           {"08:00-20:00 Europe/Oslo", "2026-07-30T06:00:00Z", true},
                           {"08:00-20:00 Europe/Oslo", "2026-07-30T05:59:59Z", false},
                           // 02:30 is not shown on one day, and twice on another.
                           {"02:00-03:00 Europe/Oslo", "2026-03-29T00:59:59Z", false},
                           {"02:00-03:00 Europe/Oslo", "2026-03-29T01:00:00Z", false},
                           {"02:00-03:00 Europe/Oslo", "2026-10-25T00:30:00Z", true},
                           {"02:00-03:00 Europe/Oslo", "2026-10-25T01:30:00Z", true},
                           {"02:00-03:00 Europe/Oslo", "2026-10-25T02:00:00Z", false}}) {
    const Policy policy = Load(ShopText("hours = \"" + std::string(moment.hours) + "\"\n"));
    EXPECT_EQ(DecidedAt(policy, moment.now),
              moment.paid ? "pay in_bounds server.shop" : "deny outside_hours server.shop")
        << moment.hours << " at " << moment.now;
  }
}

TEST(Hours, OfABudgetHoldForEveryServerThatItCounts) {
  const Policy policy =
      Load(ShopText("[budget.day]\nservers = [\"shop\"]\nhours = \"08:00-20:00\"\n"
                    "[budget.other]\nservers = []\nhours = \"00:00-00:01\"\n"));
  EXPECT_EQ(DecidedAt(policy, "2026-11-30T21:00:00Z"), "deny outside_hours budget.day");
  EXPECT_EQ(DecidedAt(policy, "2026-11-30T12:00:00Z"), "pay in_bounds server.shop");
}

TEST(Hours, AreThoseOfTheZoneWhereTheyNameNone) {
  const Policy policy = Load("zone = \"Asia/Tokyo\"\n" + ShopText("hours = \"08:00-20:00\"\n"));
  EXPECT_EQ(DecidedAt(policy, "2026-11-30T10:59:59Z"), "pay in_bounds server.shop");
  EXPECT_EQ(DecidedAt(policy, "2026-11-30T11:00:00Z"), "deny outside_hours server.shop");
  EXPECT_THAT(*policy.Describe("shop"), HasSubstr("08:00-20:00 Asia/Tokyo"));
}

TEST(Hours, AreNeverApproved) {
  const Policy policy = Load(ShopText("hours = \"00:00-00:01\"\nask = \"always\"\n"));
  EXPECT_EQ(DecidedAt(policy, "2026-11-30T12:00:00Z"), "deny outside_hours server.shop");
}

TEST(Hours, OfAnotherFormAreAnErrorWithItsPlace) {
  for (const std::string_view hours :
       {"8:00-20:00", "08:00", "08:00-20", "08:00 - 20:00", "08:00-24:01", "08:60-20:00",
        "24:00-08:00", "08:00-08:00", "-8:00-20:00", "08:00-20:00-22:00", "08.00-20.00", "always",
        "08:00–20:00"}) {
    EXPECT_THAT(ErrorsOf(ShopText("hours = \"" + std::string(hours) + "\"\n")),
                StartsWith("policy.toml:13:9: '"))
        << hours;
  }
  EXPECT_THAT(ErrorsOf(ShopText("hours = 8\n")),
              StartsWith("policy.toml:13:9: 'hours' must be a text"));
  for (const std::string_view zone :
       {"Europe/Nowhere", "CEST+1", "", " Europe/Oslo", "/etc/localtime"}) {
    EXPECT_THAT(ErrorsOf(ShopText("hours = \"08:00-20:00 " + std::string(zone) + "\"\n")),
                StartsWith("policy.toml:13:9: 'hours': this system has no time zone"))
        << zone;
    if (zone.empty()) continue;
    EXPECT_THAT(ErrorsOf("version = 1\nzone = \"" + std::string(zone) + "\"\n"),
                StartsWith("policy.toml:2:8: 'zone': this system has no time zone"))
        << zone;
  }
}

TEST(Zone, MovesTheWindowsOfTheCalendarAndNoOthers) {
  const std::string lines =
      "per_hour = \"1 USD\"\nper_week = \"1 USD\"\nper_month = \"1 USD\"\ntotal = \"1 USD\"\n"
      "rolling = { \"6h\" = \"1 USD\" }\nrate = \"30/min\"\n";
  const Policy utc = Load(ShopText(lines));
  const Policy kolkata = Load("zone = \"Asia/Kolkata\"\n" + ShopText(lines));
  const auto starts = [](const Policy& policy) {
    std::string text;
    for (const Limit& limit :
         policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(Allowed(policy)), kNow).limits) {
      if (limit.counter.starts_with("server.") && limit.window != WindowKind::kCall) {
        text += std::string(WindowName(limit.window)) + " " + FormatTime(limit.from) + "\n";
      }
    }
    return text;
  };
  // 2026-11-30T00:53:20Z, which is 06:23:20 there.
  EXPECT_EQ(starts(utc),
            "hour 2026-11-30T00:00:00Z\nday 2026-11-30T00:00:00Z\nweek 2026-11-30T00:00:00Z\n"
            "month 2026-11-01T00:00:00Z\ntotal 1970-01-01T00:00:00Z\n"
            "rolling 2026-11-29T18:48:00Z\nrate 2026-11-30T00:52:20Z\n");
  EXPECT_EQ(starts(kolkata),
            "hour 2026-11-30T00:30:00Z\nday 2026-11-29T18:30:00Z\nweek 2026-11-29T18:30:00Z\n"
            "month 2026-10-31T18:30:00Z\ntotal 1970-01-01T00:00:00Z\n"
            "rolling 2026-11-29T18:48:00Z\nrate 2026-11-30T00:52:20Z\n");
}

// A program that edits the file could begin a window anew by another zone: that of the mandate
// stays where the user signed it.
TEST(Zone, OfAMandateIsTheOneThatWasSigned) {
  const Policy signed_policy = Load("zone = \"Asia/Kolkata\"\n" + ShopText());
  const Policy edited = Load("zone = \"America/Bogota\"\n" + ShopText());
  const MandateTerms mandate = Allowed(signed_policy);
  const Verdict verdict = edited.Decide(ShopCall(edited), ShopTerms(), FactsWith(mandate), kNow);
  ASSERT_EQ(Summary(verdict), "pay in_bounds server.shop");
  for (const Limit& limit : verdict.limits) {
    if (limit.window != WindowKind::kDay) continue;
    EXPECT_EQ(FormatTime(limit.from),
              limit.mandate.empty() ? "2026-11-29T05:00:00Z" : "2026-11-29T18:30:00Z")
        << limit.counter;
  }
}

TEST(Zone, ThatThisSystemLacksMakesAMandateCoverNothing) {
  const Policy policy = Load(ShopText());
  MandateTerms mandate = Allowed(policy);
  EXPECT_EQ(policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow).kind,
            VerdictKind::kPay);
  for (LimitSpec& limit : mandate.limits) {
    if (IsCalendar(limit.window)) limit.zone = TimeZone::Missing("Mars/Olympus").value();
  }
  EXPECT_EQ(Summary(policy.Decide(ShopCall(policy), ShopTerms(), FactsWith(mandate), kNow)),
            "ask no_mandate server.shop");
}

TEST(Zone, AnEditOfZoneOrHoursVoidsAnswersToTheSectionAsItWas) {
  const auto digest = [](const std::string& text) {
    const Policy policy = Load(text);
    return policy.Decide(ShopCall(policy), ShopTerms(), Facts(), kNow).section_digest;
  };
  const std::string before = digest(ShopText());
  EXPECT_NE(digest("zone = \"Asia/Kolkata\"\n" + ShopText()), before);
  EXPECT_NE(digest(ShopText("hours = \"00:00-23:59\"\n")), before);
  EXPECT_THAT(digest("zone = \"UTC\"\n" + ShopText()), before);
}

}  // namespace
}  // namespace tollpass
