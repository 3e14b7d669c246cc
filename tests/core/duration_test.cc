#include "core/duration.h"

#include <gtest/gtest.h>

namespace tollpass {
namespace {

TEST(Duration, IsAWholeNumberAndOneUnit) {
  EXPECT_EQ(ParseDuration("30s"), 30);
  EXPECT_EQ(ParseDuration("5m"), 300);
  EXPECT_EQ(ParseDuration("12h"), 43'200);
  EXPECT_EQ(ParseDuration("30d"), 2'592'000);
  EXPECT_EQ(ParseDuration("0s"), 0);
  EXPECT_EQ(ParseDuration("36500d"), 3'153'600'000);
}

TEST(Duration, RefusesEveryOtherText) {
  for (const char* text :
       {"", "s", "5", "-5m", "+5m", " 5m", "5m ", "5 m", "5M", "1h30m", "1.5h", "5w", "0x5m",
        "36501d", "9223372036854775807d", "99999999999999999999s"}) {
    EXPECT_EQ(ParseDuration(text), std::nullopt) << text;
  }
}

TEST(Duration, IsWrittenInTheLargestUnitThatIsExact) {
  EXPECT_EQ(FormatDuration(2'592'000), "30d");
  EXPECT_EQ(FormatDuration(5'400), "90m");
  EXPECT_EQ(FormatDuration(61), "61s");
  EXPECT_EQ(FormatDuration(0), "0s");
}

}  // namespace
}  // namespace tollpass
