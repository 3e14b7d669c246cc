#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/approval.h"
#include "core/call.h"
#include "core/server_identity.h"

namespace tollpass {
namespace {

Call SearchCall(std::string arguments = R"({"q":"oslo","n":3})") {
  return {.server_id = "server",
          .principal = "1000",
          .method = "tools/call",
          .tool = "search",
          .arguments = std::move(arguments),
          .resource_url = "mcp://tool/search"};
}

TEST(CallKey, IsTheSameForTheSameCall) {
  const std::string key = CallKey(SearchCall());
  EXPECT_EQ(key.size(), 64U);
  for (const char* arguments : {R"({"n":3,"q":"oslo"})", R"( { "q" : "\u006fslo" , "n" : 3.0 } )",
                                R"({"n":3e0,"q":"oslo"})"}) {
    EXPECT_EQ(CallKey(SearchCall(arguments)), key) << arguments;
  }
}

TEST(CallKey, DoesNotDependOnWhatTheServerSaysItIsFor) {
  Call other = SearchCall();
  other.resource_url = "https://else.example";
  EXPECT_EQ(CallKey(other), CallKey(SearchCall()));
}

TEST(CallKey, DiffersWithEveryPartOfTheCall) {
  std::set<std::string> keys = {CallKey(SearchCall())};
  const auto differs = [&keys](auto change) {
    Call call = SearchCall();
    change(call);
    return keys.insert(CallKey(call)).second;
  };
  EXPECT_TRUE(differs([](Call& call) { call.server_id = "server2"; }));
  EXPECT_TRUE(differs([](Call& call) { call.principal = "1000/label"; }));
  EXPECT_TRUE(differs([](Call& call) { call.method = "prompts/get"; }));
  EXPECT_TRUE(differs([](Call& call) { call.tool = "Search"; }));
  EXPECT_TRUE(differs([](Call& call) { call.arguments = R"({"q":"oslo","n":4})"; }));
  EXPECT_TRUE(differs([](Call& call) { call.arguments = R"({"q":"oslo","n":"3"})"; }));
  EXPECT_TRUE(differs([](Call& call) { call.arguments = R"([{"q":"oslo","n":3}])"; }));
  EXPECT_TRUE(differs([](Call& call) { call.arguments = "null"; }));
  EXPECT_TRUE(differs([](Call& call) { call.arguments = "{}"; }));
}

TEST(CallKey, ComparesNestedArgumentsByTheirMeaning) {
  const auto nested = [](const std::string& inner, int depth) {
    std::string text = inner;
    for (int i = 0; i < depth; ++i) text = "{\"a\":" + text + "}";
    return text;
  };
  for (const int depth : {1, 31, 32, 33, 511}) {
    EXPECT_EQ(CallKey(SearchCall(nested("1", depth))), CallKey(SearchCall(nested("1.0", depth))))
        << depth;
    EXPECT_NE(CallKey(SearchCall(nested("1", depth))), CallKey(SearchCall(nested("2", depth))))
        << depth;
  }
}

TEST(CallKey, AbsentArgumentsEqualAnEmptyObject) {
  EXPECT_EQ(CallKey(SearchCall("")), CallKey(SearchCall("{}")));
  EXPECT_EQ(CallKey(SearchCall("")), CallKey(SearchCall(" { } ")));
}

TEST(CallKey, NumbersThatADoubleDoesNotHoldStayTheNumbersThatWereWritten) {
  EXPECT_NE(CallKey(SearchCall(R"({"n":9007199254740993})")),
            CallKey(SearchCall(R"({"n":9007199254740992})")));
  EXPECT_EQ(CallKey(SearchCall(R"({"n":9007199254740993})")),
            CallKey(SearchCall(R"({"n":9007199254740993})")));
}

Approval Question() {
  Terms terms;
  terms.scheme = "exact";
  terms.network = "eip155:84532";
  terms.asset = {.symbol = "USDC",
                 .network = "eip155:84532",
                 .id = "0xa55e7",
                 .decimals = 6,
                 .eip712_name = "USD Coin",
                 .eip712_version = "2"};
  terms.charge = Amount(10'000);
  terms.payee = "0xpayee";
  terms.payer = "0xpayer";
  Approval approval = ApprovalFor(SearchCall(), terms);
  approval.section_digest = "digest";
  return approval;
}

TEST(Approval, AsksWhatTheTermsSay) {
  const Approval approval = Question();
  EXPECT_EQ(approval.call_key, CallKey(SearchCall()));
  EXPECT_EQ(approval.server_id, "server");
  EXPECT_EQ(approval.tool, "search");
  EXPECT_EQ(approval.payer, "0xpayer");
  EXPECT_EQ(approval.payee, "0xpayee");
  EXPECT_EQ(approval.scheme, "exact");
  EXPECT_EQ(approval.network, "eip155:84532");
  EXPECT_EQ(approval.asset.id, "0xa55e7");
  EXPECT_EQ(approval.asset.decimals, 6);
  EXPECT_EQ(approval.arguments, R"({"n":3,"q":"oslo"})");
  EXPECT_EQ(approval.amount, Amount(10'000));
}

TEST(Approval, BindsEverythingThatWouldBePaidFor) {
  std::set<std::string> bindings = {ApprovalBinding(Question())};
  const auto differs = [&bindings](auto change) {
    Approval approval = Question();
    change(approval);
    return bindings.insert(ApprovalBinding(approval)).second;
  };
  EXPECT_TRUE(differs([](Approval& approval) { approval.call_key = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.server_id = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.tool = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.payer = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.scheme = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.network = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.arguments = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.asset.symbol = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.asset.network = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.asset.id = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.asset.decimals = 12; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.asset.eip712_name = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.asset.eip712_version = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.reason = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.also = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.payee = "x"; }));
  EXPECT_TRUE(differs([](Approval& approval) { approval.section_digest = "x"; }));
}

TEST(Approval, BindsNoAmountAndNoTime) {
  Approval later = Question();
  later.id = "a_1";
  later.amount = Amount(1);
  later.ceiling = Amount(2);
  later.asked_at = 3;
  later.expires_at = 4;
  later.state = ApprovalState::kGranted;
  EXPECT_EQ(ApprovalBinding(later), ApprovalBinding(Question()));
}

TEST(ShownArguments, AreTheSameForTheSameCallAndTellLongOnesApart) {
  EXPECT_EQ(ShownArguments(SearchCall()), ShownArguments(SearchCall(R"({ "n": 3, "q": "oslo" })")));
  EXPECT_EQ(ShownArguments(SearchCall("")), "{}");
  EXPECT_EQ(ShownArguments(SearchCall("{\"q\":\"\u202e\"}")), R"({"q":"\xe2\x80\xae"})");
  const std::string same(5000, 'x');
  const std::string one = ShownArguments(SearchCall("{\"q\":\"" + same + "1\"}"));
  const std::string other = ShownArguments(SearchCall("{\"q\":\"" + same + "2\"}"));
  EXPECT_NE(one, other);
  EXPECT_LT(one.size(), 500U);
  EXPECT_NE(one.find("(5009 bytes, "), std::string::npos) << one;
}

TEST(ServerIdentity, DiffersWithEverythingThatTheUserConfigured) {
  const std::vector<ServerEndpoint> endpoints = {
      {{}, "", {}, "", "", {}},
      {{"/bin/a"}, "", {}, "", "", {}},
      {{"/bin/a", "b"}, "", {}, "", "", {}},
      {{"/bin/a b"}, "", {}, "", "", {}},
      {{"/bin/a", "b", ""}, "", {}, "", "", {}},
      {{"/bin/a"}, "b", {}, "", "", {}},
      {{"/bin/a"}, "", {{"b", "c"}}, "", "", {}},
      {{"/bin/a"}, "", {{"b", ""}, {"c", ""}}, "", "", {}},
      {{"/bin/a"}, "", {{"bc", ""}}, "", "", {}},
      {{"/bin/a"}, "", {}, "b", "", {}},
      {{"/bin/a"}, "", {}, "", "b", {}},
      {{"/bin/a"}, "", {}, "", "", {"b"}},
      {{"/bin/a"}, "", {}, "", "", {"b", "c"}},
      {{}, "/bin/a", {}, "", "", {}},
      {{}, "", {}, "/bin/a", "", {}},
      {{}, "", {}, "", "/bin/a", {}},
      {{}, "", {}, "", "", {"/bin/a"}},
  };
  std::set<std::string> identities;
  for (const ServerEndpoint& endpoint : endpoints) {
    EXPECT_EQ(ServerIdentity(endpoint).size(), 64U);
    EXPECT_EQ(ServerIdentity(endpoint), ServerIdentity(endpoint));
    identities.insert(ServerIdentity(endpoint));
  }
  EXPECT_EQ(identities.size(), endpoints.size());
}

}  // namespace
}  // namespace tollpass
