#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "samples/paid_server/quote_documents.h"
#include "samples/paid_server/quote_proof.h"
#include "samples/paid_server/signed_document.h"

/// The published vectors of the quote protocol, by the server's own code.
namespace tollpass::samples {
namespace {

using nlohmann::json;

class VectorsQuoteServer : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream in(TOLLPASS_TEST_DATA "/vectors/quote.json");
    file_ = json::parse(in);
    ASSERT_FALSE(file_["vectors"].empty());
  }

  [[nodiscard]] json Vector(const std::string& kind) const {
    for (const json& vector : file_["vectors"]) {
      if (vector["kind"] == kind) return vector;
    }
    ADD_FAILURE() << "no vector of kind " << kind;
    return {};
  }

  [[nodiscard]] Ed25519Key Key(const std::string& signer) const {
    return *Ed25519Key::FromSeed(file_["keys"][signer]["ed25519Seed"].get<std::string>());
  }

  json file_;
};

TEST_F(VectorsQuoteServer, KeysHaveTheirPublicHalvesAndIds) {
  for (const auto& [name, key] : file_["keys"].items()) {
    const std::string public_key = Key(name).public_key();
    EXPECT_EQ(ParsePublicKey(key["publicKeyHex"].get<std::string>()), public_key);
    EXPECT_EQ(KeyId(public_key), key["kid"]);
  }
}

TEST_F(VectorsQuoteServer, ArgumentsHaveTheirDigest) {
  const json vector = Vector("arguments");
  EXPECT_EQ(DocumentDigest(vector["arguments"].dump()).value(), vector["digest"]);
}

TEST_F(VectorsQuoteServer, EveryDocumentIsSignedVerifiedAndDigestedAsRecorded) {
  for (const json& vector : file_["vectors"]) {
    if (!vector.contains("document")) continue;
    SCOPED_TRACE(vector["name"]);
    const std::string tag = vector["tag"];
    const Ed25519Key key = Key(vector["signer"]);
    json bare = vector["document"];
    bare.erase("sig");
    EXPECT_EQ(SignDocument(tag, bare, key), vector["document"]);
    const std::string text = vector["document"].dump();
    EXPECT_EQ(DocumentDigest(text).value(), vector["digest"]);
    EXPECT_TRUE(VerifyDocument(tag, text, key.public_key()));
    EXPECT_FALSE(VerifyDocument("mcpq-other/1", text, key.public_key()));
    EXPECT_FALSE(VerifyDocument(tag, text, Key("user").public_key()) &&
                 VerifyDocument(tag, text, Key("server").public_key()));
    bare["sig"] = vector["document"]["sig"];
    bare["version"] = "2";
    EXPECT_FALSE(VerifyDocument(tag, bare.dump(), key.public_key()));
  }
}

TEST_F(VectorsQuoteServer, QuoteIsTheDocumentOfItsMembers) {
  const json document = Vector("quote")["document"];
  const Quote quote = {.quote_id = document["quote_id"],
                       .issuer = document["issuer"],
                       .tool = document["tool"],
                       .args_digest = document["args_digest"],
                       .amount = document["amount"],
                       .asset = document["asset"],
                       .decimals = document["decimals"],
                       .payee = document["payee"],
                       .rail = document["rail"],
                       .issued_at = document["issued_at"],
                       .expires_at = document["expires_at"],
                       .nonce = document["nonce"]};
  EXPECT_EQ(SignDocument(kQuoteTag, QuoteDocument(quote), Key("server")), document);
}

TEST_F(VectorsQuoteServer, ReceiptIsTheDocumentOfItsMembers) {
  const json document = Vector("receipt")["document"];
  const QuoteReceipt receipt = {.receipt_id = document["receipt_id"],
                                .payment_id = document["payment_id"],
                                .quote_digest = document["quote_digest"],
                                .proof_digest = document["proof_digest"],
                                .amount = document["amount"],
                                .asset = document["asset"],
                                .payee = document["payee"],
                                .settled_at = document["settled_at"],
                                .reference = document["reference"],
                                .issuer = document["issuer"],
                                .result_digest = ""};
  EXPECT_EQ(SignDocument(kReceiptTag, ReceiptDocument(receipt), Key("server")), document);
}

TEST_F(VectorsQuoteServer, ProofIsReadWithItsMembersAndDigest) {
  const json vector = Vector("payment");
  const auto proof = ReadQuoteProof(vector["document"].dump(2));
  ASSERT_TRUE(proof.ok()) << proof.status();
  EXPECT_EQ(proof->digest, vector["digest"]);
  EXPECT_EQ(proof->quote_digest, Vector("quote")["digest"]);
  EXPECT_EQ(proof->payment_id, vector["document"]["payment_id"]);
  EXPECT_EQ(proof->created_at, vector["document"]["created_at"]);
  EXPECT_EQ(proof->settlement, vector["document"]["settlement"]);
  EXPECT_EQ(proof->kid, file_["keys"]["wallet"]["kid"]);
}

}  // namespace
}  // namespace tollpass::samples
