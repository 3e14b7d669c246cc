#include "core/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/encoding.h"

namespace tollpass {
namespace {

std::string Bytes(std::string_view hex) { return HexDecode(hex).value_or("not hex"); }

// FIPS 180-4 examples.
TEST(Hash, Sha256) {
  EXPECT_EQ(HexEncode(Sha256("")),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(HexEncode(Sha256("abc")),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(HexEncode(Sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

// Recorded from Python's hashlib.blake2b(digest_size=32).
TEST(Hash, Blake2bWithAndWithoutKey) {
  std::vector<uint8_t> key(32);
  for (size_t i = 0; i < key.size(); ++i) key[i] = static_cast<uint8_t>(i);
  EXPECT_EQ(HexEncode(Blake2b("")),
            "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  EXPECT_EQ(HexEncode(Blake2b("abc")),
            "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  EXPECT_EQ(HexEncode(Blake2b("abc", key)),
            "d63a32d3e44738d7907f964316c241adaba0abfeabc32349677578a15a203f7f");
  EXPECT_NE(Blake2b("abc", key), Blake2b("abc"));
}

TEST(VectorsKeccak256, EqualAnIndependentLibraryAroundEachBlock) {
  std::ifstream file(TOLLPASS_TEST_DATA "/keccak.json");
  const nlohmann::json data = nlohmann::json::parse(file, nullptr, false);
  ASSERT_FALSE(data.is_discarded());
  ASSERT_GE(data["texts"].size() + data["sizes"].size(), 20U);
  for (const auto& row : data["texts"]) {
    EXPECT_EQ(HexEncode(Keccak256(row["text"].get<std::string>())), row["digest"]);
  }
  for (const auto& row : data["sizes"]) {
    std::string message(row["size"].get<size_t>(), '\0');
    for (size_t i = 0; i < message.size(); ++i) message[i] = static_cast<char>(i % 251);
    EXPECT_EQ(HexEncode(Keccak256(message)), row["digest"]) << row["size"];
  }
}

std::string Fields(std::string_view tag, std::vector<std::string_view> fields) {
  return FieldsDigest(tag, fields);
}

TEST(FieldsDigest, NoTwoListsGiveTheSameBytes) {
  const std::string digest = Fields("tag/1", {"a", "bc"});
  EXPECT_EQ(digest.size(), 64U);
  EXPECT_EQ(digest, Fields("tag/1", {"a", "bc"}));
  EXPECT_NE(digest, Fields("tag/1", {"ab", "c"}));
  EXPECT_NE(digest, Fields("tag/1", {"a", "bc", ""}));
  EXPECT_NE(digest, Fields("tag/1", {"", "a", "bc"}));
  EXPECT_NE(digest, Fields("tag/1", {"abc"}));
  EXPECT_NE(digest, Fields("tag/1", {"bc", "a"}));
  EXPECT_NE(digest, Fields("tag/2", {"a", "bc"}));
  EXPECT_NE(digest, Fields("tag/1a", {"bc"}));
}

/// RFC 8032 section 7.1.
struct Ed25519Case {
  const char* public_key;
  const char* message;
  const char* signature;
};
const Ed25519Case kEd25519Cases[] = {
    {"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b"
     "46bd25bf5f0595bbe24655141438e7a100b"},
    {"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11"
     "d8c387b2eaeb4302aeeb00d291612bb0c00"},
    {"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc"
     "6594a7c15e9716ed28dc027beceea1ec40a"},
};

TEST(VectorsEd25519, AcceptTheExamplesOfTheSpecification) {
  for (const Ed25519Case& one : kEd25519Cases) {
    EXPECT_TRUE(VerifyEd25519(Bytes(one.message), Bytes(one.signature), Bytes(one.public_key)))
        << one.message;
  }
}

TEST(Ed25519, RefusesEveryChangedBit) {
  for (const Ed25519Case& one : kEd25519Cases) {
    const std::string message = Bytes(one.message);
    const std::string key = Bytes(one.public_key);
    EXPECT_FALSE(VerifyEd25519(message + "x", Bytes(one.signature), key));
    for (size_t bit = 0; bit < 512; ++bit) {
      std::string signature = Bytes(one.signature);
      signature[bit / 8] = static_cast<char>(signature[bit / 8] ^ (1 << (bit % 8)));
      EXPECT_FALSE(VerifyEd25519(message, signature, key)) << bit;
    }
  }
}

TEST(Ed25519, RefusesOtherSizes) {
  const Ed25519Case& one = kEd25519Cases[1];
  const std::string message = Bytes(one.message);
  const std::string signature = Bytes(one.signature);
  const std::string key = Bytes(one.public_key);
  EXPECT_FALSE(VerifyEd25519(message, "", key));
  EXPECT_FALSE(VerifyEd25519(message, signature.substr(1), key));
  EXPECT_FALSE(VerifyEd25519(message, signature + '\0', key));
  EXPECT_FALSE(VerifyEd25519(message, signature, key.substr(1)));
  EXPECT_FALSE(VerifyEd25519(message, signature, key + '\0'));
  EXPECT_FALSE(VerifyEd25519(message, signature, ""));
}

TEST(Ed25519, RefusesKeysOfSmallOrderAndSecondSpellingsOfS) {
  // With the neutral element as key and as R, and S = 0, a lax check holds for every message.
  const std::string neutral = "01" + std::string(62, '0');
  EXPECT_FALSE(VerifyEd25519("pay", Bytes(neutral + std::string(64, '0')), Bytes(neutral)));
  // S + L in place of S; L is the order of the group.
  const Ed25519Case& one = kEd25519Cases[0];
  const std::string order =
      Bytes("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010");
  std::string signature = Bytes(one.signature);
  int carry = 0;
  for (size_t i = 0; i < 32; ++i) {
    const int sum =
        static_cast<uint8_t>(signature[32 + i]) + static_cast<uint8_t>(order[i]) + carry;
    signature[32 + i] = static_cast<char>(sum & 0xFF);
    carry = sum >> 8;
  }
  EXPECT_EQ(carry, 0);
  EXPECT_FALSE(VerifyEd25519("", signature, Bytes(one.public_key)));
}

}  // namespace
}  // namespace tollpass
