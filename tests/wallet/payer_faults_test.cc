// Faults of other payers of x402 that their users reported, each shown not to happen here: what
// concerns money. What concerns messages: tests/interceptor/payer_faults_test.cc. Named by kind;
// the reports stand in the comments, as repository#number on GitHub, x402 for x402-foundation/x402.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/asset.h"
#include "tests/wallet/kernel_home.h"

namespace tollpass {
namespace {

using Json = nlohmann::json;

Json Authorization(const Decision& decision) {
  return Json::parse(decision.proof.payload)["authorization"];
}

// x402#3034: one way to make a payer dropped its limits.
TEST(PayerFaults, WithoutALimitNothingIsPaid) {
  for (const char* line : {"per_call = \"0.02 USD\"\n", "per_day  = \"0.05 USD\"\n"}) {
    KernelHome home;
    std::string policy(kFiveADay);
    policy.erase(policy.find(line), std::string_view(line).size());
    home.Allow();
    home.WritePolicy(policy);
    const Decision decision = home.Start()->Authorize(home.Request("{}"));
    EXPECT_EQ(decision.kind, DecisionKind::kDecline) << line;
    EXPECT_EQ(decision.reason, Reason::kAssetNotLimited) << line;
  }
}

// x402#3124, #3154: without a setting any price was paid.
TEST(PayerFaults, WhatNobodyAllowedIsAskedAbout) {
  KernelHome home;
  EXPECT_EQ(home.Start()->Authorize(home.Request("{}")).kind, DecisionKind::kAsk);
  EXPECT_EQ(home.Charges(), 0U);
}

// x402#3505: the cap counted digits, whatever the token was worth.
TEST(PayerFaults, ATokenThatNoLimitNamesIsNotPaid) {
  KernelHome home;
  home.WritePolicy(std::string(kFiveADay) +
                   "[asset.COIN]\nnetwork = \"eip155:84532\"\n"
                   "id = \"0x2222222222222222222222222222222222222222\"\ndecimals = 6\n"
                   "eip712 = { name = \"Coin\", version = \"1\" }\n");
  home.Allow();
  AuthorizeRequest request = home.Request("{}", "1");
  request.challenge.offers[0].asset = kOtherPayee;
  request.challenge.offers[0].extra = R"({"name":"Coin","version":"1"})";
  const Decision decision = home.Start()->Authorize(request);
  EXPECT_EQ(decision.kind, DecisionKind::kDecline);
  EXPECT_EQ(decision.reason, Reason::kAssetNotLimited);
}

// cloudflare/agents#2272, coinbase/agentkit#1404: the cap was held against the first entry, and
// another one was signed.
TEST(PayerFaults, TheOfferThatIsJudgedIsTheOneThatIsSigned) {
  for (const bool good_first : {true, false}) {
    KernelHome home;
    home.Allow();
    AuthorizeRequest request = home.Request("{}", "10000");
    const Offer dear = ChallengeOf("90000").offers[0];
    std::vector<Offer>& offers = request.challenge.offers;
    offers.insert(good_first ? offers.end() : offers.begin(), dear);
    const Decision decision = home.Start()->Authorize(request);
    ASSERT_EQ(decision.kind, DecisionKind::kPay) << ReasonCode(decision.reason);
    EXPECT_EQ(Authorization(decision)["value"], "10000");
    EXPECT_EQ(home.SpentToday(), "10000");
  }
}

// x402#808, #3387, x402-rs/x402-rs#108, bitrouter/x402-kit#14: after a lost answer every demand was
// signed anew. aibtcdev/aibtc-mcp-server#135: 359 failed attempts were all paid.
TEST(PayerFaults, ARepeatAfterALostAnswerHasTheSameBytes) {
  KernelHome home;
  home.Allow();
  AuthorizeRequest request = home.Request("{}");
  request.challenge.offers[0].timeout_seconds = 300;
  const Decision first = home.Start()->Authorize(request);
  ASSERT_EQ(first.kind, DecisionKind::kPay);
  home.clock().Pass(61);  // longer than hosts wait
  const Decision again = home.Start()->Authorize(home.Request("{}", "20000"));
  EXPECT_EQ(again.kind, DecisionKind::kRepeat);
  EXPECT_EQ(again.proof, first.proof);
  EXPECT_EQ(home.Charges(), 1U);
  EXPECT_EQ(home.SpentToday(), "10000");
}

// x402#3102, #3105, #3152: a table had a token's signing name wrong, and no signature held.
TEST(PayerFaults, SigningNamesDifferByChain) {
  struct Named {
    const char* network;
    const char* name;
  };
  for (const Named& chain : {Named{"eip155:8453", "USD Coin"}, Named{"eip155:84532", "USDC"},
                             Named{"eip155:143", "USDC"}, Named{"eip155:42220", "USDC"}}) {
    const AssetTable table = AssetTable::BuiltIn();
    const Asset* asset = table.FindSymbol("USDC", chain.network);
    ASSERT_NE(asset, nullptr) << chain.network;
    EXPECT_EQ(asset->eip712_name, chain.name) << chain.network;
  }
}

// x402#208: a payment began in the future of a chain whose clock was slow.
TEST(PayerFaults, APaymentIsValidFromTheBeginningOfTime) {
  KernelHome home;
  home.Allow();
  EXPECT_EQ(Authorization(home.Start()->Authorize(home.Request("{}")))["validAfter"], "0");
}

}  // namespace
}  // namespace tollpass
