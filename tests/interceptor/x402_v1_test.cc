#include "interceptor/dialects/x402_v1.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

json::Value Value(const std::string& text) { return *json::Parse(text, 100); }

Json OfferV1() {
  return {{"scheme", "exact"},
          {"network", "base-sepolia"},
          {"maxAmountRequired", "2500000"},
          {"resource", "mcp://tool/search"},
          {"description", "Search"},
          {"mimeType", "application/json"},
          {"payTo", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"},
          {"maxTimeoutSeconds", 60},
          {"asset", "0x036CbD53842c5426634e7929541eC2318f3dCF7e"},
          {"outputSchema", nullptr},
          {"extra", {{"name", "USDC"}, {"version", "2"}}}};
}

Json DemandV1(const std::vector<Json>& offers = {OfferV1()}) {
  return {{"x402Version", 1}, {"error", "pay"}, {"accepts", offers}};
}

std::optional<Challenge> Read(const Json& result) {
  const std::string text = result.dump();
  return ReadChallenge(MakeDialects(), Answer("tools/call", Value(text), std::nullopt));
}

Challenge ReadDemand(const Json& demand) {
  const std::optional<Challenge> challenge =
      Read({{"isError", true}, {"structuredContent", demand}});
  EXPECT_TRUE(challenge);
  return challenge.value_or(Challenge());
}

Offer ReadOffer(const Json& offer) {
  const Challenge challenge = ReadDemand(DemandV1({offer}));
  EXPECT_EQ(challenge.offers.size(), 1U);
  return challenge.offers.empty() ? Offer() : challenge.offers[0];
}

TEST(X402V1Offer, IsReadByTheNamesOfThatVersion) {
  const Challenge challenge = ReadDemand(DemandV1());
  EXPECT_EQ(challenge.dialect, "x402-v1");
  EXPECT_FALSE(challenge.defect);
  EXPECT_EQ(challenge.server_text, "pay");
  EXPECT_EQ(challenge.resource_url, "mcp://tool/search");
  EXPECT_EQ(challenge.resource, "") << "nothing to echo";
  EXPECT_EQ(challenge.extensions, "");
  ASSERT_EQ(challenge.offers.size(), 1U);
  const Offer& offer = challenge.offers[0];
  EXPECT_FALSE(offer.defect);
  EXPECT_EQ(offer.scheme, "exact");
  EXPECT_EQ(offer.network, "eip155:84532");
  EXPECT_EQ(offer.amount, "2500000");
  EXPECT_EQ(offer.asset, "0x036CbD53842c5426634e7929541eC2318f3dCF7e");
  EXPECT_EQ(offer.pay_to, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266");
  EXPECT_EQ(offer.timeout_seconds, 60);
  EXPECT_EQ(offer.extra, R"({"name":"USDC","version":"2"})");
  EXPECT_EQ(offer.verbatim, OfferV1().dump());
}

TEST(X402V1Offer, OnANetworkOfNoKnownNameIsRefusedAndTheOthersAreJudged) {
  Json unknown = OfferV1();
  for (const char* name : {"mars", "Base", "eip155:84532", "BASE-SEPOLIA", ""}) {
    unknown["network"] = name;
    const Challenge challenge = ReadDemand(DemandV1({unknown, OfferV1()}));
    EXPECT_FALSE(challenge.defect);
    ASSERT_EQ(challenge.offers.size(), 2U);
    EXPECT_EQ(challenge.offers[0].defect.has_value(), *name != '\0') << name;
    EXPECT_FALSE(challenge.offers[1].defect);
  }
  unknown["network"] = "mars";
  EXPECT_EQ(ReadOffer(unknown).defect, Reason::kBadNetwork);
}

TEST(X402V1Offer, MustHaveEverythingThatTheVersionDemands) {
  for (const char* key : {"scheme", "network", "maxAmountRequired", "resource", "description",
                          "payTo", "maxTimeoutSeconds", "asset"}) {
    Json offer = OfferV1();
    offer.erase(key);
    EXPECT_EQ(ReadOffer(offer).defect, Reason::kChallengeMalformed) << key;
  }
  for (const char* key : {"mimeType", "outputSchema", "extra"}) {
    Json offer = OfferV1();
    offer.erase(key);
    EXPECT_FALSE(ReadOffer(offer).defect) << key;
  }
  Json with_amount = OfferV1();
  with_amount["amount"] = "1";
  EXPECT_EQ(ReadOffer(with_amount).amount, "2500000") << "version 2's name means nothing here";
}

TEST(X402V1Offer, ForAnotherResourceThanTheFirstIsRefused) {
  Json other = OfferV1();
  other["resource"] = "https://elsewhere.example/";
  const Challenge challenge = ReadDemand(DemandV1({OfferV1(), other, OfferV1()}));
  ASSERT_EQ(challenge.offers.size(), 3U);
  EXPECT_FALSE(challenge.offers[0].defect);
  EXPECT_EQ(challenge.offers[1].defect, Reason::kChallengeMalformed);
  EXPECT_FALSE(challenge.offers[2].defect);
}

TEST(X402V1Networks, AreNamedAsTheLibrariesNameThem) {
  EXPECT_EQ(X402NetworkId("base"), "eip155:8453");
  EXPECT_EQ(X402NetworkId("avalanche-fuji"), "eip155:43113");
  EXPECT_EQ(X402NetworkId("solana-devnet"), "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1");
  EXPECT_EQ(X402NetworkId("skale-base-sepolia"), "eip155:324705682");
  EXPECT_EQ(X402NetworkId("bas"), std::nullopt);
}

struct PlaceCase {
  const char* what;
  Json answer;
};

TEST(X402V1Recognition, FindsTheSameDemandInEveryPlace) {
  const std::string text = DemandV1().dump();
  const std::string wrapped =
      Json{{"x402/error", {{"code", 402}, {"message", "m"}, {"data", DemandV1()}}}}.dump();
  const auto result = [](const Json& first_text, const Json& more = Json::object()) {
    Json answer = {{"isError", true}, {"content", {{{"type", "text"}, {"text", first_text}}}}};
    answer.update(more);
    return answer;
  };
  const Json results[] = {
      result("m", {{"structuredContent", DemandV1()}}),
      result(text),
      result(wrapped),
      result(wrapped, {{"structuredContent", DemandV1()}}),
  };
  for (const Json& one : results) {
    const std::optional<Challenge> challenge = Read(one);
    ASSERT_TRUE(challenge) << one;
    EXPECT_FALSE(challenge->defect) << one;
    EXPECT_EQ(challenge->dialect, "x402-v1") << one;
    EXPECT_EQ(challenge->offers.size(), 1U) << one;
  }
  const std::string error = Json{{"code", 402}, {"message", "m"}, {"data", DemandV1()}}.dump();
  const auto in_error =
      ReadChallenge(MakeDialects(), Answer("tools/call", std::nullopt, Value(error)));
  ASSERT_TRUE(in_error);
  EXPECT_FALSE(in_error->defect);
  EXPECT_EQ(in_error->offers.size(), 1U);
}

TEST(X402V1Recognition, WantsTheNumberOne) {
  for (const char* version : {"1", "1.0", "10e-1"}) {
    const std::string result = R"({"isError":true,"structuredContent":{"x402Version":)" +
                               std::string(version) + R"(,"accepts":[)" + OfferV1().dump() + "]}}";
    const auto challenge =
        ReadChallenge(MakeDialects(), Answer("tools/call", Value(result), std::nullopt));
    ASSERT_TRUE(challenge);
    EXPECT_EQ(challenge->dialect, "x402-v1") << version;
    EXPECT_EQ(challenge->offers.size(), 1U) << version;
  }
  EXPECT_EQ(ReadDemand({{"x402Version", "1"}, {"accepts", {OfferV1()}}}).dialect, "x402-v2");
}

Proof ProofV1() {
  Proof proof;
  proof.dialect = "x402-v1";
  proof.offer = R"({"network":"base-s\u0065polia", "scheme" : "exact","maxAmountRequired":"1"})";
  proof.payload = R"({"signature":"0x1","authorization":{"from":"0x2"}})";
  proof.payment_id = "pay_0123456789abcdef";
  proof.resource = R"({"url":"u"})";
  return proof;
}

TEST(X402V1Attach, SendsSchemeAndNetworkAsTheServerWroteThemAndEchoesNothingElse) {
  EXPECT_EQ(
      *json::Splice(R"({"params":{"name":"a"}})", X402V1().Attach(ProofV1())),
      R"({"params":{"name":"a","_meta":{"x402/payment":{"x402Version":1,"scheme":"exact","network":"base-s\u0065polia","payload":{"signature":"0x1","authorization":{"from":"0x2"}}}}}})");
}

TEST(X402V1Attach, GivesTheSameBytesForTheSameProof) {
  const std::string line = ToolCallLine("1");
  EXPECT_EQ(*json::Splice(line, X402V1().Attach(ProofV1())),
            *json::Splice(line, X402V1().Attach(ProofV1())));
}

// What a payer must send for the published signature (tests/data/vectors/x402.json).
TEST(VectorsOfX402V1, AreSentInTheEnvelopeOfThatVersion) {
  std::ifstream file(TOLLPASS_TEST_DATA "/vectors/x402.json");
  const Json document = Json::parse(file);
  size_t checked = 0;
  for (const Json& vector : document["vectors"]) {
    if (vector.value("x402Version", 0) != 1 || vector["kind"] != "eip712") continue;
    Json offer = OfferV1();
    offer["network"] = vector["network"];
    offer["maxAmountRequired"] = vector["message"]["value"];
    const Json payload = {{"signature", vector["signature"]}, {"authorization", vector["message"]}};
    Proof proof;
    proof.offer = ReadOffer(offer).verbatim;
    proof.payload = payload.dump();
    const Json sent = Json::parse(*json::Splice("{}", X402V1().Attach(proof)));
    EXPECT_EQ(sent["params"]["_meta"]["x402/payment"], (Json{{"x402Version", 1},
                                                             {"scheme", "exact"},
                                                             {"network", vector["network"]},
                                                             {"payload", payload}}));
    EXPECT_EQ("eip155:" + vector["domain"]["chainId"].dump(), ReadOffer(offer).network);
    ++checked;
  }
  EXPECT_GE(checked, 1U);
}

Settlement SettlementOf(const std::string& network, std::string_view paid_by) {
  const std::string result =
      R"({"content":[{}],"_meta":{"x402/payment-response":{"success":true,"transaction":"0xab","payer":"0x1","network":")" +
      network + R"("}}})";
  return ReadSettlement(MakeDialects(), Answer("tools/call", Value(result), std::nullopt), paid_by);
}

