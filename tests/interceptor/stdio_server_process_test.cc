#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/interceptor/stdio_host.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kNotice = "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n";

TEST(StdioServerProcess, EndsWithTheHostAndItsExitCodeIsReturned) {
  StdioHost host(Shell("cat >/dev/null; exit 42"));
  host.CloseInput();
  EXPECT_EQ(host.ExitCode(), 42);
  EXPECT_TRUE(host.NobodyIsLeft());
}

TEST(StdioServerProcess, GetsEverythingThatTheHostSentBeforeItEnded) {
  StdioHost host(Shell(R"(
    count=0
    while read -r line; do count=$((count + 1)); done
    echo "$count lines" >&2)"));
  std::string lines;
  for (int i = 0; i < 1'000; ++i) lines += kNotice;
  host.Send(lines);
  host.CloseInput();
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_TRUE(host.NobodyIsLeft());
  EXPECT_THAT(host.Stderr(), HasSubstr("1000 lines\n"));
}

TEST(StdioServerProcess, MayStillAnswerAfterTheHostsInputEnded) {
  StdioHost host(Shell(R"(cat >/dev/null; echo '{"jsonrpc":"2.0","method":"n"}')"));
  host.CloseInput();
  EXPECT_EQ(host.Rest(), kNotice);
}

TEST(StdioServerProcess, ThatIgnoresTheEndOfItsInputGetsSigterm) {
  StdioHost host({"/bin/sleep", "1000"});
  host.CloseInput();
  EXPECT_EQ(host.ExitCode(), 128 + SIGTERM);
  EXPECT_TRUE(host.NobodyIsLeft());
}

TEST(StdioServerProcess, ThatIgnoresSigtermIsKilledWithWhatItStarted) {
  StdioHost host(Shell(R"(
    trap '' TERM
    sleep 1000 &
    echo ready >&2
    while :; do sleep 1000; done)"));
  ASSERT_TRUE(host.SaysOnStderr("ready"));
  host.CloseInput();
  EXPECT_EQ(host.ExitCode(), 128 + SIGKILL);
  EXPECT_TRUE(host.NobodyIsLeft());
}

TEST(StdioServerProcess, TakesAlongWhatItLeavesBehind) {
  StdioHost host(Shell("sleep 1000 & exit 3"));
  EXPECT_EQ(host.ExitCode(), 3);
  EXPECT_TRUE(host.NobodyIsLeft());
}

TEST(StdioServerProcess, LeftBehindsThatIgnoreSigtermAreKilled) {
  StdioHost host(Shell("trap '' TERM; sleep 1000 & exit 3"));
  EXPECT_EQ(host.ExitCode(), 3);
  EXPECT_TRUE(host.NobodyIsLeft());
}

class StdioSignal : public ::testing::TestWithParam<int> {};

TEST_P(StdioSignal, ToTheProxyEndsTheServerLikeTheHostsEnd) {
  StdioHost host(Shell("echo ready >&2; cat >/dev/null; exit 5"));
  ASSERT_TRUE(host.SaysOnStderr("ready"));
  host.Signal(GetParam());
  EXPECT_EQ(host.ExitCode(), 5);
  EXPECT_TRUE(host.NobodyIsLeft());
}

INSTANTIATE_TEST_SUITE_P(All, StdioSignal, ::testing::Values(SIGTERM, SIGINT, SIGHUP));

TEST(StdioServerProcess, DiesWithAKilledProxy) {
  StdioHost host(Shell("echo ready >&2; exec sleep 1000"));
  ASSERT_TRUE(host.SaysOnStderr("ready"));
  host.Signal(SIGKILL);
  EXPECT_EQ(host.ExitCode(), 128 + SIGKILL);
  EXPECT_TRUE(host.NobodyIsLeft());
}

TEST(StdioServerProcess, ThatCrashesLeavesNoRequestWithoutAnswer) {
  StdioHost host(Shell("read -r request; kill -KILL $$"));
  host.Send(R"({"jsonrpc":"2.0","id":"q","method":"tools/call","params":{"name":"t"}})"
            "\n");
  const auto answer = nlohmann::json::parse(host.Line(), nullptr, false);
  ASSERT_TRUE(answer.is_object());
  EXPECT_EQ(answer["id"], "q");
  EXPECT_TRUE(answer.contains("error"));
  EXPECT_EQ(host.Line(), "[end]");
  EXPECT_EQ(host.ExitCode(), 128 + SIGKILL);
}

TEST(StdioServerProcess, ThatOnlyClosesItsOutputIsMadeToEnd) {
  StdioHost host(Shell("exec >&-; cat >/dev/null; exit 6"));
  EXPECT_EQ(host.ExitCode(), 6);
}

TEST(StdioServerProcess, ThatOnlyClosesItsInputIsMadeToEnd) {
  StdioHost host(Shell("exec <&-; echo ready >&2; exec sleep 1000"));
  ASSERT_TRUE(host.SaysOnStderr("ready"));
  host.Send(kNotice);
  EXPECT_EQ(host.ExitCode(), 128 + SIGTERM);
}

TEST(StdioServerProcess, LastWordsArriveHoweverMany) {
  StdioHost host(Shell(R"(yes '{"jsonrpc":"2.0","method":"n"}' | head -n 50000; exit 4)"));
  std::string expected;
  for (int i = 0; i < 50'000; ++i) expected += kNotice;
  EXPECT_TRUE(host.Rest() == expected);
  EXPECT_EQ(host.ExitCode(), 4);
}

TEST(StdioServerProcess, EndsWhenTheHostNoLongerReads) {
  StdioHost host(Shell(R"(
    read -r line
    while echo '{"jsonrpc":"2.0","method":"n"}'; do :; done)"));
  host.StopReading();
  host.Send(kNotice);
  EXPECT_NE(host.ExitCode(), -1);
  EXPECT_TRUE(host.NobodyIsLeft());
}

TEST(StdioServerProcess, ThatCannotBeStartedIsNamed) {
  StdioHost host({"no-such-mcp-server", "--stdio"});
  EXPECT_EQ(host.ExitCode(), StdioHost::kStartFailed);
  EXPECT_TRUE(host.SaysOnStderr("no-such-mcp-server"));
}

TEST(StdioServerProcess, GetsTheEnvironmentWithoutOurOwnVariables) {
  setenv("TOLLPASS_HOME", "canary-home", 1);
  setenv("TOLLPASS_ANYTHING", "canary-token", 1);
  setenv("KEPT_VARIABLE", "kept", 1);
  StdioHost host(
      StdioHostOptions{.command = Shell("env >&2"),
                       .env = {{"ADDED_VARIABLE", "added"}, {"TOLLPASS_SET", "canary-set"}}});
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_TRUE(host.NobodyIsLeft());
  EXPECT_THAT(host.Stderr(), HasSubstr("KEPT_VARIABLE=kept\n"));
  EXPECT_THAT(host.Stderr(), HasSubstr("ADDED_VARIABLE=added\n"));
  EXPECT_THAT(host.Stderr(), Not(HasSubstr("canary")));
  unsetenv("TOLLPASS_HOME");
  unsetenv("TOLLPASS_ANYTHING");
}

TEST(StdioServerProcess, GetsNoDescriptorOfOurs) {
  const os::Fd leak(fcntl(STDIN_FILENO, F_DUPFD, 57));
  StdioHost host(Shell("exec ls /proc/self/fd >&2"));
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_TRUE(host.NobodyIsLeft());
  EXPECT_EQ(host.Stderr(), "0\n1\n2\n3\n") << "3 is the folder that ls reads";
}

TEST(StdioServerProcess, StreamsOfTheHostAreGivenBackAsTheyWere) {
  StdioHost host(Shell("echo ready >&2; cat >/dev/null"));
  ASSERT_TRUE(host.SaysOnStderr("ready"));
  EXPECT_FALSE(host.InputBlocks());
  host.CloseInput();
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_TRUE(host.InputBlocks());
}

}  // namespace
}  // namespace tollpass
