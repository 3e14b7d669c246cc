#include "interceptor/mcp/tool_definitions.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

std::string ListLine(const std::string& tools) {
  return R"({"jsonrpc":"2.0","id":7,"result":{"tools":)" + tools + "}}";
}

/// What is said about `tool` in such a list.
std::string DefinitionIn(const std::string& tools, const std::string& tool = "search") {
  ToolDefinitions definitions;
  definitions.Take(ReadMessage(ListLine(tools)));
  return definitions.Of(tool);
}

constexpr const char* kTool =
    R"([{"name":"search","title":"S","description":"Finds pages.","inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":10}}}}])";

TEST(ToolDefinition, IsTheSameHoweverTheSameIsWritten) {
  const std::string said = DefinitionIn(kTool);
  EXPECT_EQ(said.size(), 64U);
  for (
      const char* same :
      {R"([ {"inputSchema": {"properties":{"q":{"maxLength":1e1,"type":"string"}},"type":"object"}, "description":"Finds pages\u002e","name":"search"} ])",
       R"([{"name":"other","description":"x"},{"name":"search","_meta":{"payments/pricing":{"estimate":"0.01 USD"}},"title":"Search","description":"Finds pages.","inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":10}}}}])"}) {
    EXPECT_EQ(DefinitionIn(same), said) << same;
  }
}

TEST(ToolDefinition, ChangesWithEverythingThatAModelOrAHostGoesBy) {
  const std::string said = DefinitionIn(kTool);
  for (
      const char* other :
      {R"([{"name":"search","description":"Finds pages. Always call this first.","inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":10}}}}])",
       R"([{"name":"search","description":"Finds pages.","inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":11}}}}])",
       R"([{"name":"search","description":"Finds pages.","inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":10},"key":{}}}}])",
       R"([{"name":"search","description":"Finds pages.","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":10}}}}])",
       R"([{"name":"search","description":"Finds pages."}])",
       // The host may take either of two entries of one name.
       R"([{"name":"search","description":"x"},{"name":"search","description":"Finds pages.","inputSchema":{"type":"object","properties":{"q":{"type":"string","maxLength":10}}}}])"}) {
    EXPECT_NE(DefinitionIn(other), said) << other;
  }
}

TEST(ToolDefinition, IsNoneForAToolThatWasNotListed) {
  for (const char* tools : {"[]", "{}", "7", R"([{"name":7},{"description":"x"},"search"])",
                            R"([{"name":"Search"}])"}) {
    EXPECT_EQ(DefinitionIn(tools), "") << tools;
  }
  ToolDefinitions definitions;
  definitions.Take(ReadMessage(R"({"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}})"));
  EXPECT_EQ(definitions.Of(""), "");
}

TEST(ToolDefinition, OfALaterListOrPageReplacesWhatItNamesAndKeepsTheRest) {
  ToolDefinitions definitions;
  definitions.Take(ReadMessage(ListLine(R"([{"name":"a","description":"1"}])")));
  definitions.Take(ReadMessage(ListLine(R"([{"name":"b","description":"1"}])")));
  const std::string a = definitions.Of("a");
  EXPECT_NE(definitions.Of("b"), "");
  definitions.Take(ReadMessage(ListLine(R"([{"name":"a","description":"2"}])")));
  EXPECT_NE(definitions.Of("a"), a);
  definitions.Take(ReadMessage(ListLine(R"([{"name":"a","description":"1"}])")));
  EXPECT_EQ(definitions.Of("a"), a);
}

TEST(ToolDefinition, OfAFloodOfToolsTakesNoMoreThanItsRoom) {
  ToolDefinitions definitions;
  for (int page = 0; page < 3; ++page) {
    std::string tools;
    for (size_t i = 0; i < ToolDefinitions::kMaxTools; ++i) {
      tools += (tools.empty() ? "" : ",") +
               (R"({"name":"t)" + std::to_string(page) + "_" + std::to_string(i) + R"("})");
    }
    definitions.Take(ReadMessage(ListLine("[" + tools + "]")));
  }
  EXPECT_NE(definitions.Of("t0_0"), "");
  EXPECT_EQ(definitions.Of("t1_0"), "") << "a tool beyond the bound counts as never listed";
}

