#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "core/eip55.h"
#include "core/encoding.h"
#include "tests/wallet/known_keys.h"
#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/exact_eip3009.h"
#include "wallet/schemes/signed_document.h"

/// Every value in tests/data/vectors, or in the folder that TOLLPASS_VECTORS names, field by field.
/// A file holds {"vectors": [{"name" or "id", "kind", ...}, ...]}.
namespace tollpass {
namespace {

using Json = nlohmann::json;

std::string Folder() {
  const char* named = std::getenv("TOLLPASS_VECTORS");
  return named != nullptr ? named : TOLLPASS_TEST_DATA "/vectors";
}

struct Vector {
  std::string name;  // file and vector, as a test name
  Json value;
  std::string public_key;  // of the signer that it names among the file's keys, if any; hex
};

void PrintTo(const Vector& vector, std::ostream* out) { *out << vector.name; }

std::string TestName(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return text;
}

std::vector<Vector> ReadVectors() {
  std::vector<Vector> vectors;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(Folder(), error)) {
    if (file.path().extension() != ".json") {
      continue;
    }
    std::ifstream in(file.path());
    const Json document = Json::parse(in, nullptr, false);
    const std::string stem = file.path().stem();
    if (!document.is_object() || !document.contains("vectors")) {
      vectors.push_back({TestName(stem), Json(), ""});
      continue;
    }
    for (const Json& value : document["vectors"]) {
      const std::string name = value.value("name", value.value("id", std::string("unnamed")));
      const Json::json_pointer key("/keys/" + value.value("signer", "") + "/publicKeyHex");
      vectors.push_back({TestName(stem + "_" + name), value,
                         document.contains(key) ? document[key].get<std::string>() : ""});
    }
  }
  std::sort(vectors.begin(), vectors.end(),
            [](const Vector& a, const Vector& b) { return a.name < b.name; });
  return vectors;
}

std::string Text(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

std::string Hex(const Digest& digest) { return "0x" + HexEncode(digest); }

class VectorsOfSchemes : public ::testing::TestWithParam<Vector> {
 protected:
  [[nodiscard]] const Json& value() const { return GetParam().value; }

  /// The transfer in "message"; every field must be readable.
  [[nodiscard]] TransferWithAuthorization Transfer() const {
    const Json& message = value()["message"];
    const auto take = [](const std::optional<eip712::Word>& word, const char* key) {
      EXPECT_TRUE(word) << "message." << key << " cannot be encoded";
      return word.value_or(eip712::Word{});
    };
    TransferWithAuthorization transfer;
    transfer.from = take(eip712::EncodeAddress(Text(message, "from")), "from");
    transfer.to = take(eip712::EncodeAddress(Text(message, "to")), "to");
    transfer.value = take(eip712::EncodeUint(Text(message, "value")), "value");
    transfer.valid_after = take(eip712::EncodeUint(Text(message, "validAfter")), "validAfter");
    transfer.valid_before = take(eip712::EncodeUint(Text(message, "validBefore")), "validBefore");
    transfer.nonce = take(eip712::EncodeBytes32(Text(message, "nonce")), "nonce");
    return transfer;
  }

  [[nodiscard]] Digest DomainSeparator() const {
    const Json& domain = value()["domain"];
    const auto separator = eip712::DomainSeparator({Text(domain, "name"), Text(domain, "version"),
                                                    domain.value("chainId", uint64_t{0}),
                                                    Text(domain, "verifyingContract")});
    EXPECT_TRUE(separator);
    return separator.value_or(Digest{});
  }

  [[nodiscard]] Digest SigningDigest() const {
    return eip712::SigningDigest(DomainSeparator(), HashTransfer(Transfer()));
  }

  /// "signature" as the key makes it: recovery id 0 or 1.
  [[nodiscard]] std::array<uint8_t, 65> Signature() const {
    std::array<uint8_t, 65> signature{};
    const std::optional<std::string> bytes = HexDecode(Text(value(), "signature").substr(2));
    EXPECT_TRUE(bytes && bytes->size() == signature.size());
    std::copy(bytes->begin(), bytes->end(), signature.begin());
    signature[64] = static_cast<uint8_t>(signature[64] - 27);
    return signature;
  }

  [[nodiscard]] std::string Network() const {
    return "eip155:" + std::to_string(value()["domain"].value("chainId", uint64_t{0}));
  }

  void CheckTransfer() const;
  void CheckScheme() const;
  void CheckRecovery() const;
  void CheckDocument() const;
};

void VectorsOfSchemes::CheckTransfer() const {
  EXPECT_EQ(Hex(DomainSeparator()), Text(value(), "domainSeparator"));
  EXPECT_EQ(Hex(HashTransfer(Transfer())), Text(value(), "structHash"));
  EXPECT_EQ(Hex(Keccak256(Text(value(), "encodeType"))), Text(value(), "typeHash"));
  EXPECT_EQ(Hex(SigningDigest()), Text(value(), "digest"));
  const auto key = KeyFromHex(Text(value(), "privateKey").substr(2), ClassOf(Network()));
  ASSERT_NE(key, nullptr);
  EXPECT_EQ(ToChecksumAddress(key->account()), Text(value(), "address"));
  const auto signature = key->SignRecoverable(SigningDigest());
  ASSERT_TRUE(signature.ok()) << signature.status();
  EXPECT_EQ(HexEncode(*signature), HexEncode(Signature()));
  EXPECT_EQ(RecoverAccount(SigningDigest(), Signature()), key->account());
}

/// The whole payload, where the vector is one that the scheme would sign: valid at once.
void VectorsOfSchemes::CheckScheme() const {
  const Json& message = value()["message"];
  const std::optional<Amount> charge = Amount::FromAtomic(Text(message, "value"));
  if (Text(message, "validAfter") != "0" || !charge) {
    return;
  }
  const Json& domain = value()["domain"];
  const std::string contract = Text(domain, "verifyingContract");
  Offer offer;
  offer.scheme = "exact";
  offer.network = Network();
  offer.amount = Text(message, "value");
  offer.asset = contract;
  offer.pay_to = Text(message, "to");
  offer.timeout_seconds = 60;
  const Asset asset = {"TOKEN",
                       Network(),
                       CanonicalId(Network(), contract),
                       6,
                       Text(domain, "name"),
                       Text(domain, "version")};
  AssetTable assets;
  ASSERT_TRUE(assets.Put(asset).ok());
  const auto read = ExactEip3009().Read(offer, {Call(), ServerEndpoint(), assets, 0});
  ASSERT_TRUE(std::holds_alternative<Terms>(read));
  Terms terms = std::get<Terms>(read);
  const auto key = KeyFromHex(Text(value(), "privateKey").substr(2), ClassOf(Network()));
  terms.payer = key->account();
  SigningInput input;
  input.now = std::stoll(Text(message, "validBefore")) - 60;
  input.max_validity = 60;
  input.one_time = *eip712::EncodeBytes32(Text(message, "nonce"));
  const auto signed_payload = ExactEip3009().Sign(terms, *key, input);
  ASSERT_TRUE(signed_payload.ok()) << signed_payload.status();
  EXPECT_EQ(Json::parse(signed_payload->payload),
            (Json{{"signature", value()["signature"]}, {"authorization", message}}));
}

void VectorsOfSchemes::CheckRecovery() const {
  EXPECT_EQ(Hex(SigningDigest()), Text(value(), "digest"));
  const std::optional<std::string> recovered = RecoverAccount(SigningDigest(), Signature());
  ASSERT_TRUE(recovered);
  EXPECT_EQ(ToChecksumAddress(*recovered), Text(value(), "recovered"));
  EXPECT_EQ(*recovered == CanonicalId(Network(), Text(value()["message"], "from")),
            value().value("matchesFrom", true));
}

void VectorsOfSchemes::CheckDocument() const {
  const std::string document = value()["document"].dump();
  EXPECT_EQ(JsonDigest(document), Text(value(), "digest"));
  const std::optional<std::string> key = HexDecode(GetParam().public_key);
  ASSERT_TRUE(key) << "no key of the signer";
  EXPECT_TRUE(VerifyDocument(Text(value(), "tag"), document, *key));
  EXPECT_FALSE(VerifyDocument(Text(value(), "tag") + "0", document, *key));
}

TEST_P(VectorsOfSchemes, Hold) {
  ASSERT_TRUE(value().is_object()) << "not a file of vectors: " << GetParam().name;
  const std::string kind = Text(value(), "kind");
  const std::string type = Text(value(), "primaryType");
  if (kind == "eip712" && type == "TransferWithAuthorization") {
    CheckTransfer();
    CheckScheme();
  } else if (kind == "recover-only") {
    CheckRecovery();
  } else if (kind == "arguments") {
    EXPECT_EQ(JsonDigest(value()["arguments"].dump()), Text(value(), "digest"));
  } else if (value().contains("document") && value().contains("tag")) {
    CheckDocument();
  } else {
    GTEST_SKIP() << "not built yet: kind \"" << kind << "\" " << type;
  }
}

INSTANTIATE_TEST_SUITE_P(, VectorsOfSchemes, ::testing::ValuesIn(ReadVectors()),
                         [](const auto& instance) { return instance.param.name; });

TEST(VectorsFolder, HasValuesThatThisBuildChecks) {
  const std::vector<Vector> vectors = ReadVectors();
  EXPECT_TRUE(std::any_of(vectors.begin(), vectors.end(),
                          [](const Vector& vector) {
                            return vector.value.is_object() &&
                                   Text(vector.value, "primaryType") == "TransferWithAuthorization";
                          }))
      << "no EIP-3009 transfer among the vectors in " << Folder();
}

}  // namespace
}  // namespace tollpass
