#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/json/json.h"
#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

std::string Deep(int levels) {
  return R"({"jsonrpc":"2.0","id":9,"result":{"x":)" + std::string(levels, '[') +
         std::string(levels, ']') + "}}";
}

TEST(PassThrough, FromTheHostIsTheSameBytes) {
  const std::vector<std::string> lines = {
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})",
      R"({"method":"tools/call","params":{"name":"s","arguments":{"b":1.0,"a":1,"a":2}},"jsonrpc":"2.0","id":12345678901234567890})",
      R"( { "id" : "x" , "jsonrpc" : "2.0" , "method" : "vendor/unknown" , "odd" : [ 1e0 , -0 ] } )",
      R"({"jsonrpc":"2.0","id":"\u00e9\ud83d\ude00","method":"ping","params":{"n":1.000,"z":10000000000000000000001}})",
      R"({"jsonrpc":"2.0","id":"é😀","method":"tools/list"})",
      R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"s","_meta":{"progressToken":5,"traceparent":"00-402"}}})",
      R"({"jsonrpc":"2.0","method":"notifications/initialized"})",
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":77}})",
      R"({"jsonrpc":"2.0","id":3,"result":{"roots":[]}})",
      R"({"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"no"}})",
      R"({"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"s"}})",
      R"({})",
  };
  Conversation talk;
  for (const std::string& line : lines) {
    talk.Host(line);
    EXPECT_EQ(talk.ToServer(), line);
    EXPECT_TRUE(talk.Quiet()) << line;
  }
}

TEST(PassThrough, FromTheServerIsTheSameBytes) {
  const std::vector<std::string> lines = {
      R"({"jsonrpc":"2.0","id":1,"result":{"big":123456789012345678901234567890,"f":1.0,"z":1,"a":{"k":1,"k":2}}})",
      R"({"result":{"content":[{"type":"text","text":"cost 402 \u0034\u003002"}]},"id":2,"jsonrpc":"2.0","vendor":true})",
      R"({"jsonrpc":"2.0","id":3,"error":{"code":-32402,"message":"not a payment","data":{"x":1}}})",
      R"({"jsonrpc":"2.0","id":4,"error":{"code":-32042,"message":"Open URL","data":{"elicitations":[{"mode":"url","url":"https://example.test/login"}]}}})",
      R"({"jsonrpc":"2.0","id":"srv-9","method":"elicitation/create","params":{"message":"Approve 5 USDC?","requestedSchema":{"type":"object"}}})",
      R"({"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"n":1.0,"n":402}})",
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"took":402}}})",
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"invoice":7,"payment_instructions":"Net 30 days"}}})",
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"payment taken {\"payment\":\"pi_1\",\"amount\":1200,\"l402\":false}"}})",
      R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"GET {id}/payments {'payments/list': 3} \ud83d"}})",
      R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})",
      R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"nobody","progress":1}})",
      R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}})",
      R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"no id"}})",
      R"([{"jsonrpc":"2.0","id":99,"result":{}},{"jsonrpc":"2.0","method":"notifications/x"}])",
      R"({"ping":1})",
      Deep(500),
  };
  Conversation talk;
  for (const std::string& line : lines) {
    talk.Server(line);
    EXPECT_EQ(talk.ToHost(), line);
    EXPECT_TRUE(talk.Quiet()) << line;
  }
}

TEST(PassThrough, OfAnAnswerToATrackedRequestIsTheSameBytes) {
  Conversation talk;
  talk.Host(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  talk.Host(ToolCallLine("\"two\""));
  talk.ToServer();
  talk.ToServer();
  const std::string list = R"({"jsonrpc":"2.0","result":{"tools":[{"name":"s","x":1.0}]},"id":1})";
  talk.Server(list);
  EXPECT_EQ(talk.ToHost(), list);
  talk.Server(ResultLine("\"two\"", "status 402"));
  EXPECT_EQ(talk.ToHost(), ResultLine("\"two\"", "status 402"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(PassThrough, AnswersTwoRequestsWithEqualLookingIdsEachByItself) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.Host(ToolCallLine("\"1\""));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("1"));
  EXPECT_EQ(talk.ToServer(), ToolCallLine("\"1\""));
  talk.Server(ChallengeLine("\"1\""));
  EXPECT_TRUE(talk.Asked().request.call.tool == "search");
  talk.Server(ResultLine("1"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  talk.Kernel(Say(DecisionKind::kDecline));
  EXPECT_EQ(IdOf(talk.ToHost()), "\"1\"");
}

TEST(NoisyServer, LinesThatAreNoMessagesGoToTheUserOnly) {
  Conversation talk;
  talk.Server("INFO starting server \x1b[31m402\x1b[0m");
  talk.Server("\"text\"");
  talk.Server("{\"half\":");
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 3U);
  EXPECT_NE(talk.UserSaw().find("INFO starting server"), std::string::npos);
  EXPECT_EQ(talk.UserSaw().find('\x1b'), std::string::npos);
}

TEST(NoisyServer, ALongLineIsShownToTheUserInPart) {
  Conversation talk;
  talk.Server(std::string(100'000, 'x'));
  EXPECT_LT(talk.UserSaw().size(), 1'000U);
}

TEST(NoisyServer, TwoMessagesInOneAreNotForwardedAndTheWaitingCallFails) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}})");
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32603");
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 1U);
}

TEST(HostMessages, ThatAreNoneAreAnsweredAndNotForwarded) {
  Conversation talk;
  talk.Host("not json");
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32700");
  talk.Host(R"({"jsonrpc":"2.0","id":4,"method":"a","method":"b"})");
  const std::string twice = talk.ToHost();
  EXPECT_EQ(At(twice, "/error/code"), "-32600");
  EXPECT_EQ(IdOf(twice), "4");
  EXPECT_NE(talk.UserSaw().find("it has the member \"method\" twice"), std::string::npos);
  EXPECT_TRUE(talk.Quiet());
}

TEST(HostMessages, InABatchAreRefusedWithoutAnId) {
  Conversation talk;
  talk.Host("[" + ToolCallLine("1") + "," + ToolCallLine("2") + "]");
  const std::string refusal = talk.ToHost();
  EXPECT_EQ(At(refusal, "/error/code"), "-32600");
  EXPECT_EQ(IdOf(refusal), "null");
  EXPECT_TRUE(talk.Quiet());
}

TEST(ServerBatch, WithoutAMarkerPassesAndEndsTheRequestsInIt) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server("[" + ResultLine("1") + "]");
  EXPECT_EQ(talk.ToHost(), "[" + ResultLine("1") + "]");
  talk.ServerCloses();
  EXPECT_TRUE(talk.Quiet());
}

