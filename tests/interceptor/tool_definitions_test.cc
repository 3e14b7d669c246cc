#include "interceptor/mcp/tool_definitions.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

std::string ListLine(const std::string& tools) {
  return R"({"jsonrpc":"2.0","id":7,"result":{"tools":)" + tools + "}}";
}

/// What is said about `tool` in such a list.
std::string DefinitionIn(const std::string& tools, const std::string& tool = "search") {
  ToolDefinitions definitions;
  definitions.Take(ReadMessage(ListLine(tools)), false);
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
  definitions.Take(ReadMessage(R"({"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}})"),
                   false);
  EXPECT_EQ(definitions.Of(""), "");
}

/// Takes the tools of `pages` as one list, page after page.
void TakeList(ToolDefinitions& definitions, const std::vector<std::string>& pages) {
  bool continues = false;
  for (const std::string& tools : pages) {
    definitions.Take(ReadMessage(ListLine(tools)), std::exchange(continues, true));
  }
}

std::string Entry(const std::string& name, const std::string& description) {
  return R"({"name":")" + name + R"(","description":")" + description + R"("})";
}

TEST(ToolDefinition, OfALaterListReplacesWhatItNamesAndKeepsTheRest) {
  ToolDefinitions definitions;
  TakeList(definitions, {"[" + Entry("a", "1") + "]", "[" + Entry("b", "1") + "]"});
  const std::string a = definitions.Of("a");
  const std::string b = definitions.Of("b");
  EXPECT_NE(b, "");
  TakeList(definitions, {"[" + Entry("a", "2") + "]"});
  EXPECT_NE(definitions.Of("a"), a);
  EXPECT_EQ(definitions.Of("b"), b);
  TakeList(definitions, {"[" + Entry("a", "1") + "]"});
  EXPECT_EQ(definitions.Of("a"), a);
}

TEST(ToolDefinition, CountsWhateverAListSaysOfAToolOnAnyOfItsPages) {
  const std::string said = DefinitionIn("[" + Entry("search", "1") + "]");
  for (const std::vector<std::string>& pages :
       {std::vector<std::string>{"[" + Entry("search", "1") + "," + Entry("search", "2") + "]"},
        {"[" + Entry("search", "1") + "]", "[" + Entry("search", "2") + "]"},
        {"[" + Entry("search", "2") + "]", "[]", "[" + Entry("search", "1") + "]"}}) {
    ToolDefinitions definitions;
    TakeList(definitions, {"[" + Entry("search", "1") + "]"});
    TakeList(definitions, pages);
    EXPECT_NE(definitions.Of("search"), said) << pages[0];
    EXPECT_NE(definitions.TextOf("search").find("2"), std::string::npos) << pages[0];
  }
  ToolDefinitions twice;
  TakeList(twice, {"[" + Entry("search", "1") + "]", "[" + Entry("search", "1") + "]"});
  EXPECT_EQ(twice.Of("search"), said) << "the same once more says nothing new";
}

TEST(ToolDefinition, OfALongNameIsKeptToo) {
  const std::string name(5000, 'n');
  EXPECT_NE(DefinitionIn("[" + Entry(name, "1") + "]", name), "");
  EXPECT_NE(DefinitionIn("[" + Entry(name, "1") + "]", name),
            DefinitionIn("[" + Entry(name, "2") + "]", name));
  EXPECT_EQ(DefinitionIn("[" + Entry(name, "1") + "]", name + "n"), "");
}

TEST(ToolDefinition, OfAToolBeyondTheRoomChangesWithAnyOfThem) {
  const auto flood = [](const std::string& last) {
    std::string tools;
    for (size_t i = 0; i < ToolDefinitions::kMaxTools; ++i) {
      tools += Entry("t" + std::to_string(i), "1") + ",";
    }
    return "[" + tools + Entry("beyond", "1") + "," + Entry("last", last) + "]";
  };
  const std::string said = DefinitionIn(flood("1"), "beyond");
  EXPECT_NE(said, "");
  EXPECT_EQ(DefinitionIn(flood("1"), "beyond"), said);
  EXPECT_NE(DefinitionIn(flood("2"), "beyond"), said);
  EXPECT_NE(DefinitionIn(flood("1"), "t0"), said);
}

TEST(ToolDefinition, TellsAPageFromANewListByTheCursor) {
  Conversation talk;
  talk.Host(R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})");
  talk.ToServer();
  talk.Server(ListLine("[" + Entry("search", "2") + "]"));
  talk.ToHost();
  talk.Host(R"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"p2"}})");
  talk.ToServer();
  talk.Server(ListLine("[" + Entry("search", "1") + "]"));
  talk.ToHost();
  const Call call = talk.CallAndChallenge("1").request.call;
  EXPECT_NE(call.tool_definition, DefinitionIn("[" + Entry("search", "1") + "]"));
  EXPECT_NE(call.tool_definition, DefinitionIn("[" + Entry("search", "2") + "]"));
  EXPECT_EQ(call.tool_text, "description: 2; and also: description: 1");
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
