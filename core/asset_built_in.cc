#include <array>
#include <string_view>

#include "core/asset.h"

namespace tollpass {
namespace {

struct Row {
  std::string_view symbol;
  std::string_view network;
  std::string_view id;  // lower case
  int decimals;
  std::string_view name;
  std::string_view version;
};

/// Source: the default assets of the x402 EVM mechanism (npm @x402/evm 2.27.0). The signing name
/// differs from chain to chain for the same coin.
constexpr std::array<Row, 15> kRows = {{
    {"USDC", "eip155:84532", "0x036cbd53842c5426634e7929541ec2318f3dcf7e", 6, "USDC", "2"},
    {"USDC", "eip155:421614", "0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d", 6, "USD Coin", "2"},
    {"USDC", "eip155:1", "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48", 6, "USD Coin", "2"},
    {"USDC", "eip155:8453", "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913", 6, "USD Coin", "2"},
    {"USDC", "eip155:137", "0x3c499c542cef5e3811e1192ce70d8cc03d5c3359", 6, "USD Coin", "2"},
    {"USDC", "eip155:42161", "0xaf88d065e77c8cc2239327c5edb3a432268e5831", 6, "USD Coin", "2"},
    {"USDC", "eip155:43114", "0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e", 6, "USD Coin", "2"},
    {"USDC", "eip155:143", "0x754704bc059f8c67012fed69bc8a327a5aafb603", 6, "USDC", "2"},
    {"USDC", "eip155:42220", "0xceba9300f2b948710d2653dd7b07f33a8b32118c", 6, "USDC", "2"},
    {"USDC", "eip155:50", "0xfa2958cb79b0491cc627c1557f441ef849ca8eb1", 6, "USDC", "2"},
    {"USDC", "eip155:1329", "0xe15fc38f6d8c56af07bbcbe3baf5708a2bf42392", 6, "USDC", "2"},
    {"USDT0", "eip155:14", "0xe7cd86e13ac4309349f30b3435a9d337750fc82d", 6, "USD\u20AE0", "1"},
    {"USDT0", "eip155:988", "0x779ded0c9e1022225f8e0630b35a9b54be713736", 6, "USDT0", "1"},
    {"MegaUSD", "eip155:4326", "0xfafddbb3fc7688494971a79cc65dca3ef82079e7", 18, "MegaUSD", "1"},
    {"MUSD", "eip155:31612", "0xdd468a1ddc392dcdbef6db6e34e89aa338f9f186", 18, "Mezo USD", "1"},
}};

}  // namespace

AssetTable AssetTable::BuiltIn() {
  AssetTable table;
  table.assets_.reserve(kRows.size());
  for (const Row& row : kRows) {
    table.assets_.push_back(Asset{.symbol = std::string(row.symbol),
                                  .network = std::string(row.network),
                                  .id = std::string(row.id),
                                  .decimals = row.decimals,
                                  .eip712_name = std::string(row.name),
                                  .eip712_version = std::string(row.version)});
  }
  return table;
}

}  // namespace tollpass
