#include "interceptor/dialects/x402_v2.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "interceptor/dialects/recognise.h"

namespace tollpass {

using Json = nlohmann::ordered_json;

struct ChallengeCase {
  Json json;
};

void PrintTo(const ChallengeCase& one, std::ostream* out) { *out << one.json["name"]; }

namespace {

std::vector<ChallengeCase> LoadCases() {
  std::ifstream file(TOLLPASS_TEST_DATA "/x402_v2_challenges.json");
  std::vector<ChallengeCase> cases;
  for (const Json& one : Json::parse(file)) cases.push_back({one});
  return cases;
}

json::Value Value(const std::string& text) { return *json::Parse(text, 100); }

Reading ReadResult(const std::string& result, bool paid = false) {
  return X402V2().Read(Answer("tools/call", Value(result), std::nullopt), paid);
}

Challenge ChallengeOf(const std::string& payment_required) {
  return std::get<Challenge>(
      ReadResult(R"({"isError":true,"structuredContent":)" + payment_required + "}"));
}

Settlement SettlementOf(const std::string& result) {
  return ReadSettlement(MakeDialects(), Answer("tools/call", Value(result), std::nullopt),
                        "x402-v2");
}

std::string CodeOf(const std::optional<Reason>& reason) {
  return reason ? std::string(ReasonCode(*reason)) : "";
}

// Compares what the case names and nothing else.
void ExpectOffer(const Offer& offer, const Json& expected) {
  const Json actual = {{"scheme", offer.scheme}, {"network", offer.network},
                       {"amount", offer.amount}, {"asset", offer.asset},
                       {"pay_to", offer.pay_to}, {"timeout_seconds", offer.timeout_seconds},
                       {"extra", offer.extra}};
  EXPECT_EQ(CodeOf(offer.defect), expected.value("defect", "")) << offer.verbatim;
  for (const auto& [key, value] : expected.items()) {
    if (key != "defect") {
      EXPECT_EQ(actual[key], value) << key;
    }
  }
}

void ExpectChallenge(const Challenge& challenge, const Json& expected) {
  const Json actual = {{"server_text", challenge.server_text},
                       {"resource", challenge.resource},
                       {"resource_url", challenge.resource_url},
                       {"extensions", challenge.extensions}};
  EXPECT_EQ(challenge.dialect, expected.value("dialect", "x402-v2"));
  EXPECT_EQ(CodeOf(challenge.defect), expected.value("defect", ""));
  for (const auto& [key, value] : expected.items()) {
    if (actual.contains(key)) {
      EXPECT_EQ(actual[key], value) << key;
    }
  }
  const Json offers = expected.value("offers", Json::array());
  ASSERT_EQ(challenge.offers.size(), offers.size());
  for (size_t i = 0; i < offers.size(); ++i) ExpectOffer(challenge.offers[i], offers[i]);
}

class X402V2Recognition : public testing::TestWithParam<ChallengeCase> {};

TEST_P(X402V2Recognition, ReadsTheAnswerAsTheTableSays) {
  const Json& one = GetParam().json;
  const std::string error = one.contains("error") ? one["error"].dump() : "";
  const std::string result = one.contains("result_text") ? one["result_text"].get<std::string>()
                             : one.contains("result")    ? one["result"].dump()
                                                         : "";
  std::optional<json::Value> result_value;
  std::optional<json::Value> error_value;
  if (!result.empty()) result_value = Value(result);
  if (!error.empty()) error_value = Value(error);
  const Answer answer("tools/call", result_value, error_value);
  const Dialects dialects = MakeDialects();
  const std::optional<Challenge> challenge = ReadChallenge(dialects, answer);
  if (one["expect"].is_null()) {
    EXPECT_FALSE(challenge);
    return;
  }
  ASSERT_TRUE(challenge);
  ExpectChallenge(*challenge, one["expect"]);
  // The same message as the answer to a paid attempt refuses the payment.
  EXPECT_TRUE(ReadSettlement(dialects, answer, "x402-v2").refused);
}

INSTANTIATE_TEST_SUITE_P(Table, X402V2Recognition, testing::ValuesIn(LoadCases()),
                         [](const testing::TestParamInfo<ChallengeCase>& one) {
                           return one.param.json["name"].get<std::string>();
                         });

constexpr const char* kOffer =
    R"({"scheme":"exact","network":"n:1","amount":"1","asset":"A","payTo":"B","maxTimeoutSeconds":1})";

std::string WithOffers(size_t count) {
  std::string accepts;
  for (size_t i = 0; i < count; ++i) accepts.append(i == 0 ? "" : ",").append(kOffer);
  return R"({"x402Version":2,"accepts":[)" + accepts + "]}";
}

TEST(X402V2Bounds, ThirtyTwoOffersAreReadAndOneMoreIsTooMany) {
  EXPECT_EQ(ChallengeOf(WithOffers(32)).offers.size(), 32U);
  const Challenge many = ChallengeOf(WithOffers(33));
  EXPECT_EQ(many.defect, Reason::kTooManyOffers);
  EXPECT_TRUE(many.offers.empty());
}

TEST(X402V2Bounds, SixtyFourKibibytesAreReadAndOneByteMoreIsTooLarge) {
  const std::string start = R"({"x402Version":2,"accepts":[)" + std::string(kOffer) + R"(],"x":")";
  const std::string fill(kMaxChallengeBytes - start.size() - 2, 'x');
  EXPECT_FALSE(ChallengeOf(start + fill + "\"}").defect);
  EXPECT_EQ(ChallengeOf(start + fill + "x\"}").defect, Reason::kChallengeTooLarge);
}

TEST(X402V2Bounds, DeeperThanThirtyTwoLevelsIsMalformed) {
  const auto deep = [](int levels) {
    return R"({"x402Version":2,"accepts":[)" + std::string(kOffer) + R"(],"x":)" +
           std::string(static_cast<size_t>(levels), '[') +
           std::string(static_cast<size_t>(levels), ']') + "}";
  };
  EXPECT_FALSE(ChallengeOf(deep(31)).defect);
  EXPECT_EQ(ChallengeOf(deep(32)).defect, Reason::kChallengeMalformed);
}

TEST(X402V2Offer, KeepsTheExactBytesToEcho) {
  const std::string odd =
      R"({ "payTo":"B","scheme":"ex\u0061ct", "network":"n:1","amount":"1","asset":"A","maxTimeoutSeconds":60,"extra":{"z":1.0,"a":[ ]},"more":1e3 })";
  const Challenge challenge = ChallengeOf(R"({"x402Version":2,"accepts":[)" + odd + "]}");
  ASSERT_EQ(challenge.offers.size(), 1U);
  EXPECT_EQ(challenge.offers[0].verbatim, odd);
  EXPECT_EQ(challenge.offers[0].scheme, "exact");
  EXPECT_EQ(challenge.offers[0].extra, R"({"z":1.0,"a":[ ]})");
}

struct SettlementCase {
  const char* result;
  bool refused;
  bool has_receipt;
  bool success;
};

TEST(X402V2Settlement, IsReadFromTheReceiptAndTheContent) {
  const SettlementCase cases[] = {
      {R"({"content":[{"type":"text"}],"_meta":{"x402/payment-response":{"success":true}}})", false,
       true, true},
      {R"({"content":[{"type":"text"}],"_meta":{"x402/payment-response":{"success":false}}})",
       false, true, false},
      {R"({"structuredContent":{"a":1},"_meta":{"x402/payment-response":{"success":false}}})",
       false, true, false},
      {R"({"content":[],"_meta":{"x402/payment-response":{"success":false}}})", true, true, false},
      {R"({"_meta":{"x402/payment-response":{"success":false}}})", true, true, false},
      {R"({"isError":true,"content":[{}],"_meta":{"x402/payment-response":{"success":false}}})",
       true, true, false},
      {R"({"isError":true,"content":[{}],"_meta":{"x402/payment-response":{"success":true}}})",
       false, true, true},
      {R"({"content":[{}],"_meta":{"x402/payment-response":{"success":"true"}}})", false, true,
       false},
  };
  for (const SettlementCase& one : cases) {
    const Settlement settlement = SettlementOf(one.result);
    EXPECT_EQ(settlement.refused, one.refused) << one.result;
    ASSERT_EQ(settlement.receipt.has_value(), one.has_receipt) << one.result;
    EXPECT_EQ(settlement.receipt->success, one.success) << one.result;
  }
}

TEST(X402V2Settlement, IsNothingWithoutReceiptOrChallenge) {
  for (const char* result :
       {R"({"content":[]})", R"({"isError":true,"content":[{"type":"text","text":"x"}]})",
        R"({"content":[],"_meta":{"x402/payment-response":"text"}})"}) {
    const Settlement settlement = SettlementOf(result);
    EXPECT_FALSE(settlement.refused) << result;
    EXPECT_FALSE(settlement.receipt) << result;
  }
}

TEST(X402V2Settlement, KeepsEveryFieldOfTheReceipt) {
  const Settlement settlement = SettlementOf(
      R"({"content":[{}],"_meta":{"x402/payment-response":{"success":true,"transaction":"0xab","network":"eip155:8453","payer":"0x1","amount":"7"}}})");
  ASSERT_TRUE(settlement.receipt);
  EXPECT_EQ(settlement.receipt->transaction, "0xab");
  EXPECT_EQ(settlement.receipt->network, "eip155:8453");
  EXPECT_EQ(settlement.receipt->payer, "0x1");
  EXPECT_EQ(settlement.receipt->amount, "7");
  EXPECT_EQ(
      settlement.receipt->verbatim,
      R"({"success":true,"transaction":"0xab","network":"eip155:8453","payer":"0x1","amount":"7"})");
}

// A tool that finds servers for x402 was paid, and brings what one of them asks for.
TEST(X402V2Settlement, LooksForNoDemandInWhatAGoodReceiptCameWith) {
  const std::string receipt = R"(,"_meta":{"x402/payment-response":{"success":true}}})";
  for (const std::string& result :
       {R"({"content":[{"type":"text","text":"found"}],"structuredContent":)" + WithOffers(1),
        std::string(R"({"x402Version":2,"accepts":[{"payTo":"p"}])")}) {
    EXPECT_FALSE(SettlementOf(result + receipt).refused);
    EXPECT_TRUE(SettlementOf(result + "}").refused);
  }
  EXPECT_TRUE(
      SettlementOf(R"({"isError":true,"structuredContent":)" + WithOffers(1) + receipt).refused);
}

TEST(X402V2Settlement, KeepsTheServersWordsForTheUser) {
  EXPECT_EQ(
      SettlementOf(R"({"_meta":{"x402/payment-response":{"success":false,"errorReason":"nonce"}}})")
          .server_text,
      "nonce");
  EXPECT_EQ(
      SettlementOf(
          R"({"isError":true,"structuredContent":{"x402Version":2,"error":"settle","accepts":[]}})")
          .server_text,
      "settle");
}

Proof MakeProof() {
  Proof proof;
  proof.dialect = "x402-v2";
  proof.offer = R"({ "scheme":"exact","amount":"1" })";
  proof.payload = R"({"signature":"0x1"})";
  proof.payment_id = "pay_0123456789abcdef";
  return proof;
}

std::string Attached(const Proof& proof, const std::string& request) {
  return *json::Splice(request, X402V2().Attach(proof));
}

TEST(X402V2Attach, EchoesTheOfferAsItWasWritten) {
  EXPECT_EQ(
      Attached(MakeProof(), R"({"params":{"name":"a"}})"),
      R"({"params":{"name":"a","_meta":{"x402/payment":{"x402Version":2,"accepted":{ "scheme":"exact","amount":"1" },"payload":{"signature":"0x1"}}}}})");
}

TEST(X402V2Attach, EchoesResourceAndExtensionsIfTheServerSentThem) {
  Proof proof = MakeProof();
  proof.resource = R"({"url":"mcp://tool/a"})";
  proof.extensions = R"({"bazaar":{"info":{"z":1.0,"a":1}}})";
  const std::string sent = Attached(proof, R"({"params":{}})");
  EXPECT_NE(
      sent.find(
          R"(,"resource":{"url":"mcp://tool/a"},"extensions":{"bazaar":{"info":{"z":1.0,"a":1}}}})"),
      std::string::npos)
      << sent;
}

struct IdentifierCase {
  const char* advertised;
  const char* sent;
};

TEST(X402V2Attach, FillsInThePaymentIdentifierOnlyWhereItIsAskedFor) {
  const IdentifierCase cases[] = {
      {R"({"payment-identifier":{"info":{"required":true},"schema":{"x":1}},"b":{"info":{}}})",
       R"({"payment-identifier":{"info":{"required":true,"id":"pay_0123456789abcdef"},"schema":{"x":1}},"b":{"info":{}}})"},
      {R"({"payment-identifier":{"info":{}}})",
       R"({"payment-identifier":{"info":{"id":"pay_0123456789abcdef"}}})"},
      {R"({"b":{"info":{}}})", R"({"b":{"info":{}}})"},
      {R"({"payment-identifier":{"schema":{}}})", R"({"payment-identifier":{"schema":{}}})"},
      {R"({"payment-identifier":{"info":{"id":"theirs"}}})",
       R"({"payment-identifier":{"info":{"id":"theirs"}}})"},
  };
  for (const IdentifierCase& one : cases) {
    Proof proof = MakeProof();
    proof.extensions = one.advertised;
    const std::string sent = Attached(proof, R"({"params":{}})");
    EXPECT_NE(sent.find(std::string(R"("extensions":)") + one.sent + "}"), std::string::npos)
        << sent;
  }
}

TEST(X402V2Attach, GivesTheSameBytesForTheSameProof) {
  Proof proof = MakeProof();
  proof.extensions = R"({"payment-identifier":{"info":{"required":false}}})";
  EXPECT_EQ(Attached(proof, "{}"), Attached(proof, "{}"));
}

// A dialect that recognises everything, to meet another one.
class Greedy final : public Dialect {
 public:
  [[nodiscard]] const DialectTraits& traits() const override { return traits_; }
  [[nodiscard]] bool Recognises(const Part&) const override { return false; }
  [[nodiscard]] Reading Read(const Answer&, bool paid) const override {
    if (paid) return Settlement{};
    return Challenge{};
  }
  [[nodiscard]] std::vector<json::Edit> Attach(const Proof&) const override { return {}; }

 private:
  const DialectTraits traits_ = {"greedy", {}, {}};
};

TEST(ReadChallenge, ThatTwoDialectsRecogniseIsAmbiguousAndNeverPaid) {
  Dialects dialects = MakeDialects();
  dialects.push_back(std::make_unique<Greedy>());
  const std::string result = R"({"isError":true,"structuredContent":)" + WithOffers(1) + "}";
  const Answer answer("tools/call", Value(result), std::nullopt);
  const std::optional<Challenge> unpaid = ReadChallenge(dialects, answer);
  ASSERT_TRUE(unpaid);
  EXPECT_EQ(unpaid->defect, Reason::kAmbiguousChallenge);
  EXPECT_TRUE(unpaid->offers.empty());
  EXPECT_TRUE(ReadSettlement(dialects, answer, "x402-v2").refused);
}

TEST(AnyInside, CountsWhatIsTooMuchToReadAsRecognised) {
  size_t asked = 0;
  const auto nothing = [&](const Part&) { return ++asked == 0; };
  const auto nested = [](size_t bytes, int levels, const char* end = "402") {
    std::string text = "[\"" + std::string(bytes, 'x') + end + "\"]";
    for (int i = 0; i < levels; ++i) text = R"({"d":)" + text + "}";
    return text;
  };
  const std::string fine = nested(8'000'000, 3);
  EXPECT_FALSE(AnyInside(Value(fine), nothing));
  const std::string too_much = nested(8'000'000, 40);
  EXPECT_TRUE(AnyInside(Value(too_much), nothing));
  EXPECT_GT(asked, 5U);
  // What has no marker is not read at all.
  asked = 0;
  const std::string unmarked = nested(8'000'000, 40, "");
  EXPECT_FALSE(AnyInside(Value(unmarked), nothing));
  EXPECT_EQ(asked, 0U);
}

TEST(Dialects, AreFoundByName) {
  const Dialects dialects = MakeDialects();
  ASSERT_NE(FindDialect(dialects, "x402-v2"), nullptr);
  EXPECT_EQ(FindDialect(dialects, "x402-v2")->traits().name, "x402-v2");
  EXPECT_EQ(FindDialect(dialects, "x402"), nullptr);
}

}  // namespace
}  // namespace tollpass
