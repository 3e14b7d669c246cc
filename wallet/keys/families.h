#ifndef TOLLPASS_WALLET_KEYS_FAMILIES_H_
#define TOLLPASS_WALLET_KEYS_FAMILIES_H_

#include <array>
#include <string_view>

#include "core/network.h"
#include "wallet/keys/key_header.h"

namespace tollpass {

/// A network family whose payments can be signed, and the curve of its keys.
struct KeyFamily {
  std::string_view name;  // CAIP-2 namespace
  KeyKind kind = KeyKind::kSecp256k1;
};

/// Every family of this build. The one place to add one.
inline constexpr std::array<KeyFamily, 1> kKeyFamilies = {{
    {"eip155", KeyKind::kSecp256k1},
}};

/// The family of that name, or null.
constexpr const KeyFamily* FindFamily(std::string_view name) {
  for (const KeyFamily& family : kKeyFamilies) {
    if (family.name == name) {
      return &family;
    }
  }
  return nullptr;
}

inline constexpr std::array kNetworkClasses = {NetworkClass::kTest, NetworkClass::kMain};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_FAMILIES_H_
