#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>

#include "core/encoding.h"
#include "tests/wallet/known_keys.h"
#include "wallet/keys/ed25519_key.h"
#include "wallet/schemes/quote.h"
#include "wallet/schemes/quote_document.h"
#include "wallet/schemes/quote_proof.h"
#include "wallet/schemes/signed_document.h"

/// quote.json of tests/data/vectors, or of the folder that TOLLPASS_VECTORS names, through the code
/// that reads, signs and judges.
namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kWhenQuoted = 1'767'225'705;

class VectorsQuoteScheme : public testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("TOLLPASS_VECTORS");
    const std::string path =
        std::string(folder != nullptr ? folder : TOLLPASS_TEST_DATA "/vectors") + "/quote.json";
    std::ifstream file(path);
    if (folder != nullptr && !file.good()) GTEST_SKIP() << path << " is not there";
    file_ = Json::parse(file);
    call_.method = "tools/call";
    call_.tool = "web_search";
    call_.arguments = R"({"query":"weather in Oslo","limit":3})";
    server_.quote_keys = {"weather.example ed25519:" +
                          file_["keys"]["server"]["publicKeyHex"].get<std::string>()};
  }

  [[nodiscard]] const Json& Vector(const std::string& name) const {
    for (const Json& vector : file_["vectors"]) {
      if (vector["name"] == name) return vector;
    }
    ADD_FAILURE() << name << " is not there";
    return file_;
  }

  [[nodiscard]] std::string Document(const std::string& name) const {
    return Vector(name)["document"].dump();
  }

  [[nodiscard]] Quote TheQuote() const {
    const auto read = ReadQuote(Document("quote-1"));
    EXPECT_TRUE(std::holds_alternative<Quote>(read));
    return std::get<Quote>(read);
  }

  [[nodiscard]] std::string Key(const std::string& signer) const {
    return *HexDecode(file_["keys"][signer]["publicKeyHex"].get<std::string>());
  }

  Json file_;
  Call call_;
  ServerEndpoint server_;
};

TEST_F(VectorsQuoteScheme, TheQuoteIsItsIssuersForTheCall) {
  EXPECT_EQ(RefuseQuote(Document("quote-1"), TheQuote(), server_, call_, kWhenQuoted),
            std::nullopt);
  EXPECT_EQ(TheQuote().digest, Vector("quote-1")["digest"]);
  EXPECT_EQ(TheQuote().args_digest, Vector("args-1")["digest"]);
}

TEST_F(VectorsQuoteScheme, TheQuoteIsRecognisedAndNotPaidByItsRail) {
  const AssetTable assets = AssetTable::BuiltIn();
  Offer offer;
  offer.scheme = "quote";
  offer.verbatim = Document("quote-1");
  EXPECT_EQ(std::get<Reason>(QuoteScheme().Read(offer, {call_, server_, assets, kWhenQuoted})),
            Reason::kQuoteRailUnsupported);
}

TEST_F(VectorsQuoteScheme, TheProofIsMadeToTheByte) {
  const Json& recorded = Vector("proof-1");
  QuoteProof proof;
  proof.quote = TheQuote();
  proof.payment_id = recorded["document"]["payment_id"];
  proof.mandate_digest = recorded["document"]["mandate_digest"];
  proof.created_at = recorded["document"]["created_at"];
  proof.settlement = recorded["document"]["settlement"].dump();
  const auto key =
      Ed25519Key::Make(SecretFromHex(file_["keys"]["wallet"]["ed25519Seed"].get<std::string>()),
                       NetworkClass::kTest);
  ASSERT_TRUE(key.ok()) << key.status();
  EXPECT_EQ((*key)->account(), file_["keys"]["wallet"]["kid"]);
  const auto made = SignDocument(kProofTag, ProofDocument(proof), **key);
  ASSERT_TRUE(made.ok()) << made.status();
  EXPECT_EQ(*made, recorded["document"].dump());
  EXPECT_EQ(JsonDigest(*made), recorded["digest"]);
}

TEST_F(VectorsQuoteScheme, TheReceiptIsSigned) {
  const std::vector<QuoteKey> keys = KeysOf("weather.example", server_);
  const Judgement judged =
      JudgeQuoteReceipt(Document("receipt-1"), Document("proof-1"), TheQuote(), keys);
  EXPECT_EQ(judged.evidence, Evidence::kSigned);
  EXPECT_EQ(judged.alarm, "");
  EXPECT_EQ(JsonDigest(Document("receipt-1")), Vector("receipt-1")["digest"]);
  EXPECT_EQ(JudgeQuoteReceipt(Document("receipt-1"), Document("proof-1"), TheQuote(), {}).alarm,
            "sig");
}

TEST_F(VectorsQuoteScheme, EveryDocumentVerifiesForItsOwnPurposeAndKeyOnly) {
  for (const Json& vector : file_["vectors"]) {
    if (!vector.contains("document")) continue;
    const std::string document = vector["document"].dump();
    const std::string tag = vector["tag"];
    EXPECT_TRUE(VerifyDocument(tag, document, Key(vector["signer"]))) << vector["name"];
    EXPECT_FALSE(VerifyDocument(tag + "0", document, Key(vector["signer"]))) << vector["name"];
    for (const auto& [signer, key] : file_["keys"].items()) {
      if (signer == vector["signer"]) continue;
      EXPECT_FALSE(VerifyDocument(tag, document, Key(signer))) << vector["name"];
    }
    EXPECT_EQ(JsonDigest(document), vector["digest"]) << vector["name"];
  }
}

}  // namespace
}  // namespace tollpass
