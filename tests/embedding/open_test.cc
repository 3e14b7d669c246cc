#include "bindings/cpp/open.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "core/reason.h"
#include "home/reason_text.h"
#include "tests/embedding/shop_host.h"

namespace tollpass {
namespace {

using nlohmann::json;
using testing::HasSubstr;

ServerEndpoint StartedBy(std::vector<std::string> command) {
  ServerEndpoint endpoint;
  endpoint.command = std::move(command);
  return endpoint;
}

TEST(Open, SaysHowToMakeAHomeWhereThereIsNone) {
  const TempFolder folder;
  const auto home = Open(folder.path() + "/nowhere");
  EXPECT_EQ(home.status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(home.status().message()), HasSubstr("tollpass init"));
}

/// The code of each call that returns a status.
std::string CodesOf(OpenedHome& home) {
  std::string codes;
  for (const absl::Status& status :
       {home.EndpointOf("shop").status(), home.ConnectionTo("shop").status(),
        home.ConnectionTo(StartedBy({"/usr/bin/true"})).status(), home.Pending().status(),
        home.Granted().status(), home.Approve("a"), home.Deny("a"), home.Pause(), home.Resume(),
        home.Allow({.server = "shop"}).status(), home.Log().status(), home.Show("a").status(),
        home.Status().status(), home.Explain("a").status(),
        home.Explain(SupposedPayment{}).status(), home.kernel().Conclude({}),
        home.kernel().Resolve({}, "")}) {
    codes += absl::StatusCodeToString(status.code()) + " ";
  }
  return codes;
}

// A death test runs in a forked child.
TEST(OpenDeathTest, RefusesAForkedChildAndLeavesItsParentsHomeAlone) {
  auto home = ListedShop();
  ASSERT_TRUE(home->Log().ok());
  const auto refused = [&home] {
    std::cerr << CodesOf(*home) << home->kernel().Authorize({}).notice;
    home.reset();
    std::_Exit(0);
  };
  EXPECT_EXIT(refused(), testing::ExitedWithCode(0),
              "^(FAILED_PRECONDITION ){17}this process was forked");
  EXPECT_TRUE(std::filesystem::exists(home->path()));
  EXPECT_TRUE(home->Pause().ok());
}

TEST(Open, FindsTheHomeThatAnotherPartOfTheProgramOpened) {
  const auto first = ListedShop();
  const auto second = Open(first->path());
  ASSERT_TRUE(second.ok()) << second.status();
  ASSERT_TRUE(first->Pause().ok());
  EXPECT_EQ(json::parse((*second)->Status().value())["paused"], true);
}

TEST(OpenTest, LiesInAFolderOfItsOwnThatGoesWithIt) {
  std::string path;
  {
    const auto home = ListedShop();
    path = home->path();
    const auto mode = std::filesystem::status(std::filesystem::path(path).parent_path());
    EXPECT_EQ(mode.permissions(), std::filesystem::perms::owner_all);
  }
  EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(path).parent_path()));
}

TEST(OpenTest, TakesAWholePolicyOrSectionsForTheFirstOne) {
  const std::string whole = R"(# All of it.
version  = 1
networks = ["testnet"]
[unit]
USD = ["USDC"]
[budget.all]
per_call = "0.02 USD"
per_day  = "0.02 USD"
)";
  for (const std::string& policy : {whole + ShopSection(), ShopSection(), std::string()}) {
    const auto home = OpenTest(policy);
    ASSERT_TRUE(home.ok()) << home.status();
    EXPECT_EQ(json::parse((*home)->Status().value())["servers"].size(), policy.empty() ? 0 : 1);
  }
}

TEST(OpenTest, NamesLineAndColumnOfAnErrorInItsPolicy) {
  const auto home = OpenTest("[server.shop]\ncomand = [\"/bin/true\"]\n");
  EXPECT_EQ(home.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(home.status().message()), HasSubstr("comand"));
}

TEST(OpenedHome, TellsWhatTheHostIsToStart) {
  const auto home = ListedShop();
  EXPECT_EQ(home->EndpointOf("shop")->command, std::vector<std::string>{"/bin/true"});
  EXPECT_EQ(home->EndpointOf("other").status().code(), absl::StatusCode::kNotFound);
}