TEST(ServerBatch, WithAChallengeIsNotForwardedAndItsRequestsFail) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server("[" + ChallengeLine("1") + "]");
  EXPECT_EQ(At(talk.ToHost(), "/error/code"), "-32603");
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 1U);
}

TEST(ServerBatch, WithTheAnswerToAPaidCallNeverShowsOurId) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.Server("[" + ResultLine(paid_id) + "]");
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
  EXPECT_EQ(talk.HostSaw().find(paid_id), std::string::npos);
}

TEST(UnknownResponses, PassUnlessTheyArePaymentsOrAnswerTwice) {
  Conversation talk;
  talk.Server(ResultLine("999"));
  EXPECT_EQ(talk.ToHost(), ResultLine("999"));
  talk.Server(ChallengeLine("999"));
  EXPECT_TRUE(talk.Quiet());
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ResultLine("1"));
  EXPECT_EQ(talk.ToHost(), ResultLine("1"));
  talk.Server(ResultLine("1", "again"));
  EXPECT_TRUE(talk.Quiet());
  EXPECT_EQ(talk.Notes(), 2U);
}

// Objects in objects in texts: a log of them is neither a demand nor too much to look through.
TEST(ToolErrors, ThatAreLongLogsOfObjectsPass) {
  const char* const lines[] = {
      R"(data: {"id":"c-402","delta":{"tool_calls":[{"function":{"arguments":"{\"q\":\"x1\"}"}}]}})",
      R"({"level":"error","time":1700000402000,"req":{"id":1,"body":"{\"a\":\"b\"}"}})",
      R"({"t":1402,"err":{"query":"query { user(id: \"1\") { name } }"}})",
      R"([stdio] <- {"jsonrpc":"2.0","id":402,"result":{"content":[{"text":"{\"ok\":\"yes\"}"}]}})",
      R"(2025-01-01 ERROR {"level":"error402","req":{"id":1,"body":"{\"a\":\"b\"}"}})",
      R"(function(a){if(a){return{b:{c:'payment'}}}};)",
      R"(ERROR quote 402: {'a': 1, 'msg': "it's bad", 'b': {'c': '{x}'}})"};
  for (const std::string line : lines) {
    std::string log;
    for (int i = 0; i < 600; ++i) log += line + "\n";
    const std::string text =
        R"({"content":[{"type":"text","text":)" + tollpass::json::Quote(log) + "}]";
    const std::string error = R"({"jsonrpc":"2.0","id":ID,"result":)" + text + R"(,"isError":true)";
    const auto with_id = [](std::string message, const std::string& id) {
      return message.replace(message.find("ID"), 2, id);
    };
    Conversation talk;
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Server(with_id(error + "}}", "1"));
    EXPECT_EQ(talk.ToHost(), with_id(error + "}}", "1")) << line;
    Conversation paid;
    const std::string paid_id = IdOf(paid.PaidCall("1"));
    paid.Server(
        with_id(error + R"(,"_meta":{"x402/payment-response":{"success":true}}}})", paid_id));
    EXPECT_EQ(paid.ToHost(), with_id(error + "}}", "1")) << line;
    EXPECT_EQ(paid.Concluded().outcome, Report::Outcome::kDelivered);
  }
}

TEST(UnknownResponses, WithReceiptsPassWithoutThem) {
  Conversation talk;
  talk.Server(ReceiptLine("999"));
  EXPECT_EQ(talk.ToHost(), ResultLine("999"));
}

