#include "interceptor/mcp/price_hints.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

// A server answers `method` with `result`; what the host gets as the result.
std::string Listed(Conversation& talk, const std::string& method, const std::string& result) {
  talk.Host(R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"("})");
  talk.ToServer();
  const std::string before = R"({"jsonrpc":"2.0","id":1,"result":)";
  talk.Server(before + result + "}");
  const std::string line = talk.ToHost();
  EXPECT_EQ(line.substr(0, before.size()), before);
  EXPECT_TRUE(talk.Quiet());
  return line.substr(before.size(), line.size() - before.size() - 1);
}

std::string Listed(const std::string& method, const std::string& result) {
  Conversation talk;
  return Listed(talk, method, result);
}

struct ListCase {
  const char* what;
  const char* before;
  const char* after;
};

TEST(Prices, LeaveTheListsThatTheHostSeesAndNothingElseDoes) {
  const ListCase cases[] = {
      {"payments/pricing",
       R"({"tools":[{"name":"a","_meta":{"payments/pricing":{"model":"per_call","estimate":"0.005 USD"}, "b" : 1.0 },"inputSchema":{"z":1,"a":1e0}}], "nextCursor":"c"})",
       R"({"tools":[{"name":"a","_meta":{"b" : 1.0 },"inputSchema":{"z":1,"a":1e0}}], "nextCursor":"c"})"},
      {"SEP-2007",
       R"({"tools":[{"name":"a","payment":[{"protocol":"x402","paymentRequired":{"x402Version":2,"accepts":[{"amount":"7"}]}}],"title":"A"},{"name":"b"}]})",
       R"({"tools":[{"name":"a","title":"A"},{"name":"b"}]})"},
      {"a vendor's payment member", R"({"tools":[{"payment":{"price":"7"},"name":"a"}]})",
       R"({"tools":[{"name":"a"}]})"},
      {"Cloudflare",
       R"({"tools":[{"name":"a","_meta":{"agents-x402/paymentRequired":true,"agents-x402/priceUSD":0.01}}]})",
       R"({"tools":[{"name":"a"}]})"},
      {"Apify", R"({"tools":[{"name":"a","_meta":{"x402":{"amount":"7"},"k":2}}]})",
       R"({"tools":[{"name":"a","_meta":{"k":2}}]})"},
      {"MPP", R"({"tools":[{"name":"a","_meta":{"org.paymentauth/offer":{"amount":"7"}}}]})",
       R"({"tools":[{"name":"a"}]})"},
      {"an argument that pays",
       R"({"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"q":{"type":"string"},"skyfire-pay-id":{"type":"string","description":"token that pays"}},"required":["q", "skyfire-pay-id"]}}]})",
       R"({"tools":[{"name":"a","inputSchema":{"type":"object","properties":{"q":{"type":"string"}},"required":["q"]}}]})"},
      {"another argument that pays",
       R"({"tools":[{"name":"a","inputSchema":{"properties":{"_payment":{"type":"object"}}}}]})",
       R"({"tools":[{"name":"a","inputSchema":{"properties":{}}}]})"},
      {"spelled oddly",
       R"({"t\u006fols":[{"name":"a","_met\u0061":{"p\u0061yments\/pricing":1,"b":2}}]})",
       R"({"t\u006fols":[{"name":"a","_met\u0061":{"b":2}}]})"},
      {"twice",
       R"({"tools":[{"name":"a","_meta":{"payments/pricing":1}}],"tools":[{"payment":1}]})",
       R"({"tools":[{"name":"a"}],"tools":[{}]})"},
      {"in a task's result", R"({"result":{"tools":[{"name":"a","payment":[1]}]}})",
       R"({"result":{"tools":[{"name":"a"}]}})"},
      {"resources", R"({"resources":[{"uri":"u","_meta":{"payments/pricing":1}}]})",
       R"({"resources":[{"uri":"u"}]})"},
      {"templates", R"({"resourceTemplates":[{"uriTemplate":"u","payment":[]}]})",
       R"({"resourceTemplates":[{"uriTemplate":"u"}]})"},
      {"prompts", R"({"prompts":[{"name":"p","_meta":{"agents-x402/priceUSD":1}}]})",
       R"({"prompts":[{"name":"p"}]})"},
      {"beside a tool's name",
       R"({"tools":[{"name":"a","x402":{"amount":"7"},"accepts":[{"payTo":"p"}],"price":"0.01 USD", "title":"A"}]})",
       R"({"tools":[{"name":"a", "title":"A"}]})"},
      {"in annotations",
       R"({"tools":[{"name":"a","annotations":{"readOnlyHint":true,"x402":{"amount":"7"}}}]})",
       R"({"tools":[{"name":"a","annotations":{"readOnlyHint":true}}]})"},
      {"of the whole list", R"({"_meta":{"x402":{"amount":"7"},"k":1.0},"tools":[{"name":"a"}]})",
       R"({"_meta":{"k":1.0},"tools":[{"name":"a"}]})"},
      {"an argument of a schema put together of several",
       R"({"tools":[{"name":"a","inputSchema":{"anyOf":[{"properties":{"_payment":{},"q":{}},"required":["_payment","q"]},{"$ref":"#/$defs/p"}],"$defs":{"p":{"properties":{"_payment":{}}}}}}]})",
       R"({"tools":[{"name":"a","inputSchema":{"anyOf":[{"properties":{"q":{}},"required":["q"]},{"$ref":"#/$defs/p"}],"$defs":{"p":{"properties":{}}}}}]})"},
      {"an argument that is required twice",
       R"({"tools":[{"name":"a","inputSchema":{"required":["_payment"],"properties":{"_payment":{}},"required":["q","_p\u0061yment"]}}]})",
       R"({"tools":[{"name":"a","inputSchema":{"required":[],"properties":{},"required":["q"]}}]})"},
      {"an argument inside another, which no call is made without",
       R"({"tools":[{"name":"a","inputSchema":{"properties":{"order":{"properties":{"_payment":{}},"required":["_payment"]}}}}]})",
       R"({"tools":[{"name":"a","inputSchema":{"properties":{"order":{"properties":{"_payment":{}},"required":["_payment"]}}}}]})"},
      {"no list", R"({"_meta":{"x402":1},"content":[{"price":"7","text":"payment"}]})",
       R"({"_meta":{"x402":1},"content":[{"price":"7","text":"payment"}]})"},
      {"receipts of content items",
       R"({"content":[{"type":"text","text":"payment","_meta":{"x402/payment-response":{},"a":1}}]})",
       R"({"content":[{"type":"text","text":"payment","_meta":{"a":1}}]})"},
      {"what only looks like one",
       R"({"tools":[{"name":"payment","description":"payment 402","annotations":{"payment":1},"_meta":{"payment":1}}],"items":[{"payment":1}]})",
       R"({"tools":[{"name":"payment","description":"payment 402","annotations":{"payment":1},"_meta":{"payment":1}}],"items":[{"payment":1}]})"},
  };
  for (const ListCase& one : cases) {
    EXPECT_EQ(Listed("tools/list", one.before), one.after) << one.what;
  }
}

