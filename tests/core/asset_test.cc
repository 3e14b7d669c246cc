#include "core/asset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/network.h"

namespace tollpass {
namespace {

constexpr const char* kBaseSepoliaUsdc = "0x036cbd53842c5426634e7929541ec2318f3dcf7e";

Asset Coin() {
  return {.symbol = "COIN",
          .network = "eip155:84532",
          .id = "0xABCDEF0000000000000000000000000000000001",
          .decimals = 8,
          .eip712_name = "Coin",
          .eip712_version = "1"};
}

TEST(AssetTable, KnowsTheCoinsThatServersAskForByDefault) {
  const AssetTable table = AssetTable::BuiltIn();
  const Asset* usdc = table.Find("eip155:84532", kBaseSepoliaUsdc);
  ASSERT_NE(usdc, nullptr);
  EXPECT_EQ(usdc->symbol, "USDC");
  EXPECT_EQ(usdc->decimals, 6);
  EXPECT_EQ(usdc->eip712_name, "USDC");
  EXPECT_EQ(usdc->eip712_version, "2");
  EXPECT_EQ(table.FindSymbol("USDC", "eip155:84532"), usdc);
  EXPECT_EQ(table.FindSymbol("USDC", "eip155:8453")->eip712_name, "USD Coin");
  EXPECT_EQ(table.FindSymbol("USDT0", "eip155:14")->eip712_name,
            "USD\xE2\x82\xAE"
            "0");
  EXPECT_EQ(table.FindSymbol("MegaUSD", "eip155:4326")->decimals, 18);
}

TEST(AssetTable, BuiltInRowsAreWellFormedAndUnique) {
  const AssetTable table = AssetTable::BuiltIn();
  std::set<std::string> keys;
  std::set<std::string> symbols;
  AssetTable copy;
  for (const Asset& row : table.all()) {
    EXPECT_TRUE(copy.Put(row).ok()) << row.symbol;
    EXPECT_EQ(row.id.size(), 42U) << row.id;
    EXPECT_EQ(row.id, CanonicalId(row.network, row.id));
    EXPECT_FALSE(row.eip712_name.empty() || row.eip712_version.empty()) << row.id;
    EXPECT_TRUE(keys.insert(AssetKey(row.network, row.id)).second) << row.id;
    EXPECT_TRUE(symbols.insert(row.symbol + "@" + row.network).second) << row.symbol;
  }
  EXPECT_EQ(copy.all(), table.all());
  EXPECT_EQ(table.all().size(), 15U);
}

TEST(CanonicalId, PutsLettersIntoLowerCaseAndLeavesEveryOtherByte) {
  std::string bytes;
  std::string lower;
  for (int byte = 0; byte < 256; ++byte) {
    const bool upper = byte >= 'A' && byte <= 'Z';
    bytes.push_back(static_cast<char>(byte));
    lower.push_back(static_cast<char>(upper ? byte + ('a' - 'A') : byte));
  }
  for (size_t from = 0; from < bytes.size(); ++from) {
    EXPECT_EQ(CanonicalId("eip155:1", bytes.substr(from)), lower.substr(from)) << from;
    EXPECT_EQ(CanonicalId("eip155:1", bytes.substr(0, from)), lower.substr(0, from)) << from;
  }
  EXPECT_EQ(CanonicalId("casper:casper-test", bytes), bytes);
}

TEST(AssetTable, FindsByNetworkAndIdInAnyLetterCase) {
  const AssetTable table = AssetTable::BuiltIn();
  EXPECT_NE(table.Find("eip155:84532", "0x036CbD53842c5426634e7929541eC2318f3dCF7e"), nullptr);
  EXPECT_EQ(table.Find("eip155:8453", kBaseSepoliaUsdc), nullptr);
  EXPECT_EQ(table.Find("EIP155:84532", kBaseSepoliaUsdc), nullptr);
  EXPECT_EQ(table.FindSymbol("usdc", "eip155:84532"), nullptr);
  EXPECT_EQ(table.Find("eip155:84532", "USDC"), nullptr);
}

TEST(AssetTable, LetterCaseCountsOutsideEip155) {
  AssetTable table;
  Asset mint = Coin();
  mint.network = "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1";
  mint.id = "4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU";
  ASSERT_TRUE(table.Put(mint).ok());
  EXPECT_NE(table.Find(mint.network, mint.id), nullptr);
  EXPECT_EQ(table.Find(mint.network, "4zmmc9srt5ri5x14gagxhahii3gnpaeerypjgzjdncdu"), nullptr);
}

TEST(AssetTable, TheUsersRowReplacesTheOneOfTheSameId) {
  AssetTable table = AssetTable::BuiltIn();
  const size_t before = table.all().size();
  ASSERT_TRUE(table.Put(Coin()).ok());
  EXPECT_EQ(table.all().size(), before + 1);
  EXPECT_EQ(table.Find("eip155:84532", Coin().id)->id,
            "0xabcdef0000000000000000000000000000000001");
  Asset changed = Coin();
  changed.id = "0xabcdef0000000000000000000000000000000001";
  changed.decimals = 9;
  ASSERT_TRUE(table.Put(changed).ok());
  EXPECT_EQ(table.all().size(), before + 1);
  EXPECT_EQ(table.Find("eip155:84532", Coin().id)->decimals, 9);
}

TEST(AssetTable, RefusesRowsThatCannotBePaidIn) {
  const auto refused = [](auto change) {
    Asset asset = Coin();
    change(asset);
    AssetTable table;
    const absl::Status status = table.Put(asset);
    EXPECT_TRUE(table.all().empty());
    return status.code() == absl::StatusCode::kInvalidArgument;
  };
  EXPECT_TRUE(refused([](Asset& asset) { asset.network = "base-sepolia"; }));
  EXPECT_TRUE(refused([](Asset& asset) { asset.symbol.clear(); }));
  EXPECT_TRUE(refused([](Asset& asset) { asset.id.clear(); }));
  EXPECT_TRUE(refused([](Asset& asset) { asset.decimals = -1; }));
  EXPECT_TRUE(refused([](Asset& asset) { asset.decimals = 37; }));
}

TEST(Money, IsWrittenExactlyAndWithItsUnit) {
  const AssetTable table = AssetTable::BuiltIn();
  const Asset& usdc = *table.Find("eip155:84532", kBaseSepoliaUsdc);
  EXPECT_EQ(FormatMoney(Amount(10'000), usdc), "0.01 USDC");
  EXPECT_EQ(FormatMoney(Amount(1), usdc), "0.000001 USDC");
  EXPECT_EQ(FormatMoney(Amount(0), usdc), "0 USDC");
}

}  // namespace
}  // namespace tollpass
