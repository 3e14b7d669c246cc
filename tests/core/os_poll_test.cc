#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "core/os/poll.h"

namespace tollpass::os {
namespace {

constexpr int64_t kHangGuardMs = 20'000;

struct Pipe {
  Pipe() {
    int ends[2];
    EXPECT_EQ(pipe2(ends, O_NONBLOCK), 0);
    read_end = Fd(ends[0]);
    write_end = Fd(ends[1]);
  }
  Fd read_end;
  Fd write_end;
};

Watched ReadyState(int fd, bool want_read, bool want_write, int64_t timeout_ms = 0) {
  std::vector<Watched> watched = {{.fd = fd, .want_read = want_read, .want_write = want_write}};
  EXPECT_TRUE(Wait(watched, timeout_ms).ok());
  return watched[0];
}

void Fill(const Fd& fd) {
  const std::string block(65536, 'x');
  while (*Write(fd.get(), block) > 0) {
  }
}

TEST(OsWait, TellsWhatIsReady) {
  Pipe pipe;
  EXPECT_FALSE(ReadyState(pipe.read_end.get(), true, false).readable);
  EXPECT_TRUE(ReadyState(pipe.write_end.get(), false, true).writable);
  EXPECT_EQ(*Write(pipe.write_end.get(), "x"), 1U);
  EXPECT_TRUE(ReadyState(pipe.read_end.get(), true, false, kHangGuardMs).readable);
}

TEST(OsWait, AnEndAndABreakAreReady) {
  Pipe ended;
  ended.write_end.Close();
  EXPECT_TRUE(ReadyState(ended.read_end.get(), true, false, kHangGuardMs).readable);
  Pipe broken;
  Fill(broken.write_end);
  EXPECT_FALSE(ReadyState(broken.write_end.get(), false, true).writable);
  broken.read_end.Close();
  EXPECT_TRUE(ReadyState(broken.write_end.get(), false, true, kHangGuardMs).writable);
}

TEST(OsWait, WithoutAWishNothingIsReadyNotEvenABreak) {
  Pipe pipe;
  pipe.write_end.Close();
  const Watched state = ReadyState(pipe.read_end.get(), false, false);
  EXPECT_FALSE(state.readable || state.writable);
  EXPECT_FALSE(ReadyState(-1, true, true).readable);
}

TEST(OsWaiter, FollowsEveryChangeOfWhatIsWatched) {
  absl::StatusOr<Waiter> waiter = Waiter::Make();
  ASSERT_TRUE(waiter.ok());
  Pipe first;
  Pipe second;
  std::vector<Watched> watched(2);
  const auto wait = [&](Watched one, Watched other, int64_t timeout_ms = 0) {
    watched = {one, other};
    EXPECT_TRUE(waiter->Wait(watched, timeout_ms).ok());
  };
  const int read_end = first.read_end.get();
  const int write_end = second.write_end.get();
  wait({.fd = read_end, .want_read = true}, {.fd = write_end, .want_write = true});
  EXPECT_FALSE(watched[0].readable);
  EXPECT_TRUE(watched[1].writable);
  ASSERT_EQ(*Write(first.write_end.get(), "x"), 1U);
  wait({.fd = read_end, .want_read = true}, {.fd = write_end}, kHangGuardMs);
  EXPECT_TRUE(watched[0].readable);
  EXPECT_FALSE(watched[1].writable);
  second.read_end.Close();
  wait({.fd = read_end}, {.fd = write_end});
  EXPECT_FALSE(watched[0].readable || watched[1].writable);
  wait({.fd = -1, .want_read = true}, {.fd = write_end, .want_write = true}, kHangGuardMs);
  EXPECT_FALSE(watched[0].readable);
  EXPECT_TRUE(watched[1].writable);
  second.write_end.Close();
  wait({.fd = read_end, .want_read = true}, {.fd = -1, .want_write = true}, kHangGuardMs);
  EXPECT_TRUE(watched[0].readable);
  EXPECT_FALSE(watched[1].writable);
}

TEST(OsWaiter, AnotherDescriptorTakesTheNumberOfOneThatWasClosed) {
  absl::StatusOr<Waiter> waiter = Waiter::Make();
  ASSERT_TRUE(waiter.ok());
  Pipe old;
  const int number = old.read_end.get();
  std::vector<Watched> watched = {{.fd = number, .want_read = true}};
  ASSERT_TRUE(waiter->Wait(watched, 0).ok());
  old.read_end.Close();
  watched = {{.fd = -1}};
  ASSERT_TRUE(waiter->Wait(watched, 0).ok());
  Pipe later;
  ASSERT_EQ(dup2(later.read_end.get(), number), number);
  const Fd again(number);
  ASSERT_EQ(*Write(later.write_end.get(), "x"), 1U);
  watched = {{.fd = number, .want_read = true}};
  ASSERT_TRUE(waiter->Wait(watched, kHangGuardMs).ok());
  EXPECT_TRUE(watched[0].readable);
}

TEST(OsWaiter, ARegularFileAndAClosedNumberAreAlwaysReady) {
  absl::StatusOr<Waiter> waiter = Waiter::Make();
  ASSERT_TRUE(waiter.ok());
  Pipe pipe;
  const int closed = pipe.read_end.get();
  pipe.read_end.Close();
  char path[] = "/tmp/tollpass_wait_XXXXXX";
  const Fd file(mkstemp(path));
  ASSERT_TRUE(file.valid());
  unlink(path);
  for (const int fd : {file.get(), closed}) {
    for (int turn = 0; turn < 2; ++turn) {
      std::vector<Watched> watched = {{.fd = fd, .want_read = true}};
      ASSERT_TRUE(waiter->Wait(watched, -1).ok());
      EXPECT_TRUE(watched[0].readable);
      EXPECT_FALSE(watched[0].writable);
    }
  }
}

TEST(OsRead, AppendsAndTellsNothingYetFromTheEnd) {
  Pipe pipe;
  std::string buffer = "before ";
  EXPECT_EQ(*Read(pipe.read_end.get(), buffer, 100), std::nullopt);
  EXPECT_EQ(*Write(pipe.write_end.get(), "abcdef"), 6U);
  EXPECT_EQ(**Read(pipe.read_end.get(), buffer, 4), 4U);
  EXPECT_EQ(**Read(pipe.read_end.get(), buffer, 4), 2U);
  EXPECT_EQ(buffer, "before abcdef");
  pipe.write_end.Close();
  EXPECT_EQ(**Read(pipe.read_end.get(), buffer, 4), 0U);
  EXPECT_EQ(Read(-1, buffer, 4).status().code(), absl::StatusCode::kUnavailable);
}

TEST(OsWrite, TakesOnlyWhatGoesWithoutWaiting) {
  Pipe pipe;
  Fill(pipe.write_end);
  EXPECT_EQ(*Write(pipe.write_end.get(), "x"), 0U);
}

TEST(OsWrite, ABrokenPipeIsAnErrorOnceItsSignalIsIgnored) {
  const auto before = signal(SIGPIPE, SIG_DFL);
  IgnoreWriteSignals();
  Pipe pipe;
  pipe.read_end.Close();
  EXPECT_FALSE(Write(pipe.write_end.get(), "x").ok());
  signal(SIGPIPE, before);
}

TEST(OsWrite, BeyondTheLimitOfAFilesSizeIsAnErrorOnceItsSignalIsIgnored) {
  const auto before = signal(SIGXFSZ, SIG_DFL);
  IgnoreWriteSignals();
  char path[] = "/tmp/tollpass_write_XXXXXX";
  const Fd file(mkstemp(path));
  ASSERT_TRUE(file.valid());
  unlink(path);
  rlimit limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlimit unlimited = limit;
  limit.rlim_cur = 1;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const bool first = Write(file.get(), "x").ok();
  const bool second = Write(file.get(), "x").ok();
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &unlimited), 0);
  EXPECT_TRUE(first);
  EXPECT_FALSE(second);
  signal(SIGXFSZ, before);
}