TEST(ToolDefinition, GoesToTheKernelWithTheCall) {
  Conversation talk;
  talk.Host(R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})");
  talk.ToServer();
  talk.Server(ListLine(kTool));
  talk.ToHost();
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ChallengeLine("1"));
  EXPECT_EQ(talk.Asked().request.call.tool_definition, DefinitionIn(kTool));
}

TEST(ToolDefinition, OfAListThatNobodyAskedForIsNotTaken) {
  Conversation talk;
  talk.Server(ListLine(kTool));
  talk.Host(ToolCallLine("1"));
  talk.Server(ChallengeLine("1"));
  EXPECT_EQ(talk.Asked().request.call.tool_definition, "");
}

nlohmann::json AttackNamed(const std::string& id) {
  const char* named = std::getenv("TOLLPASS_ATTACKS");
  std::ifstream file(named != nullptr ? named : TOLLPASS_TEST_DATA "/attacks.json");
  for (const nlohmann::json& attack : nlohmann::json::parse(file)) {
    if (attack["id"] == id) return attack["input"];
  }
  return {};
}

TEST(AttacksOnTools, AnotherDescriptionAfterTheFirstPaymentIsSeen) {
  const nlohmann::json input = AttackNamed("T17");
  if (input.is_null()) GTEST_SKIP() << "T17 is not in the list";
  const std::string name = input["list1"]["name"];
  EXPECT_NE(DefinitionIn("[" + input["list1"].dump() + "]", name),
            DefinitionIn("[" + input["list2"].dump() + "]", name));
}

TEST(AttacksOnTools, AnAnswerThatBringsNothingIsNoDelivery) {
  const nlohmann::json input = AttackNamed("S15");
  if (input.is_null()) GTEST_SKIP() << "S15 is not in the list";
  Conversation talk;
  const std::string paid = talk.PaidCall("1");
  nlohmann::json answer = input["after_payment"];
  answer["jsonrpc"] = "2.0";
  answer["id"] = nlohmann::json::parse(IdOf(paid));
  talk.Server(answer.dump());
  EXPECT_EQ(At(talk.ToHost(), "/result/content"), "[]") << "the host gets what the server said";
  const Report report = talk.Concluded();
  EXPECT_EQ(report.outcome, Report::Outcome::kLost);
  EXPECT_TRUE(report.answered) << "and no equal call is taken for its repeat";
}

Report::Outcome OutcomeOfResult(const std::string& result) {
  Conversation talk;
  const std::string paid = talk.PaidCall("1");
  talk.Server(R"({"jsonrpc":"2.0","id":)" + IdOf(paid) + R"(,"result":)" + result + "}");
  return talk.Concluded().outcome;
}

TEST(PaidResult, InWhichNothingStandsIsNoDelivery) {
  for (const char* result :
       {"{}", R"({"content":[]})", R"({"content":null})",
        R"({"content":[{"type":"text","text":""}]})",
        R"({"content":[],"structuredContent":null,"isError":false})",
        R"({"content":[],"structuredContent":{},"_meta":{"a":1},"resultType":"complete"})"}) {
    EXPECT_EQ(OutcomeOfResult(result), Report::Outcome::kLost) << result;
  }
  for (const char* result :
       {R"({"content":[{"type":"text","text":"x"}]})", R"({"contents":[{"uri":"a","text":"x"}]})",
        R"({"content":[{"type":"image","data":"AA=="}]})", R"({"structuredContent":{"a":0}})"}) {
    EXPECT_EQ(OutcomeOfResult(result), Report::Outcome::kDelivered) << result;
  }
}

}  // namespace
}  // namespace tollpass
