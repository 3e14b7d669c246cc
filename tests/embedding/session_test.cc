#include "bindings/cpp/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/encoding.h"
#include "tests/embedding/shop_host.h"

namespace tollpass {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

const json kOne = {{"text", "one"}};

json OnlyRow(OpenedHome& home) {
  const json log = json::parse(home.Log().value());
  EXPECT_EQ(log.size(), 1U) << log;
  return log.at(0);
}

TEST(Session, PaysAndShowsTheHostNoWordOfIt) {
  const auto home = ListedShop();
  ShopHost host(*home);
  EXPECT_EQ(host.Call("echo", {{"text", "free"}}), "free");
  EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  EXPECT_THAT(host.Call("almanac", {{"city", "Oslo"}}), HasSubstr("rules do not allow"));
  for (const std::string& message : host.saw()) {
    for (const char* word : {"x402", "0x209693", "10000", "USDC", "eip155", "signature"}) {
      EXPECT_EQ(message.find(word), std::string::npos) << word << " in " << message;
    }
  }
}

TEST(Session, AsksTheHostsOwnDialogInsideTheCall) {
  const auto home = UnknownPayeeShop();
  std::optional<Question> shown;
  ShopHost host(*home, [&](const Question& question) {
    shown = question;
    return home->Approve(question.id).ok() ? Asked::kAnswered : Asked::kLater;
  });
  EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  ASSERT_TRUE(shown.has_value());
  EXPECT_EQ(shown->amount, "0.01 USDC");
  EXPECT_EQ(shown->arguments, kOne.dump());
  EXPECT_THAT(*home->Pending(), IsEmpty());
}

TEST(Session, ADialogThatSaysNoDeclinesTheCall) {
  const auto home = UnknownPayeeShop();
  ShopHost host(*home, [&](const Question& question) {
    EXPECT_TRUE(home->Deny(question.id).ok());
    return Asked::kAnswered;
  });
  EXPECT_THAT(host.Call("paid_echo", kOne), HasSubstr("rules do not allow"));
  EXPECT_EQ(host.shop().Count("settled"), 0U);
}

TEST(Session, WithoutAnAnswerTheCallSaysAtOnceThatItNeedsOneAndTheQuestionStays) {
  const auto home = UnknownPayeeShop();
  int shown = 0;
  ShopHost silent(*home);
  ShopHost later(*home, [&](const Question&) {
    ++shown;
    return Asked::kLater;
  });
  for (ShopHost* host : {&silent, &later}) {
    EXPECT_THAT(host->Call("paid_echo", kOne), HasSubstr("needs the user's approval"));
    EXPECT_EQ(home->Pending()->size(), 1U) << "equal calls ask one question";
  }
  EXPECT_EQ(shown, 1);
}

TEST(Session, AnOfferThatExpiredWhileTheUserWasAskedIsAskedForAgain) {
  const std::string key =
      HexEncode(samples::Ed25519Key::FromSeed(samples::kServerSeed)->public_key());
  const auto home = UnknownPayeeShop("quote_keys = [\"weather.example ed25519:" + key + "\"]\n");
  constexpr int64_t kSecondsLeft = 10;
  samples::Shop* shop = nullptr;
  ShopHost host(*home, [&](const Question& question) {
    EXPECT_TRUE(home->Approve(question.id).ok());
    std::this_thread::sleep_for(std::chrono::seconds(kSecondsLeft + 1));
    shop->clock().now = home->clock().UnixMillis() / 1000;
    return Asked::kAnswered;
  });
  shop = &host.shop();
  shop->clock().now -= samples::Shop::TestPrice().timeout_seconds - kSecondsLeft;
  EXPECT_THAT(host.Call("forecast", {{"city", "Oslo"}, {"days", 2}}), HasSubstr("Oslo"));
  EXPECT_EQ(shop->Count("challenged"), 2U);
  EXPECT_EQ(shop->Count("settled"), 1U);
}

TEST(Promise4SessionDelivery, AnAnswerCountsAsGivenOnceItIsOutOfTheHostsHands) {
  const auto home = ListedShop();
  ShopHost host(*home);
  EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  EXPECT_EQ(OnlyRow(*home)["call"], "live") << "the host has it in its hands";
  host.session().Delivered();
  EXPECT_EQ(OnlyRow(*home)["call"], "answered");
}

TEST(Promise4SessionDelivery, TheNextCallSaysTheSame) {
  const auto home = ListedShop();
  ShopHost host(*home);
  EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  EXPECT_EQ(host.Call("echo", {{"text", "free"}}), "free");
  EXPECT_EQ(OnlyRow(*home)["call"], "answered");
}

TEST(Promise4SessionDelivery, AnEqualCallAfterADeliveredAnswerIsPaidAnew) {
  const auto home = ListedShop();
  ShopHost host(*home);
  EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  EXPECT_EQ(host.shop().Count("settled"), 2U);
}

TEST(Promise4SessionDelivery, AnEqualCallAfterAnUndeliveredAnswerGetsTheFirstProof) {
  const auto home = ListedShop();
  ShopHost host(*home);
  host.CallAndVanish("paid_echo", kOne);
  EXPECT_EQ(OnlyRow(*home)["call"], "open");
  EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  EXPECT_EQ(host.shop().Count("settled"), 1U);
  EXPECT_EQ(OnlyRow(*home)["repeats"], 1);
}

TEST(Promise4SessionDelivery, ASessionThatEndsWithoutAWordDidNotDeliver) {
  const auto home = ListedShop();
  {
    ShopHost host(*home);
    EXPECT_EQ(host.Call("paid_echo", kOne), "one");
  }
  EXPECT_EQ(OnlyRow(*home)["call"], "open");
}

TEST(Session, ClosingAnswersWhatStillWaits) {
  const auto home = ListedShop();
  Session session(*home, home->ConnectionTo("shop").value());
  const json request = {{"jsonrpc", "2.0"},
                        {"id", 7},
                        {"method", "tools/call"},
                        {"params", {{"name", "echo"}, {"arguments", kOne}}}};
  EXPECT_THAT(session.FromHost(request.dump()).to_server, testing::ElementsAre(request.dump()));
  const Session::Messages last = session.Close();
  ASSERT_EQ(last.to_host.size(), 1U);
  EXPECT_EQ(json::parse(last.to_host[0])["id"], 7);
  EXPECT_THAT(session.FromHost(request.dump()).to_server, IsEmpty());
}

TEST(Session, DoesNotPassOnAMessageThatIsTooLong) {
  const auto home = ListedShop();
  Session session(*home, home->ConnectionTo("shop").value());
  const std::string text(size_t{16} * 1024 * 1024, 'x');
  const Session::Messages messages = session.FromHost(
      R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":")" + text + "\"}}");
  EXPECT_THAT(messages.to_server, IsEmpty());
  ASSERT_EQ(messages.to_host.size(), 1U);
  EXPECT_THAT(messages.to_host[0], HasSubstr("error"));
}

TEST(SessionThread, SessionsOfManyThreadsShareOneHomeAndItsBudget) {
  const auto home = ListedShop();
  std::vector<std::thread> threads;
  std::vector<size_t> settled(8);
  for (size_t i = 0; i < settled.size(); ++i) {
    threads.emplace_back([&home, &settled, i] {
      ShopHost host(*home);
      host.Call("paid_echo", {{"text", std::to_string(i)}});
      host.session().Delivered();
      settled[i] = host.shop().Count("settled");
    });
  }
  size_t sum = 0;
  for (size_t i = 0; i < settled.size(); ++i) {
    threads[i].join();
    sum += settled[i];
  }
  EXPECT_EQ(sum, 5U) << "0.05 USD in all are five payments";
}

}  // namespace
}  // namespace tollpass
