#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

// What a machine can run out of while a proxy pays: whatever it is, no proof leaves without a row,
// free calls go on, and the user reads what is wrong.
namespace tollpass {
namespace {

using nlohmann::json;

/// As many rows with a payment as proofs that the server ever saw, at least.
void ExpectEveryProofIsARow(Sandbox& sandbox, const std::string& home) {
  std::set<std::string> proofs;
  for (const json& record : sandbox.ServerSaw("verified")) proofs.insert(record["signature"]);
  size_t paid = 0;
  for (const json& row : sandbox.Do({"log", "--json", "--home", home}).Json()) {
    paid += row["money"] == "none" ? 0 : 1;
  }
  EXPECT_GE(paid, proofs.size());
  const Outcome verified = sandbox.Run({"ledger", "verify", "--home", home});
  EXPECT_EQ(verified.code, 0) << verified.out << verified.err;
}

/// One paid and one free call. True if the paid one was paid; else the host got a text that says
/// that nothing was, and the user a reason.
bool PaysAndServes(Host& host, const std::string& text) {
  const std::string answer = host.CallText("paid_echo", {{"text", text}});
  EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free") << host.program().Errors();
  if (answer == text) return true;
  EXPECT_EQ(answer,
            "This payment cannot be made right now (command: tollpass status). Nothing was paid.");
  EXPECT_NE(host.program().Errors().find("a payment was not made: "), std::string::npos)
      << host.program().Errors();
  return false;
}

/// A script that runs as root of a mount namespace of its own, where it may be one.
StartedBy InOwnMounts(const std::string& script) {
  return {{"/usr/bin/unshare", "-rm", "/bin/sh", "-ec", script}};
}

bool HasOwnMounts(Sandbox& sandbox) {
  return sandbox.RunProgram(InOwnMounts("mount -t tmpfs none /mnt").command).code == 0;
}

// The proxy starts on a disk with so much room left, from none to plenty.
class Promise7FullDisk : public ::testing::TestWithParam<int> {};

TEST_P(Promise7FullDisk, NothingIsPaidThatDoesNotFitOnIt) {
  Sandbox sandbox;
  if (!HasOwnMounts(sandbox)) GTEST_SKIP() << "this user may not mount a small disk";
  sandbox.MakeReady();
  Host host(sandbox,
            InOwnMounts("mkdir disk; mount -t tmpfs -o size=4m,mode=700 none disk;"
                        "cp -a home disk/home; dd if=/dev/zero of=disk/filler bs=4k 2>full || true;"
                        "truncate -s -" +
                        std::to_string(GetParam()) +
                        "k disk/filler; tollpass proxy --home disk/home sample;"
                        "tollpass status --home disk/home >told || true; rm disk/filler;"
                        "cp -a disk/home after"));
  bool all_paid = true;
  for (int call = 0; call < 3; ++call) {
    all_paid = PaysAndServes(host, "call " + std::to_string(call)) && all_paid;
  }
  EXPECT_EQ(host.Close(), 0) << host.program().Errors();
  ExpectEveryProofIsARow(sandbox, sandbox.Path("after"));
  if (GetParam() == 0) {
    EXPECT_FALSE(all_paid);
    EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
    EXPECT_NE(host.program().Errors().find("ledger.db"), std::string::npos)
        << host.program().Errors();
  }
  EXPECT_TRUE(all_paid || GetParam() < 2048);
  Host later(sandbox, {"proxy", "sample", "--home", sandbox.Path("after")});
  EXPECT_EQ(later.CallText("paid_echo", {{"text", "room again"}}), "room again");
}

INSTANTIATE_TEST_SUITE_P(WithKilobytesLeft, Promise7FullDisk,
                         ::testing::Values(0, 4, 16, 32, 40, 48, 56, 64, 72, 80, 96, 128, 160,
                                           2048),
                         ::testing::PrintToStringParamName());

TEST(Promise7Scarcity, AFileThatMayNotGrowStopsPaymentsAndNothingElse) {
  // Blocks of 512 bytes, from what the ledger has already to what some payments need.
  for (const int blocks : {8, 64, 96, 128, 160, 192, 224, 256, 320}) {
    Sandbox sandbox;
    sandbox.MakeReady();
    Host host(sandbox, StartedBy{{"/bin/sh", "-c",
                                  "trap '' XFSZ; ulimit -f " + std::to_string(blocks) +
                                      "; exec tollpass proxy sample"}});
    for (int call = 0; call < 3; ++call) PaysAndServes(host, "call " + std::to_string(call));
    EXPECT_EQ(host.Close(), 0);
    ExpectEveryProofIsARow(sandbox, sandbox.home());
  }
}

TEST(Promise7Scarcity, AHomeThatCannotBeWrittenStopsPaymentsAndSaysSo) {
  Sandbox sandbox;
  if (!HasOwnMounts(sandbox)) GTEST_SKIP() << "this user may not mount a folder read-only";
  sandbox.MakeReady();
  Host host(sandbox, InOwnMounts("mount --bind home home; mount -o remount,bind,ro home;"
                                 "tollpass status >told || true; exec tollpass proxy sample"));
  EXPECT_FALSE(PaysAndServes(host, "one"));
  EXPECT_EQ(host.Close(), 0);
  EXPECT_EQ(sandbox.ServerSaw("verified").size(), 0U);
  const std::string told = sandbox.Read(sandbox.Path("told"));
  EXPECT_NE(told.find("payments impossible"), std::string::npos) << told;
  EXPECT_NE(told.find("ledger.db"), std::string::npos) << told;
  ExpectEveryProofIsARow(sandbox, sandbox.home());
}

// A sanitizer needs to be the first library, and descriptors of its own: without one it takes sound
// memory for none (it tries memory by writing it into a pipe).
#ifdef __SANITIZE_ADDRESS__
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

/// With `descriptors` at most from its start: the exit code; 0 if it served a free call.
int StartedWith(Sandbox& sandbox, int descriptors) {
  const std::string limit = "ulimit -n " + std::to_string(descriptors);
  Running proxy(sandbox, {"/bin/sh", "-c", limit + " && exec tollpass proxy sample"});
  proxy.Send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo",)"
             R"("arguments":{"text":"free"}}})"
             "\n");
  const auto answer = proxy.ReadLine();
  proxy.CloseInput();
  const int code = proxy.Wait();
  EXPECT_EQ(answer.has_value(), code == 0) << descriptors << proxy.Errors();
  EXPECT_TRUE(code == 0 || !proxy.Errors().empty()) << descriptors;
  return code;
}

TEST(Promise7Scarcity, AProxyStartsWithFewDescriptorsOrSaysThatItCannot) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer cannot start so";
  Sandbox sandbox;
  sandbox.MakeReady();
  int first_that_serves = 0;
  for (int descriptors = 3; descriptors <= 40; ++descriptors) {
    const int code = StartedWith(sandbox, descriptors);
    EXPECT_LT(code, 128) << "ended by a signal, with " << descriptors << " descriptors";
    if (code == 0 && first_that_serves == 0) first_that_serves = descriptors;
  }
  EXPECT_GT(first_that_serves, 0);
}

