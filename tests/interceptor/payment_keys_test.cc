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
  names.meta_keys = {"pay", "other", "ns/"};
  names.arguments = {"token"};
  names.capabilities = {"money"};
  return names;
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
    const auto after = json::Splice(one.before, PaymentRemovals(ReadMessage(one.before), Names()));
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_EQ(*after, one.after);
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
      {R"({"error":{"data":{)" + names + R"("a":1},"code":2}})", R"({"error":{"code":2}})"},
  };
  for (const auto& [before, expected] : cases) {
    const auto after = json::Splice(before, PaymentRemovals(ReadMessage(before), Names()));
    ASSERT_TRUE(after.ok()) << after.status();
    EXPECT_EQ(*after, expected);
  }
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
