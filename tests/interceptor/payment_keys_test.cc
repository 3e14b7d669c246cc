#include "interceptor/mcp/payment_keys.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "interceptor/mcp/without_payments.h"

namespace tollpass {
namespace {

PaymentNames Names() {
  PaymentNames names;
  names.meta_keys = {"pay", "other", "ns/", "nevermined/"};
  names.arguments = {"token"};
  names.capabilities = {"money"};
  return names;
}

std::string Without(std::string_view before) {
  Message message = ReadMessage(before);
  message.marked = true;  // the names above have no markers
  const auto after = WithoutPayments(message, Names());
  EXPECT_TRUE(after.ok()) << after.status();
  return after.ok() && *after ? **after : std::string(before);
}

struct KeysCase {
  const char* before;
  const char* after;
};

TEST(PaymentKeys, AreTakenOutAndNothingElse) {
  const KeysCase cases[] = {
      {R"({"params":{"_meta":{"pay":1,"b" : 2}}})", R"({"params":{"_meta":{"b" : 2}}})"},
      {R"({"params":{"_meta":{"b":2,"pay":{"x":[1]}}}})", R"({"params":{"_meta":{"b":2}}})"},
      {R"({"params":{"a":1,"_meta":{"pay":1}}})", R"({"params":{"a":1}})"},
      {R"({"params":{"_meta":{"pay":1,"p\u0061y":2,"b":3}}})", R"({"params":{"_meta":{"b":3}}})"},
      {R"({"params":{"_meta":{"b":1},"_meta":{"pay":1},"c":2}})", R"({"params":{"c":2}})"},
      {R"({"params":{"_meta":{}}})", R"({"params":{"_meta":{}}})"},
      {R"({"params":{"pay":1,"_meta":{"b":{"pay":1}}}})",
       R"({"params":{"pay":1,"_meta":{"b":{"pay":1}}}})"},
      // A namespace; the message itself; a task's result; the data of an error.
      {R"({"result":{"_meta":{"ns/a":1,"nsa":2,"ns/b":3}}})", R"({"result":{"_meta":{"nsa":2}}})"},
      {R"({"id":1,"_meta":{"pay":1},"result":{}})", R"({"id":1,"result":{}})"},
      {R"({"result":{"result":{"_meta":{"pay":1},"a":1}}})", R"({"result":{"result":{"a":1}}})"},
      {R"({"error":{"data":{"pay":1,"_meta":{"pay":1,"b":2}}}})",
       R"({"error":{"data":{"_meta":{"b":2}}}})"},
      // Every _meta of a result, and all that is in it.
      {R"({"result":{"messages":[{"role":"user","content":{"type":"text","text":"a","_meta":{"pay":1}}}]}})",
       R"({"result":{"messages":[{"role":"user","content":{"type":"text","text":"a"}}]}})"},
      {R"({"result":{"content":[{"type":"resource","resource":{"uri":"u","_meta":{"pay":1,"b":2}}},{"_meta":{"pay":1}, "c":1e0}]}})",
       R"({"result":{"content":[{"type":"resource","resource":{"uri":"u","_meta":{"b":2}}},{"c":1e0}]}})"},
      {R"({"result":{"serverInfo":{"name":"n","_meta":{"pay":1}}}})",
       R"({"result":{"serverInfo":{"name":"n"}}})"},
      {R"({"result":{"structuredContent":{"result":{"_meta":{"pay":1,"b":{"deep":{"pay":1},"c":2}}}}}})",
       R"({"result":{"structuredContent":{"result":{"_meta":{"b":{"c":2}}}}}})"},
      {R"({"result":{"a":{"_m\u0065ta":{"pay":1,"b":[{"pay":1},3]}}}})",
       R"({"result":{"a":{"_m\u0065ta":{"b":[{},3]}}}})"},
      {R"({"result":{"a":{"_meta":{"b":1},"_meta":{"pay":1},"c":2}}})",
       R"({"result":{"a":{"c":2}}})"},
      {R"({"error":{"code":1,"_meta":{"pay":1},"data":{"a":{"_meta":{"pay":1}}}}})",
       R"({"error":{"code":1,"data":{"a":{}}}})"},
      // Beside a _meta.
      {R"({"result":{"pay":1,"a" : 2}})", R"({"result":{"a" : 2}})"},
      {R"({"id":1,"pay":1,"result":{}, "ns/x":2})", R"({"id":1,"result":{}})"},
      {R"({"error":{"pay":{},"code":1}})", R"({"error":{"code":1}})"},
      {R"({"result":{"structuredContent":{"pay":1},"structuredContent":{"a":1,"pay":{"x":[]}}}})",
       R"({"result":{"structuredContent":{},"structuredContent":{"a":1}}})"},
      // A task.
      {R"({"result":{"error":{"code":1,"data":{"pay":1,"_meta":{"pay":1},"b":2}}}})",
       R"({"result":{"error":{"code":1,"data":{"b":2}}}})"},
      {R"({"result":{"result":{"structuredContent":{"pay":1,"b":2},"pay":1,"content":[{"_meta":{"pay":1}}]}}})",
       R"({"result":{"result":{"structuredContent":{"b":2},"content":[{}]}}})"},
      // What a tool gives under such a name elsewhere is its own; so is what it is given, and a
      // name in a namespace, which may be a project's.
      {R"({"result":{"structuredContent":{"ns/a":{"id":3},"b":1}}})",
       R"({"result":{"structuredContent":{"b":1}}})"},
      {R"({"result":{"structuredContent":{"nevermined/a":{"stars":3},"pay":1}}})",
       R"({"result":{"structuredContent":{"nevermined/a":{"stars":3}}}})"},
      {R"({"error":{"code":1,"data":{"nevermined/a":1,"pay":2,"_meta":{"nevermined/a":1,"b":2}}}})",
       R"({"error":{"code":1,"data":{"nevermined/a":1,"_meta":{"b":2}}}})"},
      {R"({"result":{"structuredContent":{"files":{"ns/a":1,"pay":[1.0]}},"content":[{"pay":1}]}})",
       R"({"result":{"structuredContent":{"files":{"ns/a":1,"pay":[1.0]}},"content":[{"pay":1}]}})"},
      {R"({"method":"tools/call","params":{"arguments":{"a":{"_meta":{"pay":1}}}}})",
       R"({"method":"tools/call","params":{"arguments":{"a":{"_meta":{"pay":1}}}}})"},
      {R"( {"result" : {"_meta":{"pay":1} , "a":[ 1 ]} } )", R"( {"result" : {"a":[ 1 ]} } )"},
      // SEP-2007 puts them beside _meta; a member of that name that is none stays.
      {R"({"params":{"name":"a","payment":{"protocol":"x402","paymentInput":{}}}})",
       R"({"params":{"name":"a"}})"},
      {R"({"params":{"paymentProof":{"protocol":"x402","proof":{}},"name":"a"}})",
       R"({"params":{"name":"a"}})"},
      {R"({"result":{"content":[],"payment":{"protocol":"x402","paymentOutput":{}}}})",
       R"({"result":{"content":[]}})"},
      {R"({"params":{"payment":{"amount":1}}})", R"({"params":{"payment":{"amount":1}}})"},
      // Arguments of a call, and of nothing else.
      {R"({"method":"tools/call","params":{"arguments":{"a":1.0,"token":"jwt"}}})",
       R"({"method":"tools/call","params":{"arguments":{"a":1.0}}})"},
      {R"({"method":"tools/call","params":{"arguments":{"a":{"token":1}}}})",
       R"({"method":"tools/call","params":{"arguments":{"a":{"token":1}}}})"},
      {R"({"method":"vendor/x","params":{"arguments":{"token":1}}})",
       R"({"method":"vendor/x","params":{"arguments":{"token":1}}})"},
      // What a server can do.
      {R"({"result":{"capabilities":{"money":{},"tools":{},"experimental":{"money":{"m":1},"x":1},"extensions":{"money":{}}}}})",
       R"({"result":{"capabilities":{"tools":{},"experimental":{"x":1},"extensions":{}}}})"},
  };
  for (const KeysCase& one : cases) {
    EXPECT_EQ(Without(one.before), one.after);
  }
}

TEST(PaymentKeys, AreAllTakenOutHoweverOftenTheyAreThere) {
  std::string metas;
  std::string keys;
  std::string names;
  for (int i = 0; i < 20'000; ++i) {
    metas.append(R"("_meta":{"pay":1},)");
    keys.append(R"("pay":1,)");
    names.append("\"ns/" + std::to_string(i) + "\":1,");
  }
  const std::pair<std::string, std::string> cases[] = {
      {R"({"result":{)" + metas + R"("a":1}})", R"({"result":{"a":1}})"},
      {R"({"result":{"_meta":{)" + keys + R"("a":1}}})", R"({"result":{"_meta":{"a":1}}})"},
      {R"({"result":{"_meta":{)" + names + R"("a":1},"b":2}})", R"({"result":{"b":2}})"},
      {R"({"error":{"_meta":{)" + names + R"("a":1},"code":2}})", R"({"error":{"code":2}})"},
  };
  for (const auto& [before, expected] : cases) {
    EXPECT_EQ(Without(before), expected);
  }
  for (const std::string& full :
       {R"({"result":{)" + names + R"("a":1}})", "{" + names + R"("result":{}})"}) {
    Message message = ReadMessage(full);
    message.marked = true;
    EXPECT_FALSE(WithoutPayments(message, Names()).ok());
  }
}

// The largest message that there is, at the worst: the walk ends.
TEST(PaymentKeys, ThatStandTooDeepToBeReadAreNotPassedOn) {
  const std::string bulk = R"("a":")" + std::string(8'000'000, 'x') + R"(","_meta":{"pay":1})";
  const auto nested = [&](int levels) {
    std::string inner = "{" + bulk + "}";
    for (int i = 0; i < levels; ++i) inner = R"({"d":)" + inner + "}";
    return R"({"result":)" + inner + "}";
  };
  const std::string fine = nested(5);
  EXPECT_EQ(Without(fine).size(), fine.size() - std::string_view(R"(,"_meta":{"pay":1})").size());
  const std::string deep = nested(60);
  Message message = ReadMessage(deep);
  message.marked = true;
  EXPECT_FALSE(WithoutPayments(message, Names()).ok());
}

TEST(WithoutPayments, LeavesAMessageWithoutAMarkerAlone) {
  const std::string line = R"({"params":{"_meta":{"pay":1}}})";
  const auto same = WithoutPayments(ReadMessage(line), Names());
  ASSERT_TRUE(same.ok());
  EXPECT_EQ(*same, std::nullopt);
  const std::string marked = R"({"params":{"_meta":{"pay":1}},"x":"402"})";
  const auto changed = WithoutPayments(ReadMessage(marked), Names(), {{{"x"}, "1"}});
  ASSERT_TRUE(changed.ok());
  EXPECT_EQ(*changed, R"({"params":{},"x":1})");
}

}  // namespace
}  // namespace tollpass
