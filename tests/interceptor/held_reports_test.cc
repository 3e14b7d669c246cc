#include "interceptor/transports/held_reports.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tollpass {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr auto kOpen = HeldReports::Side::kOpen;
constexpr auto kEnded = HeldReports::Side::kEnded;

Conclude AnswerTo(const std::string& charge_id, std::vector<std::string> id_keys) {
  Conclude conclude;
  conclude.report.charge_id = charge_id;
  conclude.report.answered = true;
  conclude.answered = std::move(id_keys);
  return conclude;
}

/// "c1 answered", "c2 lost".
std::vector<std::string> Told(const std::vector<Report>& reports) {
  std::vector<std::string> told;
  for (const Report& report : reports) {
    told.push_back(report.charge_id + (report.answered ? " answered" : " lost"));
  }
  return told;
}

TEST(HeldReports, TellOfAnAnswerOnceItIsWritten) {
  HeldReports held;
  EXPECT_THAT(held.Hold(AnswerTo("c1", {"1"}), 10), IsEmpty());
  EXPECT_THAT(held.Hold(AnswerTo("c2", {"2"}), 20), IsEmpty());
  EXPECT_THAT(held.Release(9, kOpen), IsEmpty());
  EXPECT_THAT(Told(held.Release(10, kOpen)), ElementsAre("c1 answered"));
  EXPECT_FALSE(held.empty());
  EXPECT_THAT(Told(held.Release(99, kOpen)), ElementsAre("c2 answered"));
  EXPECT_TRUE(held.empty());
}

TEST(HeldReports, TellAtTheEndWhatNobodyWillRead) {
  HeldReports held;
  static_cast<void>(held.Hold(AnswerTo("c1", {"1"}), 10));
  static_cast<void>(held.Hold(AnswerTo("c2", {"2"}), 20));
  EXPECT_THAT(Told(held.Release(10, kEnded)), ElementsAre("c1 answered", "c2 lost"));
}

TEST(HeldReports, LetAReportOfNoAnswerPass) {
  HeldReports held;
  static_cast<void>(held.Hold(AnswerTo("c1", {"1"}), 10));
  Conclude lost = AnswerTo("c2", {});
  lost.report.answered = false;
  EXPECT_THAT(Told(held.Hold(lost, 20)), ElementsAre("c2 lost"));
}

TEST(HeldReports, TakeBackAnAnswerOnlyFromTheLastWhoWaitedForIt) {
  HeldReports held;
  static_cast<void>(held.Hold(AnswerTo("c1", {"1", "2"}), 10));
  EXPECT_THAT(held.TakeBack("3"), IsEmpty());
  EXPECT_THAT(held.TakeBack("1"), IsEmpty());
  EXPECT_THAT(Told(held.TakeBack("2")), ElementsAre("c1 lost"));
  EXPECT_TRUE(held.empty());
}

}  // namespace
}  // namespace tollpass
