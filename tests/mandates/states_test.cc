#include "mandates/states.h"

#include <gtest/gtest.h>

#include "mandates/transitions.h"

namespace tollpass {
namespace {

constexpr MoneyState kAllMoney[] = {MoneyState::kHeld,          MoneyState::kSettled,
                                    MoneyState::kRefused,       MoneyState::kUnknown,
                                    MoneyState::kPresumedSpent, MoneyState::kReleased};
constexpr CallState kAllCalls[] = {CallState::kLive, CallState::kAnswered, CallState::kOpen};

TEST(States, HaveNamesThatReadBack) {
  for (const MoneyState money : kAllMoney) {
    EXPECT_EQ(MoneyFromName(MoneyName(money)), money);
  }
  for (const CallState call : kAllCalls) {
    EXPECT_EQ(CallFromName(CallName(call)), call);
  }
  EXPECT_EQ(MoneyName(MoneyState::kPresumedSpent), "presumed_spent");
  EXPECT_EQ(MoneyFromName("spent"), std::nullopt);
  EXPECT_EQ(CallFromName(""), std::nullopt);
}

TEST(States, MoneyMovesOnlyAsTheTableSays) {
  using enum MoneyState;
  // Rows: the state before. Columns: told held, settled, refused, unknown.
  constexpr MoneyState kTold[] = {kHeld, kSettled, kRefused, kUnknown};
  constexpr struct {
    MoneyState before;
    MoneyState after[4];
  } kTable[] = {{kHeld, {kHeld, kSettled, kRefused, kUnknown}},
                {kUnknown, {kUnknown, kSettled, kRefused, kUnknown}},
                {kRefused, {kRefused, kSettled, kRefused, kRefused}},
                {kSettled, {kSettled, kSettled, kSettled, kSettled}},
                {kReleased, {kReleased, kReleased, kReleased, kReleased}}};
  for (const auto& row : kTable) {
    for (size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(MoneyAfter(row.before, kTold[i]), row.after[i])
          << MoneyName(row.before) << " told " << MoneyName(kTold[i]);
    }
  }
}

TEST(States, NoReportReleasesMoney) {
  for (const MoneyState before : kAllMoney) {
    for (const MoneyState told : kAllMoney) {
      if (before != MoneyState::kReleased) {
        EXPECT_NE(MoneyAfter(before, told), MoneyState::kReleased)
            << MoneyName(before) << " told " << MoneyName(told);
      }
    }
  }
}

TEST(States, ACallEndsOnce) {
  for (const CallState told : kAllCalls) {
    EXPECT_EQ(CallAfter(CallState::kLive, told), told);
    EXPECT_EQ(CallAfter(CallState::kAnswered, told), CallState::kAnswered);
    EXPECT_EQ(CallAfter(CallState::kOpen, told), CallState::kOpen);
  }
}

TEST(States, RefusedAndUnknownMoneyIsPresumedSpentOnceItsProofIsDead) {
  using enum MoneyState;
  constexpr int64_t kDead = 1000;
  for (const MoneyState state : {kRefused, kUnknown}) {
    EXPECT_EQ(MoneyAt(state, kDead, kDead - 1), state);
    EXPECT_EQ(MoneyAt(state, kDead, kDead), kPresumedSpent);
    EXPECT_EQ(MoneyAt(state, 0, kDead), state) << "a proof that never dies";
  }
  for (const MoneyState state : {kHeld, kSettled, kReleased}) {
    EXPECT_EQ(MoneyAt(state, kDead, kDead + 1), state);
  }
}

}  // namespace
}  // namespace tollpass
