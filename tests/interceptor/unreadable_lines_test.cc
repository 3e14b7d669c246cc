#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/interceptor/conversation.h"

/// Lines that other programs write and that are no strict JSON: whoever waits because of one is
/// told, if its id can be made out.
namespace tollpass {
namespace {

constexpr const char* kByteOrderMark = "\xEF\xBB\xBF";

/// What stands where a result does: as Python writes numbers, bytes that are no UTF-8, raw control
/// bytes, nesting beyond any use, and what follows a message on its line.
std::vector<std::string> BrokenAnswers(const std::string& id) {
  const std::string head = R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)";
  return {
      head + R"({"content":[],"structuredContent":{"v":NaN}}})",
      head + R"({"content":[],"structuredContent":{"v":-Infinity}}})",
      R"({"result":{"v":NaN},"jsonrpc":"2.0","id":)" + id + "}",
      head + "{\"content\":[{\"type\":\"text\",\"text\":\"a \xFF\xFE z\"}]}}",
      head + "{\"content\":[{\"type\":\"text\",\"text\":\"a\tz\"}]}}",
      head + std::string("{\"text\":\"a\0z\"}}", 16),
      head + std::string(600, '[') + std::string(600, ']') + "}",
      head + R"({"content":[]}} {"jsonrpc":"2.0","method":"x"})",
      head + R"({"content":[],}})",
      R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":1,"message":'no'}})",
  };
}

TEST(UnreadableAnswer, EndsTheCallThatWaitsForIt) {
  for (const char* id : {"1", "\"one\"", "-7"}) {
    for (const std::string& line : BrokenAnswers(id)) {
      Conversation talk;
      talk.Host(ToolCallLine(id));
      talk.ToServer();
      talk.Server(line);
      const std::string answer = talk.ToHost();
      EXPECT_EQ(IdOf(answer), id) << line;
      EXPECT_EQ(At(answer, "/error/code"), "-32603") << line;
      EXPECT_EQ(talk.Notes(), 1U) << line;
      talk.Server(ResultLine(id));
      EXPECT_TRUE(talk.Quiet()) << line;
    }
  }
}

TEST(UnreadableAnswer, ToAPaidCallLeavesItsOutcomeUnknownAndTheChargeOpen) {
  for (const std::string& line : BrokenAnswers("1000000000")) {
    Conversation talk;
    ASSERT_EQ(IdOf(talk.PaidCall("1", "c1")), "1000000000");
    talk.Server(line);
    const std::string answer = talk.ToHost();
    EXPECT_EQ(IdOf(answer), "1") << line;
    EXPECT_EQ(ClosedText(answer), HostAnswerText(HostAnswer::kOutcomeUnknown)) << line;
    const Report report = talk.Concluded();
    EXPECT_EQ(report.outcome, Report::Outcome::kLost) << line;
    EXPECT_FALSE(report.answered) << line;
  }
}

TEST(UnreadableAnswer, WithoutAResultToACallIsOnlyToldToTheUser) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  const std::vector<std::string> lines = {
      R"({"id":1,"level":"info","took":NaN})",          "[2026-01-01] id: 1, result: none",
      R"({"outer":{"id":1,"result":{}},"v":NaN})",      R"("id":1,"result":{})",
      R"({"jsonrpc":"2.0","id":2,"result":{"v":NaN}})", R"({"jsonrpc":"2.0","result":{"v":NaN}})",
  };
  for (const std::string& line : lines) {
    talk.Server(line);
    EXPECT_TRUE(talk.Quiet()) << line;
  }
  EXPECT_EQ(talk.Notes(), lines.size());
  talk.Server(ResultLine("1"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
}

TEST(UnreadableRequest, OfTheServerIsAnsweredThereAndNeverReachesTheHost) {
  Conversation talk;
  talk.Server(R"({"jsonrpc":"2.0","id":3,"method":"sampling/createMessage","params":{"t":NaN}})");
  const std::string answer = talk.ToServer();
  EXPECT_EQ(IdOf(answer), "3");
  EXPECT_EQ(At(answer, "/error/code"), "-32700");
  EXPECT_TRUE(talk.Quiet());
}

TEST(UnreadableRequest, OfTheHostIsAnsweredUnderItsId) {
  Conversation talk;
  for (const char* id : {"4", "\"four\""}) {
    talk.Host(R"({"jsonrpc":"2.0","id":)" + std::string(id) +
              R"(,"method":"tools/call","params":{"name":"s","arguments":{"v":NaN}}})");
    const std::string answer = talk.ToHost();
    EXPECT_EQ(IdOf(answer), id);
    EXPECT_EQ(At(answer, "/error/code"), "-32700");
  }
  EXPECT_TRUE(talk.Quiet());
}

TEST(UnreadableResponse, OfTheHostIsToldToTheServerThatWaitsForIt) {
  Conversation talk;
  talk.Host(R"({"jsonrpc":"2.0","id":5,"result":{"v":NaN}})");
  const std::string answer = talk.ToServer();
  EXPECT_EQ(IdOf(answer), "5");
  EXPECT_NE(At(answer, "/error/message"), "(absent)");
  EXPECT_TRUE(talk.Quiet());
}

TEST(ByteOrderMark, IsTakenOffAndTheMessagePasses) {
  Conversation talk;
  talk.Host(kByteOrderMark + ToolCallLine("1"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1"));
  talk.Server(kByteOrderMark + ResultLine("1"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(ByteOrderMark, HidesNoChallengeAndNoPaidAnswer) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(kByteOrderMark + ChallengeLine("1"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid_id = IdOf(talk.ToServer());
  talk.Server(kByteOrderMark + ReceiptLine(paid_id));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  EXPECT_TRUE(talk.Concluded().answered);
}

TEST(ByteOrderMark, DoesNotHideTheIdOfALineThatIsTooLong) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.ServerLineTooLong(std::string(kByteOrderMark) + R"({"jsonrpc":"2.0","id":1,"result":"aa)",
                         "");
  EXPECT_EQ(IdOf(talk.ToHost()), "1");
}

}  // namespace
}  // namespace tollpass
