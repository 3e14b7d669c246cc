#include "core/network.h"

#include <gtest/gtest.h>

namespace tollpass {
namespace {

TEST(NetworkId, IsACaip2Id) {
  for (const char* id :
       {"eip155:1", "eip155:84532", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "casper:casper-test",
        "kaspa:testnet-10", "abc:x", "a-b-c:A_b-9", "abcdefgh:12345678901234567890123456789012"}) {
    EXPECT_TRUE(IsNetworkId(id)) << id;
  }
}

TEST(NetworkId, HasOneSpelling) {
  for (const char* id : {"EIP155:084532",
                         "EIP155:84532",
                         "Eip155:84532",
                         "eip155:084532",
                         "eip155:0",
                         "eip155:0x1",
                         "eip155:8 4532",
                         "eip155:",
                         "eip155",
                         ":84532",
                         "",
                         ":",
                         "eip155:1:2",
                         " eip155:1",
                         "eip155:1 ",
                         "eip155:+1",
                         "eip155:-1",
                         "eip155:1.0",
                         "ab:x",
                         "abcdefghi:x",
                         "abc:",
                         "abc:x/y",
                         "abc:123456789012345678901234567890123",
                         "abc:\xC3\xA9",
                         "solana:a b"}) {
    EXPECT_FALSE(IsNetworkId(id)) << id;
    EXPECT_EQ(Eip155ChainId(id), std::nullopt) << id;
  }
}

TEST(NetworkId, TellsFamilyAndChain) {
  EXPECT_EQ(NetworkFamily("eip155:84532"), "eip155");
  EXPECT_EQ(NetworkFamily("base-sepolia"), "");
  EXPECT_EQ(Eip155ChainId("eip155:84532"), 84532U);
  EXPECT_EQ(Eip155ChainId("eip155:18446744073709551615"), 18446744073709551615U);
  EXPECT_EQ(Eip155ChainId("eip155:18446744073709551616"), std::nullopt);
  EXPECT_EQ(Eip155ChainId("solana:1"), std::nullopt);
}

TEST(NetworkClass, IsMainUnlessTheNetworkIsKnownToBeForTests) {
  for (const char* id :
       {"eip155:84532", "eip155:11155111", "eip155:421614", "eip155:80002", "eip155:43113",
        "eip155:11124", "eip155:1328", "eip155:324705682", "eip155:2201", "eip155:31337",
        "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1", "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",
        "casper:casper-test", "kaspa:testnet-10"}) {
    EXPECT_EQ(ClassOf(id), NetworkClass::kTest) << id;
  }
  for (const char* id :
       {"eip155:1", "eip155:8453", "eip155:137", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp",
        "casper:casper", "kaspa:mainnet", "eip155:845320", "eip155:8453 2", "EIP155:84532",
        "eip155:084532", "made-up:testnet", ""}) {
    EXPECT_EQ(ClassOf(id), NetworkClass::kMain) << id;
  }
  EXPECT_EQ(ClassName(NetworkClass::kTest), "testnet");
  EXPECT_EQ(ClassName(NetworkClass::kMain), "mainnet");
}

}  // namespace
}  // namespace tollpass