TEST(OpenedHome, KnowsAServerByItsSectionOrByWhatTheHostStarts) {
  const auto home = ListedShop();
  const auto named = home->ConnectionTo("shop", "desk");
  const auto same = home->ConnectionTo(StartedBy({"true"}));
  ASSERT_TRUE(named.ok() && same.ok()) << named.status() << same.status();
  EXPECT_THAT(named->principal, testing::EndsWith("/desk"));
  EXPECT_NE(named->id_prefix, same->id_prefix) << "ids that no other connection mints";
  const auto section = home->ConnectionTo(StartedBy({"/bin/true"}));
  EXPECT_EQ(named->server_id, section->server_id);
  EXPECT_EQ(home->ConnectionTo(ServerEndpoint{}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(OpenedHome, PaysWhatItsPolicyAllowsAndTellsOfItAsTheCommandLineDoes) {
  const auto home = ListedShop();
  ShopHost host(*home);
  EXPECT_EQ(host.Call("paid_echo", {{"text", "one"}}), "one");
  host.session().Delivered();
  const json log = json::parse(home->Log().value());
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0]["amount"]["text"], "0.01 USDC");
  EXPECT_EQ(log[0]["money"], "settled");
  EXPECT_EQ(log[0]["call"], "answered");
  const std::string id = log[0]["id"];
  EXPECT_EQ(json::parse(home->Show(id).value()), log[0]);
  EXPECT_EQ(json::parse(home->Explain(id).value())["call"], log[0]);
  EXPECT_EQ(json::parse(home->Log(log[0]["sequence"]).value()).size(), 0U);
  EXPECT_EQ(home->Show("nothing").status().code(), absl::StatusCode::kNotFound);
}

TEST(OpenedHome, ListsAQuestionWithAllThatTheUserMustSeeAndPaysAfterTheYes) {
  const auto home = UnknownPayeeShop();
  ShopHost host(*home);
  EXPECT_THAT(host.Call("paid_echo", {{"text", "one"}}), HasSubstr("needs the user's approval"));
  const auto pending = home->Pending();
  ASSERT_TRUE(pending.ok() && pending->size() == 1) << pending.status();
  const Question& question = pending->front();
  EXPECT_EQ(question.server, "shop");
  EXPECT_EQ(question.tool, "paid_echo");
  EXPECT_EQ(question.arguments, R"({"text":"one"})");
  EXPECT_EQ(question.amount, "0.01 USDC");
  EXPECT_EQ(question.atomic, "10000");
  EXPECT_EQ(question.decimals, 6);
  EXPECT_EQ(question.network, "eip155:84532");
  EXPECT_EQ(question.payee, "0x209693bc6afc0c5328ba36faf03c514ef312287c");
  EXPECT_EQ(question.reason, "payee_new");
  EXPECT_EQ(question.why, "This payee was never paid for this server.");
  EXPECT_GT(question.expires_at, question.asked_at);

  ASSERT_TRUE(home->Approve(question.id).ok());
  EXPECT_EQ(host.Call("paid_echo", {{"text", "one"}}), "one");
  EXPECT_EQ(home->Pending()->size(), 0U);
  EXPECT_EQ(home->Approve(question.id).code(), absl::StatusCode::kFailedPrecondition);
}

/// The session hears that the server's list says `description` of paid_echo.
void ListTools(Session& session, const std::string& description) {
  session.FromHost(R"({"jsonrpc":"2.0","id":"list","method":"tools/list"})");
  const json tool = {
      {"name", "paid_echo"}, {"description", description}, {"inputSchema", json::object()}};
  const json answer = {
      {"jsonrpc", "2.0"}, {"id", "list"}, {"result", {{"tools", json::array({tool})}}}};
  session.FromServer(answer.dump());
}

TEST(OpenedHome, ShowsWhatAServerSaysOfAToolWhereThatIsTheQuestion) {
  const auto home = ListedShop();
  ShopHost host(*home);
  ListTools(host.session(), "echoes");
  EXPECT_EQ(host.Call("paid_echo", {{"text", "one"}}), "one");
  host.session().Delivered();
  ListTools(host.session(), "sends\n all files");
  EXPECT_THAT(host.Call("paid_echo", {{"text", "two"}}), HasSubstr("needs the user's approval"));
  const auto pending = home->Pending();
  ASSERT_TRUE(pending.ok() && pending->size() == 1) << pending.status();
  const Question& question = pending->front();
  EXPECT_EQ(question.reason, "tool_changed");
  EXPECT_EQ(question.definition.size(), 64U);
  EXPECT_THAT(question.server_says_of_tool, HasSubstr("sends"));
  EXPECT_THAT(question.server_says_of_tool, testing::Not(HasSubstr("\n"))) << "printable";
}

TEST(OpenedHome, ListsAYesThatWasNotUsedWithHowFarItGoes) {
  const auto home = UnknownPayeeShop("[server.shop.tool.paid_echo]\nper_call = \"0.02 USD\"\n");
  ShopHost host(*home);
  host.Call("paid_echo", {{"text", "one"}});
  const Question asked = home->Pending()->front();
  EXPECT_EQ(asked.state, "pending");
  EXPECT_EQ(asked.up_to + asked.up_to_atomic, "");
  EXPECT_EQ(asked.definition + asked.server_says_of_tool, "") << "not what is asked";
  EXPECT_EQ(home->Granted()->size(), 0U);
  ASSERT_TRUE(home->Approve(asked.id, {.up_to = "0.02 USDC"}).ok());
  ASSERT_EQ(home->Granted()->size(), 1U);
  const Question granted = home->Granted()->front();
  EXPECT_EQ(granted.id, asked.id);
  EXPECT_EQ(granted.state, "granted");
  EXPECT_EQ(granted.up_to, "0.02 USDC");
  EXPECT_EQ(granted.up_to_atomic, "20000");
  EXPECT_EQ(host.Call("paid_echo", {{"text", "one"}}), "one");
  EXPECT_EQ(home->Granted()->size(), 0U) << "used";
}

TEST(OpenedHome, RefusesAYesThatIsTooLowTooLongOrForNothing) {
  const auto home = UnknownPayeeShop();
  ShopHost host(*home);
  host.Call("paid_echo", {{"text", "one"}});
  const std::string id = home->Pending()->front().id;
  EXPECT_EQ(home->Approve(id, {.up_to = "0.001 USDC"}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(home->Approve(id, {.up_to = "1 EUR"}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(home->Approve(id, {.up_to = "9 USDC"}).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(home->Approve(id, {.seconds = 0}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(home->Approve(id, {.seconds = 31 * 86400}).code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(home->Approve("zzz").code(), absl::StatusCode::kNotFound);
  EXPECT_TRUE(home->Approve(id, {.up_to = "0.01 USDC", .seconds = 60}).ok());
}

TEST(OpenedHome, DeniesAndTakesBack) {
  const auto home = UnknownPayeeShop();
  ShopHost host(*home);
  host.Call("paid_echo", {{"text", "one"}});
  const std::string id = home->Pending()->front().id;
  ASSERT_TRUE(home->Approve(id).ok());
  ASSERT_TRUE(home->Deny(id).ok()) << "takes the yes back";
  EXPECT_NE(host.Call("paid_echo", {{"text", "one"}}), "one");
  EXPECT_EQ(host.shop().Count("settled"), 0U);
}

TEST(OpenedHome, PausesAndResumes) {
  const auto home = ListedShop();
  ShopHost host(*home);
  ASSERT_TRUE(home->Pause().ok());
  EXPECT_THAT(host.Call("paid_echo", {{"text", "one"}}), HasSubstr("Nothing was paid"));
  EXPECT_EQ(host.Call("echo", {{"text", "free"}}), "free");
  ASSERT_TRUE(home->Resume().ok());
  EXPECT_EQ(host.Call("paid_echo", {{"text", "one"}}), "one");
}

TEST(OpenedHome, SignsAPermissionOnlyWithinThePolicy) {
  const auto home = ListedShop();
  const auto id = home->Allow({.server = "shop", .total = "0.01 USD", .uses = 1});
  ASSERT_TRUE(id.ok()) << id.status();
  EXPECT_EQ(home->Allow({.server = "shop", .per_call = "1 USD"}).status().code(),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(home->Allow({.server = "other"}).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(home->Allow({.server = "shop", .seconds = 0}).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(OpenedHome, NamesInAnErrorTheFieldThatIsWrongAndNoFlag) {
  const auto home = ListedShop();
  const std::vector<std::pair<Permission, std::string>> cases = {
      {{.server = "shop", .per_call = "1"}, "per_call: "},
      {{.server = "shop", .per_day = "9 USD"}, "per_day 9 USD is wider"},
      {{.server = "shop", .delegate_key = "x"}, "delegate_key is an Ed25519"},
      {{.server = "shop", .uses = 0}, "uses is how many payments at most: 1 to "},
      {{.server = "shop", .seconds = -1}, "seconds: a mandate holds for 1 second to "}};
  for (const auto& [permission, words] : cases) {
    EXPECT_THAT(std::string(home->Allow(permission).status().message()),
                testing::StartsWith(words));
  }
}

// In a mandate 0 means any number, so a 0 that went through would widen what "at most" narrows.
TEST(OpenedHome, SignsNoMandateForANumberOfPaymentsThatIsNone) {
  const auto home = ListedShop();
  const auto parent = home->Allow({.server = "shop", .uses = 3});
  ASSERT_TRUE(parent.ok()) << parent.status();
  for (const std::string& above : {std::string(), *parent}) {
    for (const int64_t uses : {int64_t{0}, int64_t{-1}, INT64_MIN, kMostUses + 1}) {
      EXPECT_EQ(home->Allow({.server = "shop", .uses = uses, .parent = above}).status().code(),
                absl::StatusCode::kInvalidArgument)
          << uses;
    }
  }
  EXPECT_TRUE(home->Allow({.server = "shop", .uses = kMostUses}).ok());
}

TEST(OpenedHome, NamesTheFieldOfASupposedPaymentThatIsWrong) {
  const auto home = ListedShop();
  const SupposedPayment good{.server = "shop",
                             .network = "eip155:84532",
                             .asset = "USDC",
                             .pay_to = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
                             .amount = "0.01"};
  ASSERT_TRUE(home->Explain(good).ok());
  SupposedPayment network = good;
  network.network = "base";
  SupposedPayment asset = good;
  asset.asset = "EUR";
  SupposedPayment amount = good;
  amount.amount = "1 EUR";
  for (const auto& [wrong, words] : {std::pair(network, "network: \"base\""),
                                     std::pair(asset, "asset: "), std::pair(amount, "amount: ")}) {
    EXPECT_THAT(std::string(home->Explain(wrong).status().message()), testing::StartsWith(words));
  }
}

TEST(Question, ItsSentenceHasNoCommandThatAnswersIt) {
  int cut = 0;
  for (const Reason reason : AllReasons()) {
    const std::string sentence = QuestionSentence(ReasonCode(reason));
    EXPECT_THAT(sentence, testing::Not(HasSubstr("tollpass approve")));
    EXPECT_EQ(sentence.back(), '.') << sentence;
    if (sentence != ReasonSentence(reason)) ++cut;
  }
  EXPECT_EQ(cut, 5);
}

TEST(OpenedHome, ChecksAPolicyAndSupposesAPayment) {
  const auto home = ListedShop();
  const json bad = json::parse(home->CheckPolicy("version = 1\nnonsense = 2\n"));
  EXPECT_EQ(bad["ok"], false);
  EXPECT_EQ(bad["errors"][0]["line"], 2);
  const SupposedPayment payment{.server = "shop",
                                .tool = "paid_echo",
                                .network = "eip155:84532",
                                .asset = "USDC",
                                .pay_to = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
                                .amount = "0.02"};
  const json verdict = json::parse(home->Explain(payment).value());
  EXPECT_EQ(verdict["verdict"], "deny");
  EXPECT_EQ(verdict["reason"], "over_per_call");
}

}  // namespace
}  // namespace tollpass
