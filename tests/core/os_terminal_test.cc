#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>

#include "core/os/terminal.h"

namespace tollpass::os {
namespace {

/// Holds signals back, gets `number`, lets go of them again, and ends with 0 if that is possible.
[[noreturn]] void HoldAndRelease(int number) {
  {
    const auto held = HeldSignals::Hold();
    if (!held.ok() || held->Pending()) _exit(1);
    raise(number);
    if (!held->Pending()) _exit(2);
  }
  _exit(0);
}

TEST(OsHeldSignals, TakeEffectWhenTheyAreReleased) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    EXPECT_EXIT(HoldAndRelease(number), ::testing::KilledBySignal(number), "") << number;
  }
}

TEST(OsHeldSignals, AreHeldNoLongerThanWhoeverHeldThemFirst) {
  const auto outer = HeldSignals::Hold();
  ASSERT_TRUE(outer.ok()) << outer.status();
  { const auto inner = HeldSignals::Hold(); }
  sigset_t blocked;
  pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
  EXPECT_EQ(sigismember(&blocked, SIGINT), 1);
}

TEST(OsTerminal, IsNoneWhereStdinIsAPipe) {
  const int before = dup(STDIN_FILENO);
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  dup2(ends[0], STDIN_FILENO);
  std::array<uint8_t, 16> line{};
  EXPECT_EQ(ReadTerminalLine("? ", Echo::kHidden, line).status().code(),
            absl::StatusCode::kUnavailable);
  EXPECT_FALSE(IsTerminal(STDIN_FILENO));
  dup2(before, STDIN_FILENO);
  for (const int fd : {before, ends[0], ends[1]}) close(fd);
}

}  // namespace
}  // namespace tollpass::os
