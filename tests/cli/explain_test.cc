#include <gtest/gtest.h>

#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/cli/written_charge.h"

namespace tollpass {
namespace {

using nlohmann::json;

Words Supposed(const std::string& amount, const Words& more = {}) {
  Words words = {"explain",   "--server",     "sample",  "--tool", "paid_echo",
                 "--network", "eip155:84532", "--asset", "USDC",   "--pay-to",
                 kPayee,      "--amount",     amount};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const json* LimitOf(const json& limits, std::string_view section, std::string_view window) {
  for (const json& limit : limits) {
    if (limit["section"] == section && limit["window"] == window) return &limit;
  }
  return nullptr;
}

TEST(Explain, TellsAPaidCallFromTheDemandToTheReceipt) {
  Sandbox sandbox;
  sandbox.MakeReady();
  Host host(sandbox);
  ASSERT_EQ(host.CallText("paid_echo", {{"text", "one"}}), "one");
  ASSERT_EQ(host.CallText("paid_echo", {{"text", "two"}}), "two");
  host.Close();
  const json story = sandbox.Do({"explain", "--last", "--json"}).Json();
  EXPECT_EQ(story["call"], sandbox.Do({"log", "--json"}).Json().back());
  ASSERT_EQ(story["offers"].size(), 1U);
  const json& offer = story["offers"][0];
  EXPECT_EQ(offer["taken"], true);
  EXPECT_EQ(offer["verdict"], "pay");
  EXPECT_EQ(offer["amount"], "10000");
  EXPECT_EQ(offer["reason"], "in_bounds");
  const json* day = LimitOf(offer["limits"], "budget.all", "day");
  ASSERT_NE(day, nullptr) << offer;
  EXPECT_EQ((*day)["used"]["text"], "0.01 USD") << "before this call";
  EXPECT_EQ((*day)["amount"]["text"], "0.01 USD");
  EXPECT_EQ((*day)["maximum"]["text"], "1 USD");
  EXPECT_NE(LimitOf(offer["limits"], "server.sample", "call"), nullptr);
  EXPECT_EQ(story["signature"]["payer"], story["call"]["payer"]);
  ASSERT_EQ(story["steps"].size(), 2U);
  EXPECT_EQ(story["steps"][0]["what"], "charged");
  EXPECT_EQ(story["steps"][1]["what"], "concluded");
  EXPECT_EQ(story["steps"][1]["money"], "settled");
  EXPECT_EQ(story["steps"][1]["evidence"], "matched");
  EXPECT_NE(story["receipt"], nullptr);

  const std::string id = story["call"]["id"];
  const std::string text = sandbox.Do({"explain", id}).out;
  size_t place = 0;
  for (const char* word : {"call ", "demand ", "offer ",
                           "budget.all: 0.01 USD more, 0.01 USD used "
                           "of 1 USD a day",
                           "verdict     pay, in_bounds", "mandate ", "signed ",
                           "charged: money held", "concluded: money settled", "receipt ", "now "}) {
    place = text.find(word, place);
    EXPECT_NE(place, std::string::npos) << word << " is missing or out of order in\n" << text;
  }
}

TEST(Explain, TellsWhyACallWasDeclined) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample({}, {"--per-day", "0.01 USD"});
  sandbox.Do({"allow", "sample"});
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "one"}});
  host.CallText("paid_echo", {{"text", "two"}});
  const json story = sandbox.Do({"explain", "--last", "--json"}).Json();
  EXPECT_EQ(story["call"]["reason"], "over_day");
  EXPECT_EQ(story["signature"], nullptr);
  EXPECT_EQ(story["steps"], json::array());
  ASSERT_EQ(story["offers"].size(), 1U);
  const json* full = LimitOf(story["offers"][0]["limits"], "server.sample", "day");
  ASSERT_NE(full, nullptr) << story;
  EXPECT_EQ((*full)["used"]["text"], "0.01 USD");
  EXPECT_EQ((*full)["maximum"]["text"], "0.01 USD");
}

TEST(Explain, TellsOfAQuestionByItsOwnId) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  sandbox.EditPolicy("version  = 1", "version  = 1\nask_wait = \"1s\"");
  Host host(sandbox);
  host.CallText("paid_echo", {{"text", "one"}});
  const std::string question = sandbox.Do({"pending", "--json"}).Json()[0]["id"];
  const json story = sandbox.Do({"explain", question, "--json"}).Json();
  EXPECT_EQ(story["call"]["verdict"], "ask");
  EXPECT_EQ(story["approval"]["id"], question);
  EXPECT_EQ(story["approval"]["state"], "pending");
  EXPECT_NE(sandbox.Do({"explain", question}).out.find("ask, no_mandate"), std::string::npos);
}

TEST(Explain, SaysWhatWasNotKept) {
  Sandbox sandbox;
  sandbox.MakeHome();
  Write(sandbox, {});
  EXPECT_NE(sandbox.Do({"explain", "--last"}).out.find("none that could be judged is noted"),
            std::string::npos);
}

TEST(Explain, JudgesASupposedPaymentWithoutACharge) {
  Sandbox sandbox;
  sandbox.MakeHome();
  sandbox.AddSample();
  EXPECT_EQ(sandbox.Do(Supposed("0.01", {"--json"})).Json()["reason"], "no_mandate");
  sandbox.Do({"allow", "sample"});
  const json good = sandbox.Do(Supposed("0.01 USDC", {"--json"})).Json();
  EXPECT_EQ(good["verdict"], "pay") << good;
  EXPECT_EQ(good["amount"], json({{"atomic", "10000"}, {"text", "0.01 USDC"}}));
  EXPECT_NE(LimitOf(good["limits"], "budget.all", "day"), nullptr);
  EXPECT_EQ(good["stopped"], nullptr);
  EXPECT_EQ(sandbox.Do(Supposed("0.02", {"--json"})).Json()["reason"], "over_per_call");
  const std::string text = sandbox.Do(Supposed("0.01")).out;
  EXPECT_NE(text.find("pay, in_bounds"), std::string::npos) << text;
  EXPECT_NE(text.find("0 USD used of 1 USD a day"), std::string::npos) << text;
  EXPECT_EQ(sandbox.Do({"log", "--json"}).Json(), json::array());
  EXPECT_EQ(sandbox.Do({"pending", "--json"}).Json(), json::array());
  sandbox.Do({"pause"});
  EXPECT_EQ(sandbox.Do(Supposed("0.01", {"--json"})).Json()["reason"], "paused");
}

TEST(Explain, RefusesASupposedPaymentThatIsNone) {
  Sandbox sandbox;
  sandbox.MakeReady();
  for (const char* amount : {"0.0000001", "1e3", "-1", "1 EUR", "much"}) {
    EXPECT_EQ(sandbox.Run(Supposed(amount)).code, 2) << amount;
  }
  Words other = Supposed("0.01");
  other[2] = "nobody";
  EXPECT_EQ(sandbox.Run(other).code, 1);
}

}  // namespace
}  // namespace tollpass
