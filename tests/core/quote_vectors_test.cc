#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"

/// The canonical forms, digests and signatures of quote.json in tests/data/vectors, or in the
/// folder that TOLLPASS_VECTORS names.
namespace tollpass {
namespace {

constexpr int kDepth = 64;

class VectorsQuoteFile : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* folder = std::getenv("TOLLPASS_VECTORS");
    const std::string path =
        std::string(folder != nullptr ? folder : TOLLPASS_TEST_DATA "/vectors") + "/quote.json";
    std::ifstream file(path, std::ios::binary);
    if (folder != nullptr && !file.good()) GTEST_SKIP() << path << " is not there";
    text_.assign(std::istreambuf_iterator<char>(file), {});
    const absl::StatusOr<json::Value> root = json::ParseUnique(text_, kDepth);
    ASSERT_TRUE(root.ok()) << path << ": " << root.status();
    root_ = *root;
    const std::optional<json::Value> vectors = json::Find(root_, "vectors");
    ASSERT_TRUE(vectors.has_value());
    vectors_ = json::Elements(*vectors);
    ASSERT_FALSE(vectors_.empty());
  }

  [[nodiscard]] std::string Key(const std::string& signer) const {
    const std::optional<json::Value> key = json::FindPath(root_, {"keys", signer});
    return HexDecode(json::FindString(key.value_or(json::Value()), "publicKeyHex").value_or(""))
        .value_or("");
  }

  std::string text_;
  json::Value root_;
  std::vector<json::Value> vectors_;
};

std::string Field(const json::Value& vector, std::string_view key) {
  return json::FindString(vector, key).value_or("");
}

std::string DigestOf(std::string_view canonical) {
  const Digest digest = Sha256(canonical);
  return "sha-256:" +
         Base64UrlEncode({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

TEST_F(VectorsQuoteFile, ArgumentsHaveTheRecordedCanonicalForm) {
  size_t checked = 0;
  for (const json::Value& vector : vectors_) {
    const std::optional<json::Value> arguments = json::Find(vector, "arguments");
    if (!arguments) continue;
    const absl::StatusOr<std::string> canonical = json::Canonical(arguments->text, kDepth);
    ASSERT_TRUE(canonical.ok()) << Field(vector, "name");
    EXPECT_EQ(*canonical, Field(vector, "jcs"));
    EXPECT_EQ(DigestOf(*canonical), Field(vector, "digest"));
    ++checked;
  }
  EXPECT_GT(checked, 0U);
}

TEST_F(VectorsQuoteFile, DocumentsHaveTheRecordedBytesDigestAndSignature) {
  size_t checked = 0;
  for (const json::Value& vector : vectors_) {
    const std::optional<json::Value> document = json::Find(vector, "document");
    if (!document) continue;
    const std::string name = Field(vector, "name");
    const absl::StatusOr<std::string> unsigned_text =
        json::Splice(document->text, {{{"sig"}, std::nullopt}});
    ASSERT_TRUE(unsigned_text.ok()) << name;
    const std::string signed_bytes =
        Field(vector, "tag") + "\n" + json::Canonical(*unsigned_text, kDepth).value_or("");
    EXPECT_EQ(signed_bytes, Field(vector, "signedBytes")) << name;
    EXPECT_EQ(DigestOf(json::Canonical(document->text, kDepth).value_or("")),
              Field(vector, "digest"))
        << name;
    const std::string signature = Base64UrlDecode(Field(vector, "signature")).value_or("");
    EXPECT_TRUE(VerifyEd25519(signed_bytes, signature, Key(Field(vector, "signer")))) << name;
    EXPECT_FALSE(VerifyEd25519(signed_bytes + " ", signature, Key(Field(vector, "signer"))));
    ++checked;
  }
  EXPECT_GT(checked, 0U);
}

}  // namespace
}  // namespace tollpass