TEST(X402V1Receipt, NamesTheNetworkInWords) {
  const Settlement settlement = SettlementOf("base-sepolia", "x402-v1");
  ASSERT_TRUE(settlement.receipt);
  EXPECT_FALSE(settlement.refused);
  EXPECT_EQ(settlement.receipt->network, "eip155:84532");
  EXPECT_NE(settlement.receipt->verbatim.find("base-sepolia"), std::string::npos);
  EXPECT_EQ(SettlementOf("mars", "x402-v1").receipt->network, "mars");
  EXPECT_EQ(SettlementOf("base-sepolia", "x402-v2").receipt->network, "base-sepolia")
      << "version 2 has no such names";
}

std::string ChallengeLineV1(const std::string& id) {
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":402,"message":"m","data":)" +
         DemandV1().dump() + "}}";
}

TEST(X402V1PaidCall, IsPaidOnceAndARepeatHasTheSameBytes) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ChallengeLineV1("1"));
  EXPECT_EQ(talk.Asked().request.challenge.dialect, "x402-v1");
  Decision decision = PayWith("c1");
  decision.proof = ProofV1();
  talk.Kernel(decision);
  const std::string first = talk.ToServer();
  EXPECT_NE(At(first, "/params/_meta/x402~1payment"), "(absent)");
  talk.Host(CancelLine("1"));
  talk.ToServer();
  talk.Concluded();
  talk.Host(ToolCallLine("2"));
  talk.ToServer();
  talk.Server(ChallengeLineV1("2"));
  talk.Asked();
  decision.kind = DecisionKind::kRepeat;
  decision.generation = 2;
  talk.Kernel(decision);
  const std::string repeat = talk.ToServer();
  EXPECT_EQ(At(repeat, "/params"), At(first, "/params"));
  talk.Server(ChallengeLineV1(IdOf(repeat)));
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kOutcomeUnknown));
  EXPECT_EQ(talk.Concluded().server_text, "pay");
}

}  // namespace
}  // namespace tollpass
