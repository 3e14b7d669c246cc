#include "samples/paid_server/eip3009.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

std::string Bytes(const json& hex) {
  return HexDecode(std::string_view(hex.get_ref<const std::string&>()).substr(2)).value();
}

Digest DigestOf(const json& vector) {
  const json payload = {{"authorization", vector["message"]}, {"signature", vector["signature"]}};
  const json& domain = vector["domain"];
  const auto read = ReadSignedTransfer(payload);
  return TransferDigest(read.value().transfer,
                        {domain["name"], domain["version"], domain["chainId"].get<uint64_t>(),
                         ParseAddress(domain["verifyingContract"].get<std::string>()).value()});
}

std::string Text(const Digest& digest) {
  return "0x" + HexEncode(std::span<const uint8_t>(digest));
}

/// The vectors of another implementation that sign a TransferWithAuthorization.
std::vector<json> TransferVectors() {
  std::ifstream in(TOLLPASS_TEST_DATA "/vectors/x402.json");
  const json file = json::parse(in);
  std::vector<json> vectors;
  for (const json& vector : file["vectors"]) {
    if (vector.value("primaryType", "") == "TransferWithAuthorization") vectors.push_back(vector);
  }
  return vectors;
}

TEST(VectorsEip3009, DigestAndSignerOfEveryTransferAreThoseOfOtherImplementations) {
  const std::vector<json> vectors = TransferVectors();
  ASSERT_GE(vectors.size(), 2U);
  for (const json& vector : vectors) {
    SCOPED_TRACE(vector["name"]);
    const Digest digest = DigestOf(vector);
    EXPECT_EQ(Text(digest), vector["digest"]);
    EXPECT_EQ(RecoverSigner(digest, Bytes(vector["signature"])),
              ParseAddress(vector["address"].get<std::string>()));
  }
}

TEST(RecoverSigner, TakesNoSignatureThatATokenContractWouldRefuse) {
  const json vector = TransferVectors().front();
  const Digest digest = DigestOf(vector);
  const std::string good = Bytes(vector["signature"]);
  ASSERT_TRUE(RecoverSigner(digest, good));

  std::string wrong_v = good;
  wrong_v[64] = 1;
  EXPECT_EQ(RecoverSigner(digest, wrong_v), std::nullopt);
  EXPECT_EQ(RecoverSigner(digest, good.substr(0, 64)), std::nullopt);
  EXPECT_EQ(RecoverSigner(digest, good + '\0'), std::nullopt);
  EXPECT_EQ(RecoverSigner(digest, std::string(64, '\0') + '\x1b'), std::nullopt);

  // The same signature with s replaced by order - s, which secp256k1 by itself holds to be valid.
  const std::string high_s =
      good.substr(0, 32) +
      HexDecode("ed40137adeca611861342d390745652422da433d9e52df66dd5d8db2367d4deb").value() +
      '\x1b';
  EXPECT_EQ(RecoverSigner(digest, high_s), std::nullopt);
}

TEST(RecoverSigner, NamesAnotherAccountIfOneBitOfTheMessageChanges) {
  const json vector = TransferVectors().front();
  Digest digest = DigestOf(vector);
  digest[0] ^= 1;
  EXPECT_NE(RecoverSigner(digest, Bytes(vector["signature"])),
            ParseAddress(vector["address"].get<std::string>()));
}

}  // namespace
}  // namespace tollpass::samples
