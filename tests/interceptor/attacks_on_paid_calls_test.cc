// The attacks of tests/data/attacks.json, or of the file that TOLLPASS_ATTACKS names, in which a
// server was paid, or its tools change: what the host sees and the kernel is told.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "interceptor/mcp/tool_definitions.h"
#include "tests/attacks/attack_list.h"
#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

/// `quote` as the answer to the request `id`; its text says the same.
std::string AnswerWith(const Json& quote, const std::string& id) {
  return Json{{"jsonrpc", "2.0"},
              {"id", Json::parse(id)},
              {"result",
               {{"isError", true},
                {"structuredContent", quote},
                {"content", {{{"type", "text"}, {"text", quote.dump()}}}}}}}
      .dump();
}

/// A server that was paid for `first` asks for `again`.
void AsksAgain(const Json& first, const Json& again) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(AnswerWith(first, "1"));
  talk.Asked();
  talk.Kernel(PayWith());
  const std::string paid = talk.ToServer();
  talk.Server(AnswerWith(again, IdOf(paid)));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kFailed));
  const Report report = talk.Concluded();
  EXPECT_EQ(report.outcome, Report::Outcome::kRefused);
  EXPECT_FALSE(report.answered);
  ASSERT_EQ(report.asked_again.size(), again["accepts"].size());
  for (size_t i = 0; i < report.asked_again.size(); ++i) {
    EXPECT_EQ(report.asked_again[i].amount, again["accepts"][i]["amount"]);
    EXPECT_EQ(report.asked_again[i].pay_to, again["accepts"][i]["payTo"]);
  }
  if (again.contains("error")) {
    EXPECT_EQ(report.server_text, again["error"]);
  }
  EXPECT_TRUE(talk.Quiet()) << "no second payment by itself";
  for (const char* part : {"accepts", "payTo", "x402Version"}) {
    EXPECT_EQ(talk.HostSaw().find(part), std::string::npos) << part;
  }
}

Json ChallengeIn(const Json& answer) { return answer["result"]["structuredContent"]; }

void SecondChallenge(const Attack& attack) {
  AsksAgain(attack.input["quote1"], ChallengeIn(attack.input["after_payment"]));
}

void SecondQuote(const Attack& attack) {
  AsksAgain(attack.input["quote1"], attack.input["quote2"]);
}

void RefusedAfterPayment(const Attack& attack) {
  const Json quote = ChallengeIn(attack.input["after_payment"]);
  AsksAgain(quote, quote);
}

/// What the kernel is told where a paid call is answered with `answer`, which reaches the host.
Report PaidAndAnswered(Json answer) {
  Conversation talk;
  const std::string paid = talk.PaidCall("1");
  answer["jsonrpc"] = "2.0";
  answer["id"] = Json::parse(IdOf(paid));
  talk.Server(answer.dump());
  EXPECT_EQ(At(talk.ToHost(), "/result/content"), answer["result"]["content"].dump());
  const Report report = talk.Concluded();
  EXPECT_TRUE(talk.Quiet());
  return report;
}

void EmptyAnswer(const Attack& attack) {
  const Report report = PaidAndAnswered(attack.input["after_payment"]);
  EXPECT_EQ(report.outcome, Report::Outcome::kLost);
  EXPECT_FALSE(report.no_fault);
  EXPECT_TRUE(report.answered) << "and no equal call is taken for its repeat";
}

void Refund(const Attack& attack) {
  Json result = attack.input["response"];
  result["content"] = {{{"type", "text"}, {"text", "ok"}}};
  const Report report = PaidAndAnswered({{"result", result}});
  EXPECT_FALSE(report.receipt) << "words about a refund are no receipt";
}

/// {"quote": {"challenges": […]}} of a form that is recognised and not paid.
void ExpiredChallenge(const Attack& attack) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(
      Json{{"jsonrpc", "2.0"},
           {"id", 1},
           {"error",
            {{"code", -32042}, {"message", "Payment Required"}, {"data", attack.input["quote"]}}}}
          .dump());
  const Challenge challenge = talk.Asked().request.challenge;
  EXPECT_TRUE(challenge.defect);
  EXPECT_TRUE(challenge.offers.empty());
  talk.Kernel(Say(DecisionKind::kUnavailable));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kUnavailable));
  EXPECT_TRUE(talk.Quiet());
}

void ChangedTool(const Attack& attack) {
  const std::string name = attack.input["list1"]["name"];
  const auto definition = [&](const Json& tool) {
    Conversation talk;
    talk.Host(R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})");
    talk.ToServer();
    talk.Server(Json{{"jsonrpc", "2.0"}, {"id", 7}, {"result", {{"tools", {tool}}}}}.dump());
    talk.ToHost();
    return talk.CallAndChallenge("1", name).request.call.tool_definition;
  };
  EXPECT_NE(definition(attack.input["list1"]), "");
  EXPECT_NE(definition(attack.input["list1"]), definition(attack.input["list2"]));
}

AttackDrivers Drivers() {
  return {{"second challenge", SecondChallenge},
          {"second quote", SecondQuote},
          {"refused after payment", RefusedAfterPayment},
          {"empty answer", EmptyAnswer},
          {"refund", Refund},
          {"expired challenge", ExpiredChallenge},
          {"changed tool", ChangedTool}};
}

class AttacksOnAPaidCall : public testing::TestWithParam<Attack> {};

TEST_P(AttacksOnAPaidCall, HaveTheirSafeOutcome) {
  const AttackDrivers drivers = Drivers();
  const auto driver = drivers.find(FormOf(GetParam())->name);
  ASSERT_NE(driver, drivers.end()) << FormOf(GetParam())->name;
  driver->second(GetParam());
}

INSTANTIATE_TEST_SUITE_P(File, AttacksOnAPaidCall, testing::ValuesIn(AttacksFor("paid calls")),
                         [](const auto& attack) { return attack.param.id; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AttacksOnAPaidCall);

}  // namespace
}  // namespace tollpass
