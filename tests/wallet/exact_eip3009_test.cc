#include "wallet/schemes/exact_eip3009.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tests/wallet/known_keys.h"
#include "wallet/schemes/eip3009.h"

namespace tollpass {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kUsdc = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
constexpr std::string_view kPayee = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";

Asset BaseSepoliaUsdc() {
  return {"USDC", "eip155:84532", CanonicalId("eip155:84532", kUsdc), 6, "USDC", "2"};
}

Offer GoodOffer() {
  Offer offer;
  offer.scheme = "exact";
  offer.network = "eip155:84532";
  offer.amount = "10000";
  offer.asset = kUsdc;
  offer.pay_to = kPayee;
  offer.timeout_seconds = 60;
  offer.extra = R"({"name":"USDC","version":"2"})";
  offer.verbatim = R"({"scheme":"exact", "odd spacing" : true})";
  return offer;
}

std::variant<Terms, Reason> Read(const Offer& offer, const Asset& asset = BaseSepoliaUsdc()) {
  AssetTable assets;
  EXPECT_TRUE(assets.Put(asset).ok());
  return ExactEip3009().Read(offer, {Call(), ServerEndpoint(), assets, 0});
}

Reason RefusalOf(const Offer& offer) {
  const auto read = Read(offer);
  const Reason* reason = std::get_if<Reason>(&read);
  return reason != nullptr ? *reason : Reason::kInBounds;
}

Terms GoodTerms() {
  Terms terms = std::get<Terms>(Read(GoodOffer()));
  terms.payer = kAccount0;
  return terms;
}

SigningInput GoodInput() {
  SigningInput input;
  input.one_time = Sha256("nonce");
  input.now = 1'740'672'094;
  input.max_validity = 300;
  return input;
}

TEST(ExactEip3009, HandlesExactOnEip155Only) {
  const ExactEip3009 scheme;
  EXPECT_TRUE(scheme.Handles("exact", "eip155:84532"));
  EXPECT_TRUE(scheme.Handles("exact", "eip155:1"));
  EXPECT_FALSE(scheme.Handles("Exact", "eip155:1"));
  EXPECT_FALSE(scheme.Handles("upto", "eip155:1"));
  EXPECT_FALSE(scheme.Handles("exact", "solana:101"));
  EXPECT_FALSE(scheme.Handles("exact", "eip155x:1"));
}

TEST(ExactEip3009, IsOneOfTheSchemesOfTheBuild) {
  const auto schemes = MakeSchemes();
  EXPECT_EQ(
      std::count_if(schemes.begin(), schemes.end(),
                    [](const auto& scheme) { return scheme->Handles("exact", "eip155:8453"); }),
      1);
}

TEST(ExactEip3009, ReadsAnOfferIntoTypedTerms) {
  const auto read = Read(GoodOffer());
  ASSERT_TRUE(std::holds_alternative<Terms>(read));
  Terms expected;
  expected.scheme = "exact";
  expected.network = "eip155:84532";
  expected.asset = BaseSepoliaUsdc();
  expected.charge = Amount(10'000);
  expected.payee = "0x209693bc6afc0c5328ba36faf03c514ef312287c";
  expected.timeout_seconds = 60;
  expected.offer = GoodOffer().verbatim;
  EXPECT_EQ(std::get<Terms>(read), expected);
}

TEST(ExactEip3009, RefusesAmountsThatAreNotPlainDigitsBelow2To128) {
  for (const char* amount :
       {"", "0", "00010000", "1e4", "0x2710", "+10000", "-5", " 10000 ", "10_000", "1.0", "null",
        "340282366920938463463374607431768211456",
        "115792089237316195423570985008687907853269984665640564039457584007913129639936"}) {
    Offer offer = GoodOffer();
    offer.amount = amount;
    EXPECT_EQ(RefusalOf(offer), Reason::kBadAmount) << amount;
  }
  Offer largest = GoodOffer();
  largest.amount = "340282366920938463463374607431768211455";
  EXPECT_EQ(std::get<Terms>(Read(largest)).charge.ToAtomic(), largest.amount);
}

TEST(ExactEip3009, RefusesNetworksThatAreNotWrittenCanonically) {
  for (const char* network :
       {"EIP155:84532", "eip155:084532", "eip155:", "eip155:84532 ", "eip155:0x14a34", "base",
        "eip155:99999999999999999999", "eip155:-1"}) {
    Offer offer = GoodOffer();
    offer.network = network;
    EXPECT_EQ(RefusalOf(offer), Reason::kBadNetwork) << network;
  }
}

TEST(ExactEip3009, RefusesAnAssetThatIsNotTheRowsOwn) {
  Offer other_token = GoodOffer();
  other_token.asset = kPayee;
  EXPECT_EQ(RefusalOf(other_token), Reason::kAssetUnknown);

  Offer other_network = GoodOffer();
  other_network.network = "eip155:8453";
  EXPECT_EQ(RefusalOf(other_network), Reason::kAssetUnknown);

  Asset without_domain = BaseSepoliaUsdc();
  without_domain.eip712_name.clear();
  EXPECT_EQ(std::get<Reason>(Read(GoodOffer(), without_domain)), Reason::kMethodNotSupported);
}

TEST(ExactEip3009, RefusesPayeesThatCannotBeMeant) {
  for (const std::string& payee :
       {std::string(""), std::string("merchant"), std::string(kPayee).substr(0, 41),
        "0x" + std::string(40, '0'), std::string(kUsdc),
        // One letter of the checksum in the wrong case.
        std::string("0x209693bc6afc0C5328bA36FaF03C514EF312287C")}) {
    Offer offer = GoodOffer();
    offer.pay_to = payee;
    EXPECT_EQ(RefusalOf(offer), Reason::kBadPayee) << payee;
  }
}

TEST(ExactEip3009, RefusesTimeLimitsBelowOneSecond) {
  for (const int64_t timeout : {int64_t{0}, int64_t{-1}, std::numeric_limits<int64_t>::min()}) {
    Offer offer = GoodOffer();
    offer.timeout_seconds = timeout;
    EXPECT_EQ(RefusalOf(offer), Reason::kBadTimeout) << timeout;
  }
}

TEST(ExactEip3009, TakesAnExtraThatAgreesWithTheAssetTable) {
  for (const char* extra :
       {"", "null", "{}", R"({"assetTransferMethod":"eip3009","paymentFlow":"authorization"})",
        R"({"name":"USDC","version":"2","chainId":84532,"decimals":18,"unknown":[1,{}]})",
        R"({"verifyingContract":"0x036cbd53842c5426634e7929541ec2318f3dcf7e","chainId":"84532"})",
        R"({"name":"US\u0044C"})",
        R"({"assetTransferMethod":null,"paymentFlow":null,"name":null,"version":null,)"
        R"("verifyingContract":null,"chainId":null})"}) {
    Offer offer = GoodOffer();
    offer.extra = extra;
    EXPECT_TRUE(std::holds_alternative<Terms>(Read(offer))) << extra;
    EXPECT_EQ(std::get<Terms>(Read(offer)).asset, BaseSepoliaUsdc());
  }
}

TEST(ExactEip3009, RefusesAnExtraThatAsksForSomethingElse) {
  const std::vector<std::pair<std::string, Reason>> cases = {
      {R"({"name":"Evil"})", Reason::kDomainMismatch},
      {R"({"name":"usdc"})", Reason::kDomainMismatch},
      {R"({"version":"9"})", Reason::kDomainMismatch},
      {R"({"version":2})", Reason::kDomainMismatch},
      {R"({"chainId":1})", Reason::kDomainMismatch},
      {R"({"chainId":84532.0})", Reason::kDomainMismatch},
      {R"({"chainId":[84532]})", Reason::kDomainMismatch},
      {R"({"verifyingContract":"0x2222222222222222222222222222222222222222"})",
       Reason::kDomainMismatch},
      {R"({"verifyingContract":1})", Reason::kDomainMismatch},
      {R"({"assetTransferMethod":"permit2"})", Reason::kMethodNotSupported},
      {R"({"assetTransferMethod":"EIP3009"})", Reason::kMethodNotSupported},
      {R"({"paymentFlow":"upfront"})", Reason::kMethodNotSupported},
      {R"({"paymentFlow":1})", Reason::kMethodNotSupported},
      {R"({"name":"USDC","name":"Evil"})", Reason::kChallengeMalformed},
      {R"({"a":{"b":1,"\u0062":2}})", Reason::kChallengeMalformed},
      {"[]", Reason::kChallengeMalformed},
      {"{", Reason::kChallengeMalformed},
      {"\"USDC\"", Reason::kChallengeMalformed},
      {std::string(64, '[') + std::string(64, ']'), Reason::kChallengeMalformed},
  };
  for (const auto& [extra, reason] : cases) {
    Offer offer = GoodOffer();
    offer.extra = extra;
    EXPECT_EQ(RefusalOf(offer), reason) << extra;
  }
}

TEST(ExactEip3009, WritesThePayloadThatVerifiersExpect) {
  const auto signed_payload = ExactEip3009().Sign(GoodTerms(), *KeyFromHex(kSecret0), GoodInput());
  ASSERT_TRUE(signed_payload.ok()) << signed_payload.status();
  const Json payload = Json::parse(signed_payload->payload);
  ASSERT_EQ(payload.size(), 2U);
  EXPECT_THAT(payload["signature"].get<std::string>(),
              ::testing::MatchesRegex("0x[0-9a-f]{128}1[bc]"));
  EXPECT_EQ(payload["authorization"], (Json{{"from", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"},
                                            {"to", kPayee},
                                            {"value", "10000"},
                                            {"validAfter", "0"},
                                            {"validBefore", "1740672154"},
                                            {"nonce", "0x" + HexEncode(GoodInput().one_time)}}));
  EXPECT_EQ(signed_payload->one_time, HexEncode(GoodInput().one_time));
  EXPECT_EQ(signed_payload->dead_after, 1'740'672'154 + kBlockTimeLag);
}

TEST(ExactEip3009, LivesNoLongerThanServerAndUserBothAllow) {
  const auto key = KeyFromHex(kSecret0);
  const auto valid_before = [&](int64_t timeout, int64_t max_validity) {
    Terms terms = GoodTerms();
    terms.timeout_seconds = timeout;
    SigningInput input = GoodInput();
    input.max_validity = max_validity;
    const auto signed_payload = ExactEip3009().Sign(terms, *key, input);
    return std::stoll(Json::parse(signed_payload->payload)["authorization"]["validBefore"]
                          .get<std::string>()) -
           input.now;
  };
  EXPECT_EQ(valid_before(60, 300), 60);
  EXPECT_EQ(valid_before(std::numeric_limits<int64_t>::max(), 300), 300);
  EXPECT_EQ(valid_before(600, 1), 1);
}

TEST(ExactEip3009, SignsTheSameBytesForTheSameInput) {
  const auto key = KeyFromHex(kSecret0);
  EXPECT_EQ(ExactEip3009().Sign(GoodTerms(), *key, GoodInput())->payload,
            ExactEip3009().Sign(GoodTerms(), *key, GoodInput())->payload);
}

TEST(ExactEip3009, SignsNothingThatDoesNotFitKeyOrScheme) {
  const ExactEip3009 scheme;
  const auto key = KeyFromHex(kSecret0);

  Terms other_scheme = GoodTerms();
  other_scheme.scheme = "upto";
  EXPECT_TRUE(absl::IsInvalidArgument(scheme.Sign(other_scheme, *key, GoodInput()).status()));

  Terms other_payer = GoodTerms();
  other_payer.payer = kAccount1;
  EXPECT_TRUE(absl::IsInvalidArgument(scheme.Sign(other_payer, *key, GoodInput()).status()));

  Terms other_payee = GoodTerms();
  other_payee.payee = "merchant";
  EXPECT_TRUE(absl::IsInvalidArgument(scheme.Sign(other_payee, *key, GoodInput()).status()));

  SigningInput no_time = GoodInput();
  no_time.max_validity = 0;
  EXPECT_TRUE(absl::IsInvalidArgument(scheme.Sign(GoodTerms(), *key, no_time).status()));

  const auto main_key = KeyFromHex(kSecret0, NetworkClass::kMain);
  EXPECT_TRUE(
      absl::IsFailedPrecondition(scheme.Sign(GoodTerms(), *main_key, GoodInput()).status()));
}

Receipt GoodReceipt() {
  Receipt receipt;
  receipt.success = true;
  receipt.network = "eip155:84532";
  receipt.transaction = "0x" + std::string(64, 'a');
  receipt.payer = "0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266";
  return receipt;
}

struct ReceiptCase {
  const char* what;
  void (*change)(Receipt&);
  Evidence evidence;
  const char* alarm;
};

TEST(ExactEip3009, JudgesAReceiptByWhatItWasSignedFor) {
  const std::vector<ReceiptCase> cases = {
      {"fits", [](Receipt&) {}, Evidence::kMatched, ""},
      {"same amount", [](Receipt& r) { r.amount = "10000"; }, Evidence::kMatched, ""},
      {"lower amount", [](Receipt& r) { r.amount = "1"; }, Evidence::kMatched, ""},
      {"larger amount", [](Receipt& r) { r.amount = "10001"; }, Evidence::kClaimed, "amount"},
      {"no number", [](Receipt& r) { r.amount = "1e4"; }, Evidence::kClaimed, "amount"},
      {"no payer", [](Receipt& r) { r.payer = ""; }, Evidence::kClaimed, ""},
      {"other payer", [](Receipt& r) { r.payer = kAccount1; }, Evidence::kClaimed, "payer"},
      {"other network", [](Receipt& r) { r.network = "eip155:8453"; }, Evidence::kClaimed,
       "network"},
      {"no network", [](Receipt& r) { r.network = ""; }, Evidence::kClaimed, "network"},
      {"no transaction", [](Receipt& r) { r.transaction = ""; }, Evidence::kClaimed, "transaction"},
      {"short transaction", [](Receipt& r) { r.transaction = "0xaa"; }, Evidence::kClaimed,
       "transaction"},
      {"text", [](Receipt& r) { r.transaction = "0x" + std::string(64, 'g'); }, Evidence::kClaimed,
       "transaction"},
      {"failure", [](Receipt& r) { r.success = false; }, Evidence::kNone, ""},
  };
  for (const ReceiptCase& test : cases) {
    Receipt receipt = GoodReceipt();
    test.change(receipt);
    const Judgement judgement = ExactEip3009().Judge(GoodTerms(), Proof(), receipt);
    EXPECT_EQ(judgement.evidence, test.evidence) << test.what;
    EXPECT_EQ(judgement.alarm, test.alarm) << test.what;
  }
}

}  // namespace
}  // namespace tollpass
