#include "core/network.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace tollpass {
namespace {

/// Source: the test networks that x402, Casper and Kaspa deployments use, and local development
/// chains. A network missing here is a main network: it needs main-network permission.
constexpr std::array<std::string_view, 17> kTestNetworks = {
    "casper:casper-net-1",                      // local NCTL chain
    "casper:casper-test",                       //
    "eip155:1328",                              // Sei Testnet
    "eip155:11124",                             // Abstract Testnet
    "eip155:2201",                              // Stable Testnet
    "eip155:31337",                             // local chains of Anvil and Hardhat
    "eip155:43113",                             // Avalanche Fuji
    "eip155:80002",                             // Polygon Amoy
    "eip155:84532",                             // Base Sepolia
    "eip155:421614",                            // Arbitrum Sepolia
    "eip155:11155111",                          // Sepolia
    "eip155:324705682",                         // SKALE Base Sepolia
    "kaspa:testnet-10",                         //
    "kaspa:testnet-11",                         //
    "kaspa:testnet-12",                         //
    "solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z",  // testnet
    "solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1",  // devnet
};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }

bool IsNamespace(std::string_view text) {
  return text.size() >= 3 && text.size() <= 8 && std::all_of(text.begin(), text.end(), [](char c) {
           return IsLower(c) || IsDigit(c) || c == '-';
         });
}

bool IsReference(std::string_view text) {
  return !text.empty() && text.size() <= 32 && std::all_of(text.begin(), text.end(), [](char c) {
    return IsLower(c) || IsUpper(c) || IsDigit(c) || c == '-' || c == '_';
  });
}

}  // namespace

bool IsNetworkId(std::string_view network) {
  const size_t colon = network.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view family = network.substr(0, colon);
  const std::string_view reference = network.substr(colon + 1);
  if (!IsNamespace(family) || !IsReference(reference)) return false;
  if (family != "eip155") return true;
  return std::all_of(reference.begin(), reference.end(), IsDigit) && reference.front() != '0';
}

std::string_view NetworkFamily(std::string_view network) {
  const size_t colon = network.find(':');
  return colon == std::string_view::npos ? std::string_view() : network.substr(0, colon);
}

std::optional<uint64_t> Eip155ChainId(std::string_view network) {
  if (!IsNetworkId(network) || NetworkFamily(network) != "eip155") return std::nullopt;
  const std::string_view digits = network.substr(network.find(':') + 1);
  uint64_t chain_id = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), chain_id);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return chain_id;
}

NetworkClass ClassOf(std::string_view network) {
  // Many are equally long and begin alike.
  const bool known = std::ranges::any_of(kTestNetworks, [&](std::string_view test) {
    return test.size() == network.size() && test.back() == network.back() && test == network;
  });
  return known ? NetworkClass::kTest : NetworkClass::kMain;
}

std::string_view ClassName(NetworkClass network_class) {
  return network_class == NetworkClass::kTest ? "testnet" : "mainnet";
}

}  // namespace tollpass
