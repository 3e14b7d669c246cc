#include <gtest/gtest.h>

#include <string>

#include "tests/interceptor/conversation.h"

/// MCP 2026-07-28: each request says under which revision it was made.
namespace tollpass {
namespace {

// A call under a revision without a handshake; `more`: members of its params.
std::string ModernCall(const std::string& revision = "2026-07-28", const std::string& more = "") {
  return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search",)" + more +
         R"("_meta":{"io.modelcontextprotocol/protocolVersion":")" + revision + R"("}}})";
}

TEST(RevisionWithoutHandshake, IsPaidAndKeepsWhatTheCallSaysOfItself) {
  Conversation talk;
  talk.Host(ModernCall());
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid = talk.ToServer();
  EXPECT_EQ(At(paid, "/params/_meta/io.modelcontextprotocol~1protocolVersion"), "\"2026-07-28\"");
  EXPECT_NE(At(paid, "/params/_meta/x402~1payment"), "(absent)");
  talk.Server(ReceiptLine(IdOf(paid)));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
}

TEST(RevisionWithoutHandshake, IsAnsweredWithResultsThatNameTheirType) {
  for (const char* revision : {"2026-07-28", "2031-01-01"}) {
    Conversation talk;
    talk.Host(ModernCall(revision));
    talk.ToServer();
    talk.Server(ChallengeLine("1"));
    if (talk.KernelWasAsked()) talk.Asked();
    if (talk.Quiet()) talk.Kernel(Say(DecisionKind::kUnavailable));
    const std::string answer = talk.ToHost();
    EXPECT_EQ(ClosedText(answer), HostAnswerText(HostAnswer::kUnavailable)) << revision;
    EXPECT_EQ(At(answer, "/result/resultType"), "\"complete\"") << revision;
  }
}

TEST(RevisionWithoutHandshake, DoesNotPayACallThatContinuesAnother) {
  for (const char* more : {R"("inputResponses":{"a":1},)", R"("requestState":"s",)"}) {
    Conversation talk;
    talk.Host(ModernCall("2026-07-28", more));
    talk.ToServer();
    talk.Server(ChallengeLine("1"));
    EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable)) << more;
    EXPECT_NE(talk.UserSaw().find("asked for more input"), std::string::npos);
  }
}

TEST(RevisionWithoutHandshake, OfAPaidCallThatAsksForInputIsOfUnknownOutcome) {
  Conversation talk;
  const std::string paid = talk.PaidCall();
  talk.Server(
      R"({"jsonrpc":"2.0","id":)" + IdOf(paid) +
      R"(,"result":{"resultType":"input_required","inputRequests":{},"requestState":"s"}})");
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
}

}  // namespace
}  // namespace tollpass
