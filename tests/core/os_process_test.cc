#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <thread>

#include "core/os/fault_point.h"
#include "core/os/poll.h"
#include "core/os/process.h"

namespace tollpass::os {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr int64_t kHangGuardMs = 20'000;

/// What `child` writes until it closes its output.
std::string ReadAll(Child& child) {
  std::string output;
  for (;;) {
    std::vector<Watched> watched = {{.fd = child.from_child().get(), .want_read = true}};
    EXPECT_TRUE(Wait(watched, kHangGuardMs).ok());
    if (!watched[0].readable) return output + "[hangs]";
    const auto count = Read(child.from_child().get(), output, 65536);
    if (!count.ok() || (count->has_value() && **count == 0)) return output;
  }
}

ChildOptions Shell(const std::string& script) { return {.argv = {"/bin/sh", "-c", script}}; }

/// Output of a shell script that runs as a child.
std::string OutputOf(const ChildOptions& options) {
  absl::StatusOr<Child> child = Child::Start(options);
  if (!child.ok()) return std::string(child.status().message());
  child->to_child().Close();
  std::string output = ReadAll(*child);
  child->Wait();
  return output;
}

TEST(OsProcessIdentity, OfThisProcessIsCompleteAndStable) {
  const ProcessIdentity self = ThisProcess();
  EXPECT_EQ(self.boot_id.size(), 36U);
  EXPECT_GT(self.pid_namespace, 0U);
  EXPECT_EQ(self.pid, getpid());
  EXPECT_GT(self.start_time, 0U);
  EXPECT_EQ(self, ThisProcess());
  EXPECT_TRUE(IsAlive(self));
}

TEST(OsProcessIdentity, OfAForkIsItsOwn) {
  const ProcessIdentity parent = ThisProcess();
  const pid_t pid = fork();
  if (pid == 0) {
    const ProcessIdentity self = ThisProcess();
    _exit(self.pid == getpid() && self != parent && self.start_time > 0 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
}

TEST(OsProcessIdentity, SurvivesAProgramNameWithParenthesesAndSpaces) {
  char before[16];
  prctl(PR_GET_NAME, before);
  const ProcessIdentity plain = ThisProcess();
  prctl(PR_SET_NAME, "a) R 1 (b");
  EXPECT_EQ(ThisProcess(), plain);
  prctl(PR_SET_NAME, before);
}

TEST(OsProcessIdentity, AnotherBootIsGone) {
  ProcessIdentity other = ThisProcess();
  other.boot_id = "00000000-0000-0000-0000-000000000000";
  EXPECT_FALSE(IsAlive(other));
}

TEST(OsProcessIdentity, AReusedNumberIsGone) {
  ProcessIdentity other = ThisProcess();
  other.start_time += 1;
  EXPECT_FALSE(IsAlive(other));
}

TEST(OsProcessIdentity, AForeignNamespaceCountsAsLiving) {
  ProcessIdentity other = ThisProcess();
  other.pid_namespace += 1;
  other.pid = 4'000'000;
  EXPECT_TRUE(IsAlive(other));
}

TEST(OsProcessIdentity, ALivingProcessIsGoneFromItsEndOn) {
  absl::StatusOr<Child> child =
      Child::Start(Shell("read -r pid rest </proc/self/stat; echo $pid; read -r line"));
  ASSERT_TRUE(child.ok()) << child.status();
  std::string pid;
  while (pid.find('\n') == std::string::npos) {
    std::vector<Watched> watched = {{.fd = child->from_child().get(), .want_read = true}};
    ASSERT_TRUE(Wait(watched, kHangGuardMs).ok());
    ASSERT_TRUE(watched[0].readable);
    ASSERT_TRUE(Read(child->from_child().get(), pid, 64).ok());
  }
  ProcessIdentity process = ThisProcess();
  process.pid = std::stol(pid);
  std::ifstream stat("/proc/" + std::to_string(process.pid) + "/stat");
  std::string word;
  for (int field = 1; field <= 22; ++field) stat >> word;
  process.start_time = std::stoull(word);
  EXPECT_TRUE(IsAlive(process));

  child->to_child().Close();
  std::vector<Watched> watched = {{.fd = child->exit_fd(), .want_read = true}};
  ASSERT_TRUE(Wait(watched, kHangGuardMs).ok());
  EXPECT_FALSE(IsAlive(process)) << "a zombie has ended";
  child->Wait();
  EXPECT_FALSE(IsAlive(process)) << "its number is free";
}

TEST(OsUser, HasAName) { EXPECT_FALSE(UserName().empty()); }

TEST(OsEnvironment, TellsAbsentFromEmpty) {
  setenv("OS_TEST_EMPTY", "", 1);
  EXPECT_EQ(Environment("OS_TEST_EMPTY"), "");
  EXPECT_EQ(Environment("OS_TEST_ABSENT"), std::nullopt);
}

TEST(OsForbidDumps, LeavesNoCoreAndNoReader) {
  const pid_t pid = fork();
  if (pid == 0) {
    ForbidDumps();
    rlimit limit = {};
    getrlimit(RLIMIT_CORE, &limit);
    _exit(prctl(PR_GET_DUMPABLE) == 0 && limit.rlim_cur == 0 ? 0 : 1);
  }
  int status = -1;
  waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
constexpr bool kUsualMemory = false;
#else
constexpr bool kUsualMemory = true;
#endif

/// Pages that the system has to clear for this thread so that it can use a megabyte for a moment.
int64_t PagesForAMegabyte() {
  rusage before = {};
  rusage after = {};
  getrusage(RUSAGE_THREAD, &before);
  std::make_unique<std::string>(size_t{1} << 20, 'x')->assign(size_t{1} << 19, 'y');
  getrusage(RUSAGE_THREAD, &after);
  return after.ru_minflt - before.ru_minflt;
}

TEST(OsMemory, ThatAThreadFreedIsUsedAgainAsItIs) {
  if (!kUsualMemory) GTEST_SKIP() << "the memory of this build is not that of glibc";
  const pid_t pid = fork();
  if (pid == 0) {
    KeepFreedMemory();
    int64_t again = -1;
    std::thread([&again] {
      PagesForAMegabyte();
      again = PagesForAMegabyte();
    }).join();
    _exit(again >= 0 && again < 16 ? 0 : 1);  // of 256
  }
  int status = -1;
  waitpid(pid, &status, 0);
  EXPECT_EQ(status, 0);
}

TEST(OsChild, TalksOverItsPipesAndReturnsItsCode) {
  absl::StatusOr<Child> child = Child::Start(Shell("read -r line; echo \"got $line\"; exit 7"));
  ASSERT_TRUE(child.ok()) << child.status();
  EXPECT_EQ(child->TryWait(), std::nullopt);
  EXPECT_EQ(*Write(child->to_child().get(), "hello\n"), 6U);
  EXPECT_EQ(ReadAll(*child), "got hello\n");
  EXPECT_EQ(child->Wait(), 7);
  EXPECT_EQ(child->TryWait(), 7);
}

TEST(OsChild, ASignalGives128AndItsNumber) {
  absl::StatusOr<Child> child = Child::Start(Shell("kill -TERM $$; sleep 100"));
  ASSERT_TRUE(child.ok()) << child.status();
  EXPECT_EQ(child->Wait(), 128 + SIGTERM);
}

TEST(OsChild, ItsEndIsAnEvent) {
  absl::StatusOr<Child> child = Child::Start(Shell("read -r line"));
  ASSERT_TRUE(child.ok()) << child.status();
  std::vector<Watched> watched = {{.fd = child->exit_fd(), .want_read = true}};
  ASSERT_TRUE(Wait(watched, 0).ok());
  EXPECT_FALSE(watched[0].readable);
  child->to_child().Close();
  ASSERT_TRUE(Wait(watched, kHangGuardMs).ok());
  EXPECT_TRUE(watched[0].readable);
  EXPECT_TRUE(child->TryWait().has_value());
}

TEST(OsChild, SignalsReachGrandchildren) {
  absl::StatusOr<Child> child = Child::Start(Shell("sleep 100 & wait"));
  ASSERT_TRUE(child.ok()) << child.status();
  EXPECT_TRUE(child->SignalGroup(0));
  EXPECT_TRUE(child->SignalGroup(SIGKILL));
  // The pipe ends only when the grandchild, who holds it too, is gone.
  EXPECT_EQ(ReadAll(*child), "");
  EXPECT_EQ(child->Wait(), 128 + SIGKILL);
}

TEST(OsChild, NoDescriptorOfOursStaysOpenInIt) {
  const Fd leak(fcntl(STDIN_FILENO, F_DUPFD, 57));
  ASSERT_GE(leak.get(), 57);
  const std::string listing = OutputOf(Shell("ls /proc/$$/fd | tr '\\n' ' '"));
  EXPECT_THAT(listing, HasSubstr("0 1 2 "));
  EXPECT_THAT(listing, Not(HasSubstr(std::to_string(leak.get()))));
}

TEST(OsChild, InheritsTheEnvironmentWithChangesAndWithoutWhatIsWithheld) {
  setenv("OS_TEST_KEPT", "kept", 1);
  setenv("OS_TEST_CHANGED", "old", 1);
  setenv("OS_TEST_EXACT", "secret", 1);
  setenv("OS_SECRET_ONE", "secret", 1);
  ChildOptions options = Shell("env");
  options.env = {{"OS_TEST_CHANGED", "new"}, {"OS_TEST_ADDED", "a=b c"}};
  options.withheld = {"OS_SECRET_*", "OS_TEST_EXACT"};
  const std::string output = OutputOf(options);
  EXPECT_THAT(output, HasSubstr("OS_TEST_KEPT=kept\n"));
  EXPECT_THAT(output, HasSubstr("OS_TEST_CHANGED=new\n"));
  EXPECT_THAT(output, HasSubstr("OS_TEST_ADDED=a=b c\n"));
  EXPECT_THAT(output, Not(HasSubstr("secret")));
}

TEST(OsChild, StartsInTheFolderAskedFor) {
  ChildOptions options = Shell("pwd");
  options.cwd = "/usr";
  EXPECT_EQ(OutputOf(options), "/usr\n");
}

TEST(OsChild, HasDefaultSignalsWhateverWeIgnoreOrBlock) {
  const auto before = signal(SIGPIPE, SIG_IGN);
  sigset_t blocked;
  sigset_t mask_before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &blocked, &mask_before);
  const std::string output = OutputOf(Shell("grep -E '^Sig(Blk|Ign)' /proc/self/status"));
  pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
  signal(SIGPIPE, before);
  EXPECT_EQ(output, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

struct Unstartable {
  std::vector<std::string> argv;
  std::string cwd;
  absl::StatusCode code;
  std::string named;
};

TEST(OsChild, WhatCannotBeStartedIsNamed) {
  const std::string text = ::testing::TempDir() + "/not_executable";
  const std::string orphan = ::testing::TempDir() + "/without_interpreter";
  std::ofstream(text) << "x";
  std::ofstream(orphan) << "#!/no/such/interpreter\n";
  std::filesystem::permissions(orphan, std::filesystem::perms::owner_all);
  const Unstartable cases[] = {
      {{"no-such-program"}, "", absl::StatusCode::kNotFound, "no-such-program"},
      {{"/no/such/program"}, "", absl::StatusCode::kNotFound, "/no/such/program"},
      {{text}, "", absl::StatusCode::kPermissionDenied, text},
      {{orphan}, "", absl::StatusCode::kNotFound, "interpreter"},
      {{"/bin/true"}, "/no/such/folder", absl::StatusCode::kNotFound, "/no/such/folder"},
      {{}, "", absl::StatusCode::kInvalidArgument, "no program"},
  };
  for (const Unstartable& one : cases) {
    const absl::Status status = Child::Start({.argv = one.argv, .cwd = one.cwd}).status();
    EXPECT_EQ(status.code(), one.code) << one.named;
    EXPECT_THAT(std::string(status.message()), HasSubstr(one.named));
  }
}

TEST(OsChild, DiesWithTheProcessThatStartedIt) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t parent = fork();
  if (parent == 0) {
    // The child inherits only stderr; that is the pipe, so its end is seen as the pipe's end.
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    close(ends[1]);
    const absl::StatusOr<Child> child = Child::Start({.argv = {"/bin/sleep", "1000"}});
    if (child.ok()) kill(getpid(), SIGKILL);
    _exit(1);
  }
  close(ends[1]);
  const Fd read_end(ends[0]);
  int status = 0;
  waitpid(parent, &status, 0);
  ASSERT_TRUE(WIFSIGNALED(status));
  std::vector<Watched> watched = {{.fd = read_end.get(), .want_read = true}};
  ASSERT_TRUE(Wait(watched, kHangGuardMs).ok());
  EXPECT_TRUE(watched[0].readable) << "the grandchild still runs";
}

#ifdef TOLLPASS_FAULTS

/// Passages of fault point "here" that a process survives with this TOLLPASS_FAULT; -1 if all.
int PassagesSurvived(const char* asked) {
  int ends[2];
  if (pipe(ends) != 0) return -2;
  const pid_t pid = fork();
  if (pid == 0) {
    setenv("TOLLPASS_FAULT", asked, 1);
    for (int passage = 0; passage < 5; ++passage) {
      TOLLPASS_FAULT_POINT("here");
      [[maybe_unused]] const ssize_t count = write(ends[1], "x", 1);
    }
    _exit(0);
  }
  close(ends[1]);
  int status = 0;
  waitpid(pid, &status, 0);
  char passages[8];
  const ssize_t survived = read(ends[0], passages, sizeof(passages));
  close(ends[0]);
  if (WIFEXITED(status)) return -1;
  return WTERMSIG(status) == SIGKILL ? static_cast<int>(survived) : -2;
}

TEST(OsFaultPoint, KillsAtThePassageAskedFor) {
  EXPECT_EQ(PassagesSurvived("here"), 0);
  EXPECT_EQ(PassagesSurvived("here:1"), 0);
  EXPECT_EQ(PassagesSurvived("here:3"), 2);
}

TEST(OsFaultPoint, OtherNamesPass) {
  for (const char* asked : {"", "her", "here2", "elsewhere", "here:", "here:0", "here:6"}) {
    EXPECT_EQ(PassagesSurvived(asked), -1) << asked;
  }
}

#endif  // TOLLPASS_FAULTS

}  // namespace
}  // namespace tollpass::os
