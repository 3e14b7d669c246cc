#ifndef TOLLPASS_WALLET_KEYS_FAMILIES_H_
#define TOLLPASS_WALLET_KEYS_FAMILIES_H_

#include <array>
#include <span>
#include <string_view>

#include "core/network.h"
#include "wallet/keys/key_header.h"

namespace tollpass {

/// A network family whose payments can be signed, and the curve of its keys.
struct KeyFamily {
  std::string_view name;  // CAIP-2 namespace
  KeyKind kind = KeyKind::kSecp256k1;
};

/// Every family that pays. The one place to add one.
inline constexpr std::array<KeyFamily, 1> kKeyFamilies = {{
    {"eip155", KeyKind::kSecp256k1},
}};

/// Of no network: signs documents about payments, such as the proof for a quote.
inline constexpr KeyFamily kDocumentFamily = {"quote", KeyKind::kEd25519};

/// Every family of which a home keeps keys, beside the approval key.
inline constexpr std::array<KeyFamily, 2> kStoredFamilies = {kKeyFamilies[0], kDocumentFamily};

/// The family of that name, or null.
constexpr const KeyFamily* FindFamily(std::span<const KeyFamily> families, std::string_view name) {
  for (const KeyFamily& family : families) {
    if (family.name == name) {
      return &family;
    }
  }
  return nullptr;
}

inline constexpr std::array kNetworkClasses = {NetworkClass::kTest, NetworkClass::kMain};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_FAMILIES_H_
