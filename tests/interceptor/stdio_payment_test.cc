#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "interceptor/mcp/answers.h"
#include "tests/interceptor/conversation.h"
#include "tests/interceptor/scripted_kernel.h"
#include "tests/interceptor/stdio_host.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using Pace = ScriptedKernel::Pace;

constexpr std::string_view kNotice = R"({"jsonrpc":"2.0","method":"n"})";

/// Shell: answers the paid call with the id $id.
std::string Answer() { return "printf '%s\\n' '" + ReceiptLine("ID") + R"(' | sed "s/ID/$id/"; )"; }

/// A server in shell: challenges a call with a small id, does `when_paid` on one with a proof,
/// sends anything else back.
std::vector<std::string> PaidServer(const std::string& when_paid = Answer()) {
  return Shell(R"(
    while IFS= read -r line; do
      id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\),"method".*/\1/p')
      case "$line" in
        *x402/payment*) )" +
               when_paid + R"( ;;
        *tools/call*) printf '%s\n' ')" +
               ChallengeLine("ID") + R"(' | sed "s/ID/$id/" ;;
        *) printf '%s\n' "$line" ;;
      esac
    done)");
}

StdioHostOptions With(std::vector<std::string> command, Kernel& kernel) {
  return {.command = std::move(command), .kernel = &kernel};
}

TEST(StdioPayment, PaysAndReportsWhatTheHostGot) {
  ScriptedKernel kernel(PayWith(), Pace::kFast);
  StdioHost host(With(PaidServer(), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(host.Line(), ResultLine("1"));
  EXPECT_EQ(kernel.NextCall(), "authorize search");
  EXPECT_EQ(kernel.NextCall(), "conclude c1 delivered answered");
}

TEST(StdioPayment, ASlowKernelDoesNotStopOtherTraffic) {
  ScriptedKernel kernel(Say(DecisionKind::kDecline), Pace::kSlow);
  StdioHost host(With(PaidServer(), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(kernel.NextCall(), "authorize search");
  host.Send(std::string(kNotice) + "\n");
  EXPECT_EQ(host.Line(), kNotice);
  kernel.GoOn();
  EXPECT_EQ(ClosedText(host.Line()), HostAnswerText(HostAnswer::kDeclined));
}

TEST(StdioPayment, AnAnswerThatTheHostNoLongerReadsWasNotAnswered) {
  ScriptedKernel kernel(PayWith(), Pace::kSlow);
  StdioHost host(With(PaidServer(), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(kernel.NextCall(), "authorize search");
  host.StopReading();
  kernel.GoOn();
  kernel.GoOn();
  EXPECT_EQ(kernel.NextCall(), "conclude c1 delivered unanswered");
}

/// Says more than a pipe holds.
constexpr std::string_view kTalkMuch =
    R"(printf '{"jsonrpc":"2.0","method":"n","params":{"x":"'
       head -c 300000 /dev/zero | tr '\0' x; printf '"}}\n'; )";

TEST(StdioPayment, ACancelIsReportedBeforeTheRepeatIsAskedAboutThoughTheHostDoesNotRead) {
  ScriptedKernel kernel(PayWith(), Pace::kFast);
  StdioHost host(With(PaidServer(std::string(kTalkMuch) + "echo mark"), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(kernel.NextCall(), "authorize search");
  EXPECT_TRUE(host.SaysOnStderr("mark"));
  host.Send(CancelLine("1") + "\n" + ToolCallLine("2") + "\n");
  EXPECT_EQ(kernel.NextCall(), "conclude c1 lost unanswered");
  EXPECT_EQ(kernel.NextCall(), "authorize search");
}

TEST(StdioPayment, AnAnswerThatTheHostTakesBackUnreadWasNotAnswered) {
  ScriptedKernel kernel(PayWith(), Pace::kFast);
  StdioHost host(With(PaidServer(std::string(kTalkMuch) + Answer() + "echo mark"), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(kernel.NextCall(), "authorize search");
  EXPECT_TRUE(host.SaysOnStderr("mark"));
  host.Send(CancelLine("1") + "\n" + ToolCallLine("2") + "\n");
  EXPECT_EQ(kernel.NextCall(), "conclude c1 delivered unanswered");
  EXPECT_EQ(kernel.NextCall(), "authorize search");
}

TEST(StdioPayment, NoneBeginsOnceTheHostHasEnded) {
  ScriptedKernel kernel(PayWith(), Pace::kFast);
  StdioHost host(With(
      Shell("read -r call; cat >/dev/null; printf '%s\\n' '" + ChallengeLine("1") + "'"), kernel));
  host.Send(ToolCallLine("1") + "\n");
  host.CloseInput();
  EXPECT_EQ(ClosedText(host.Line()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_EQ(host.Rest(), "");
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_EQ(kernel.NextCallSoFar(), "(nothing)");
}

TEST(StdioPayment, WhenTheHostEndsTheOneBegunIsCarriedOutAndTheNextIsNot) {
  ScriptedKernel kernel(PayWith(), Pace::kSlow);
  StdioHost host(With(PaidServer(), kernel));
  host.Send(ToolCallLine("1", "first") + "\n");
  EXPECT_EQ(kernel.NextCall(), "authorize first");
  host.Send(ToolCallLine("2", "second") + "\n" + std::string(kNotice) + "\n");
  EXPECT_EQ(host.Line(), kNotice);
  host.CloseInput();
  const std::string refused = host.Line();
  EXPECT_EQ(IdOf(refused), "2");
  EXPECT_EQ(ClosedText(refused), HostAnswerText(HostAnswer::kUnavailable));
  kernel.GoOn();
  EXPECT_EQ(host.Line(), ResultLine("1"));
  kernel.GoOn();
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_EQ(kernel.NextCallSoFar(), "conclude c1 delivered answered");
  EXPECT_EQ(kernel.NextCallSoFar(), "(nothing)");
}

TEST(StdioPayment, ReportsReachTheKernelBeforeTheProxyEnds) {
  ScriptedKernel kernel(PayWith(), Pace::kFast);
  StdioHost host(With(PaidServer(Answer() + "exit 0"), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(host.Rest(), ResultLine("1") + "\n");
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_EQ(kernel.NextCallSoFar(), "authorize search");
  EXPECT_EQ(kernel.NextCallSoFar(), "conclude c1 delivered answered");
}

TEST(StdioPayment, AProofThatFindsNoServerIsReportedAsLost) {
  ScriptedKernel kernel(PayWith(), Pace::kSlow);
  StdioHost host(With(
      Shell("read -r call; printf '%s\\n' '" + ChallengeLine("1") + "'; read -r notice"), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(kernel.NextCall(), "authorize search");
  host.Send(std::string(kNotice) + "\n");
  EXPECT_EQ(IdOf(host.Line()), "1");
  kernel.GoOn();
  EXPECT_EQ(kernel.NextCall(), "conclude c1 lost unanswered");
  kernel.GoOn();
  EXPECT_EQ(host.ExitCode(), 0);
}

TEST(StdioPayment, AReportThatCannotBeRecordedIsToldToTheUser) {
  ScriptedKernel kernel(PayWith(), Pace::kFast);
  kernel.conclude_status = absl::UnavailableError("the ledger is busy");
  StdioHost host(With(PaidServer(), kernel));
  host.Send(ToolCallLine("1") + "\n");
  EXPECT_EQ(host.Line(), ResultLine("1"));
  EXPECT_TRUE(host.SaysOnStderr("c1"));
  EXPECT_TRUE(host.SaysOnStderr("the ledger is busy"));
}

}  // namespace
}  // namespace tollpass