bool IsNonBlocking(int fd) { return (fcntl(fd, F_GETFL) & O_NONBLOCK) != 0; }

TEST(OsNonBlocking, GivesPipesAndSocketsTheirOldFlagsBack) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  int sockets[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets), 0);
  const Fd owned[] = {Fd(ends[0]), Fd(ends[1]), Fd(sockets[0]), Fd(sockets[1])};
  for (const Fd& fd : owned) {
    {
      const absl::StatusOr<NonBlocking> guard = NonBlocking::Make(fd.get());
      ASSERT_TRUE(guard.ok());
      EXPECT_TRUE(IsNonBlocking(fd.get()));
    }
    EXPECT_FALSE(IsNonBlocking(fd.get()));
  }
}

TEST(OsNonBlocking, LeavesAloneWhatOthersMayShareOrWhatAlreadyIs) {
  const Fd device(open("/dev/null", O_RDWR));
  const absl::StatusOr<NonBlocking> none = NonBlocking::Make(device.get());
  ASSERT_TRUE(none.ok());
  EXPECT_FALSE(IsNonBlocking(device.get()));

  Pipe pipe;
  { const absl::StatusOr<NonBlocking> guard = NonBlocking::Make(pipe.read_end.get()); }
  EXPECT_TRUE(IsNonBlocking(pipe.read_end.get()));
  EXPECT_FALSE(NonBlocking::Make(-1).ok());
}

TEST(OsWakeup, WakesAWaitFromAnotherThread) {
  const absl::StatusOr<Wakeup> wakeup = Wakeup::Make();
  ASSERT_TRUE(wakeup.ok());
  std::thread other([&wakeup] { wakeup->Notify(); });
  EXPECT_TRUE(ReadyState(wakeup->fd(), true, false, kHangGuardMs).readable);
  other.join();
  wakeup->Notify();
  wakeup->Drain();
  EXPECT_FALSE(ReadyState(wakeup->fd(), true, false).readable);
}

/// Runs in a process of its own, because it changes the signals of the whole process.
int ExitCodeOf(int (*body)()) {
  const pid_t pid = fork();
  if (pid == 0) _exit(body());
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(OsSignalSource, DeliversSignalsEvenThoseThatTheHostIgnored) {
  EXPECT_EQ(ExitCodeOf([] {
              signal(SIGHUP, SIG_IGN);
              const absl::StatusOr<SignalSource> source = SignalSource::Make({SIGTERM, SIGHUP});
              if (!source.ok() || source->Next().has_value()) return 1;
              kill(getpid(), SIGHUP);
              if (!ReadyState(source->fd(), true, false, kHangGuardMs).readable) return 2;
              if (source->Next() != SIGHUP || source->Next().has_value()) return 3;
              return 0;
            }),
            0);
}

}  // namespace
}  // namespace tollpass::os
