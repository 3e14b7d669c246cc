#include "core/parse_time.h"

#include <gtest/gtest.h>

#include "core/clock.h"

namespace tollpass {
namespace {

TEST(ParseTime, ReadsADayOrWhatFormatTimeWrites) {
  EXPECT_EQ(ParseTime("1970-01-01"), 0);
  EXPECT_EQ(ParseTime("2026-11-30"), 1795996800);
  EXPECT_EQ(ParseTime("2026-11-30T04:14:46Z"), 1795996800 + 15286);
  for (const int64_t time : {int64_t{0}, int64_t{951782399}, int64_t{1799971200}}) {
    EXPECT_EQ(ParseTime(FormatTime(time)), time);
  }
}

TEST(ParseTime, RefusesEverythingElse) {
  for (const char* text :
       {"", "2026", "2026-13-01", "2026-02-30", "2026-11-30T24:00:00Z", "2026-11-30T00:60:00Z",
        "2026-11-30T00:00:00", "2026-11-30 00:00:00Z", "2026-11-3", "26-11-30", "2026-11-30Z",
        "+026-11-30", "2026-1a-30", " 2026-11-30"}) {
    EXPECT_EQ(ParseTime(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace tollpass