TEST(Promise7Scarcity, WithoutDescriptorsNothingIsPaidUntilThereAreSome) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer cannot check memory so";
  for (int left = 0; left <= 12; ++left) {
    Sandbox sandbox;
    sandbox.MakeReady();
    Host host(sandbox, StartedBy{{"/bin/sh", "-c", "echo $$ >pid; exec tollpass proxy sample"}});
    EXPECT_EQ(host.CallText("echo", {{"text", "free"}}), "free");
    const auto limit_to = [&](const std::string& words) {
      const Outcome limited = sandbox.RunProgram({"/bin/sh", "-ec", words});
      ASSERT_EQ(limited.code, 0) << limited.err;
    };
    // A limit counts from 0 on; those in use are the lowest numbers.
    limit_to(
        "n=$(ls /proc/$(cat pid)/fd | sort -n | tail -1);"
        "prlimit --pid $(cat pid) --nofile=$((n + 1 + " +
        std::to_string(left) + ")):1024");
    PaysAndServes(host, "one");
    limit_to("prlimit --pid $(cat pid) --nofile=1024:1024");
    EXPECT_EQ(host.CallText("paid_echo", {{"text", "two"}}), "two") << host.program().Errors();
    EXPECT_EQ(host.Close(), 0);
    ExpectEveryProofIsARow(sandbox, sandbox.home());
  }
}

/// The library that `faketime` puts under programs; empty if it is not installed.
std::string FakeTime() {
  for (const auto& folder : std::filesystem::directory_iterator("/usr/lib")) {
    const std::string path = folder.path().string() + "/faketime/libfaketime.so.1";
    if (std::filesystem::exists(path)) return path;
  }
  return "";
}

/// A clock of the sandbox's programs that a test sets.
class MovedClock {
 public:
  explicit MovedClock(Sandbox& sandbox)
      : sandbox_(sandbox),
        variables_({{"LD_PRELOAD", FakeTime()},
                    {"FAKETIME_TIMESTAMP_FILE", sandbox.Path("clock")},
                    {"FAKETIME_NO_CACHE", "1"},
                    {"FAKETIME_DONT_FAKE_MONOTONIC", "1"},
                    {"DONT_FAKE_MONOTONIC", "1"}}) {
    Set("+0");
  }
  /// `offset` from the machine's own: "+0", "-1h".
  void Set(const std::string& offset) { sandbox_.Write(sandbox_.Path("clock"), offset); }
  [[nodiscard]] const Variables& variables() const { return variables_; }

 private:
  Sandbox& sandbox_;
  const Variables variables_;
};

struct ClockFault {
  std::string name;
  std::string wrong;      // far off
  std::string tolerated;  // clocks are corrected by so much
};

class Promise7WrongClock : public ::testing::TestWithParam<ClockFault> {};

TEST_P(Promise7WrongClock, StopsPaymentsUntilItIsRight) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer and faketime exclude each other";
  if (FakeTime().empty()) GTEST_SKIP() << "the Debian package faketime is not installed";
  Sandbox sandbox;
  sandbox.MakeReady();
  MovedClock clock(sandbox);
  Host host(sandbox, {"proxy", "sample"}, clock.variables());
  EXPECT_TRUE(PaysAndServes(host, "one"));
  clock.Set(GetParam().wrong);
  EXPECT_FALSE(PaysAndServes(host, "two"));
  const Outcome told = sandbox.Run({"status"}, clock.variables());
  EXPECT_EQ(told.code, 3) << told.out;
  EXPECT_NE(told.out.find("clock"), std::string::npos) << told.out;
  clock.Set("+0");
  EXPECT_TRUE(PaysAndServes(host, "two"));
  clock.Set(GetParam().tolerated);
  EXPECT_TRUE(PaysAndServes(host, "three"));
  EXPECT_EQ(host.Close(), 0);
  ExpectEveryProofIsARow(sandbox, sandbox.home());
}

INSTANTIATE_TEST_SUITE_P(Set, Promise7WrongClock,
                         ::testing::Values(ClockFault{"Back", "-1h", "-3s"},
                                           ClockFault{"Forward", "+1h", "+200s"}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tollpass