TEST(UnknownResponses, ThatArePaymentsAnswerTheCallOfTheSameDigitsAndAreNotPaid) {
  const std::pair<std::string, std::string> ids[] = {{"7", "\"7\""}, {"7", "7.0"}, {"\"7\"", "7"},
                                                     {"1e0", "1"},   {"-0", "0"},  {"-0", "0.0"}};
  for (const auto& [asked, answered] : ids) {
    Conversation talk;
    talk.Host(ToolCallLine(asked));
    talk.Host(ToolCallLine("8"));
    talk.Server(ChallengeLine(answered));
    const std::string answer = talk.ToHost();
    EXPECT_EQ(ClosedText(answer), HostAnswerText(HostAnswer::kUnavailable)) << asked;
    EXPECT_NE(answer.find("\"id\":" + asked + ","), std::string::npos) << answer;
    EXPECT_EQ(talk.Asked().request.challenge.defect, Reason::kNotPayable) << asked;
    EXPECT_NE(talk.UserSaw().find("another spelling"), std::string::npos);
  }
}

TEST(ResponsesWithoutId, ThatArePaymentsNeverPass) {
  Conversation talk;
  talk.Server(ChallengeLine("null"));
  EXPECT_TRUE(talk.Quiet());
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Host(ToolCallLine("2"));
  talk.ToServer();
  talk.Server(ChallengeLine("null"));
  EXPECT_TRUE(talk.Quiet());
}

TEST(ResponsesWithoutId, ThatArePaymentsAnswerTheOnlyCallAndAreNotPaid) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ChallengeLine("null"));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_EQ(talk.Asked().request.challenge.defect, Reason::kNotPayable);
}

TEST(ResponsesWithoutId, ThatAreErrorsAnswerTheOnlyPaidCall) {
  Conversation talk;
  talk.PaidCall("1");
  talk.Server(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"no disk"}})");
  const std::string answer = talk.ToHost();
  EXPECT_EQ(IdOf(answer), "1");
  EXPECT_EQ(At(answer, "/error/message"), "\"no disk\"");
  EXPECT_FALSE(talk.Concluded().answered);
}

TEST(LongLines, OfTheHostAreAnsweredWithAnErrorThatSaysSo) {
  Conversation talk;
  talk.HostLineTooLong(R"({"method":"tools/call","params":{"x":"aaaa)",
                       R"(aaaa"},"jsonrpc":"2.0","id":"q"})");
  const std::string answer = talk.ToHost();
  EXPECT_EQ(IdOf(answer), "\"q\"");
  EXPECT_NE(answer.find("16 MiB"), std::string::npos);
  EXPECT_TRUE(talk.Quiet());
  // The server waits for a response of the host, so the server is told.
  talk.HostLineTooLong(R"({"result":{"x":"aaaa)", R"(aaaa"},"jsonrpc":"2.0","id":3})");
  EXPECT_EQ(IdOf(talk.ToServer()), "3");
  EXPECT_TRUE(talk.Quiet());
}

TEST(LongLines, OfTheServerEndTheWaitingCall) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.Host(ToolCallLine("2"));
  talk.ToServer();
  talk.ToServer();
  talk.ServerLineTooLong(R"({"result":{"x":"aaaa)", R"(aaaa"},"jsonrpc":"2.0","id":2})");
  const std::string answer = talk.ToHost();
  EXPECT_EQ(IdOf(answer), "2");
  EXPECT_NE(answer.find("16 MiB"), std::string::npos);
  // The id cannot be seen, but only one call waits.
  talk.ServerLineTooLong(R"({"result":"aaaa)", R"(aaaa"})");
  EXPECT_EQ(IdOf(talk.ToHost()), "1");
  EXPECT_TRUE(talk.Quiet());
}

TEST(LongLines, ThatAreGivenWholeDoNotPassEither) {
  Conversation talk;
  const std::string fits = R"({"method":"tools/call","id":1,"params":")" +
                           std::string(kMaxMessageBytes - 42, 'x') + R"("})";
  ASSERT_EQ(fits.size(), kMaxMessageBytes);
  talk.Host(fits);
  EXPECT_EQ(talk.ToServer(), fits);
  talk.Host(fits + " ");
  EXPECT_NE(talk.ToHost().find("16 MiB"), std::string::npos);
  talk.Server(R"({"id":1,"result":")" + std::string(kMaxMessageBytes, 'x') + R"("})");
  EXPECT_NE(talk.ToHost().find("16 MiB"), std::string::npos);
  EXPECT_TRUE(talk.Quiet());
}

TEST(LongLines, ThatAnswerAPaidCallLeaveItsOutcomeUnknown) {
  Conversation talk;
  const std::string paid_id = IdOf(talk.PaidCall("1"));
  talk.ServerLineTooLong(R"({"jsonrpc":"2.0","id":)" + paid_id + R"(,"result":"aa)", "");
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(talk.Concluded().outcome, Report::Outcome::kLost);
}

}  // namespace
}  // namespace tollpass