TEST(Prices, InASchemaThatIsTooMuchToReadTakeItAway) {
  std::string schema =
      R"({"f":")" + std::string(1'000'000, 'x') + R"(","properties":{"_payment":{}}})";
  for (int i = 0; i < 400; ++i) schema = R"({"a":)" + schema + "}";
  EXPECT_EQ(Listed("tools/list", R"({"tools":[{"name":"a\u0041","payment":1,"inputSchema":)" +
                                     schema + R"(},{"_meta":{"x402":1}}],"nextCursor":"c"})"),
            R"({"tools":[{"name":"a\u0041","inputSchema":{"type":"object"}},)"
            R"({"name":"","inputSchema":{"type":"object"}}],"nextCursor":"c"})");
}

TEST(Prices, AreKeptForTheUser) {
  Conversation talk;
  Listed(talk, "tools/list",
         R"({"tools":[{"name":"a","_meta":{"payments/pricing":{"estimate":"0.005 USD"}}},)"
         R"({"name":"b","payment":[{"protocol":"x402"}]},{"name":"c"}]})");
  Listed(talk, "resources/list", R"({"resources":[{"uri":"u","_meta":{"x402":{"amount":"7"}}}]})");
  Listed(talk, "tools/list", R"({"tools":[{"name":"a","_meta":{"payments/pricing":"2 USD"}}]})");
  const std::vector<PriceHint> expected = {
      {"tools", "a", "payments/pricing", R"("2 USD")"},
      {"tools", "b", "payment", R"([{"protocol":"x402"}])"},
      {"resources", "u", "x402", R"({"amount":"7"})"},
  };
  EXPECT_EQ(talk.price_hints(), expected);
  EXPECT_FALSE(talk.KernelWasAsked());
}

TEST(Prices, OfACallAreNone) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(
      R"({"jsonrpc":"2.0","id":1,"result":{"content":[],"tools":[{"name":"a","payment":1}]}})");
  EXPECT_TRUE(talk.price_hints().empty());
}

TEST(Prices, AreKeptUpToABound) {
  Conversation talk;
  const auto list = [](size_t first, size_t count, const std::string& price) {
    std::string tools;
    for (size_t i = first; i < first + count; ++i) {
      tools += (tools.empty() ? "" : ",") + (R"({"name":"t)" + std::to_string(i)) +
               R"(","payment":)" + price + "}";
    }
    return R"({"tools":[)" + tools + "]}";
  };
  Listed(talk, "tools/list", list(0, 3000, "1"));
  Listed(talk, "tools/list", list(2000, 10, "2"));
  Listed(talk, "tools/list", list(0, 1, "3"));
  ASSERT_EQ(talk.price_hints().size(), PriceHints::kMaxHints);
  EXPECT_EQ(talk.price_hints()[0].json, "3");
  EXPECT_EQ(talk.price_hints()[1].json, "1");
  Conversation large;
  Listed(large, "tools/list", list(0, 1, "\"" + std::string(5000, 'x') + "\""));
  EXPECT_TRUE(large.price_hints().empty());
}

TEST(PaymentArguments, OfTheHostDoNotReachTheServer) {
  Conversation talk;
  talk.Host(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"q":1.0,"skyfire-pay-id":"jwt","_payment":{}}}})");
  EXPECT_EQ(
      talk.ToServer(),
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"q":1.0}}})");
  EXPECT_EQ(talk.Notes(), 1U);
}

TEST(PaymentCapabilities, OfTheServerDoNotReachTheHost) {
  EXPECT_EQ(
      Listed(
          "initialize",
          R"({"protocolVersion":"2025-11-25","capabilities":{"payments":{"version":"1"},"payment":{"protocols":["x402"]},"tools":{},"experimental":{"stipendex/payments":{},"payment":{"methods":{"evm":{}}},"x":{}},"extensions":{"org.x402/payment":{}}}})"),
      R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{},"experimental":{"x":{}},"extensions":{}}})");
}

}  // namespace
}  // namespace tollpass
