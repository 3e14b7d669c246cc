#include <algorithm>
#include <array>
#include <utility>

#include "interceptor/dialects/x402.h"

namespace tollpass {
namespace {

// Source: the network names that the x402 libraries of November 2026 map for version 1. Their table
// is closed: another name, or a CAIP-2 id in its place, is no network of version 1.
constexpr std::array<std::pair<std::string_view, std::string_view>, 26> kNetworks = {{
    {"abstract", "eip155:2741"},
    {"abstract-testnet", "eip155:11124"},
    {"avalanche", "eip155:43114"},
    {"avalanche-fuji", "eip155:43113"},
    {"base", "eip155:8453"},
    {"base-sepolia", "eip155:84532"},
    {"celo", "eip155:42220"},
    {"educhain", "eip155:41923"},
    {"ethereum", "eip155:1"},
    {"flare", "eip155:14"},
    {"iotex", "eip155:4689"},
    {"megaeth", "eip155:4326"},
    {"monad", "eip155:143"},
    {"peaq", "eip155:3338"},
    {"polygon", "eip155:137"},
    {"polygon-amoy", "eip155:80002"},
    {"sei", "eip155:1329"},
    {"sei-testnet", "eip155:1328"},
    {"sepolia", "eip155:11155111"},
    {"skale-base-sepolia", "eip155:324705682"},
    {"solana", "solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp"},
    {"solana-devnet", "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1"},
    {"solana-testnet", "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z"},
    {"stable", "eip155:988"},
    {"stable-testnet", "eip155:2201"},
    {"story", "eip155:1514"},
}};

}  // namespace

std::optional<std::string_view> X402NetworkId(std::string_view name) {
  const auto found = std::find_if(kNetworks.begin(), kNetworks.end(),
                                  [&](const auto& row) { return row.first == name; });
  if (found == kNetworks.end()) return std::nullopt;
  return found->second;
}

}  // namespace tollpass
