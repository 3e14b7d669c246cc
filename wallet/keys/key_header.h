#ifndef TOLLPASS_WALLET_KEYS_KEY_HEADER_H_
#define TOLLPASS_WALLET_KEYS_KEY_HEADER_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/network.h"

namespace tollpass {

inline constexpr size_t kSecretSize = 32;

/// Family of the key whose signature widens; it pays on no network.
inline constexpr std::string_view kApprovalFamily = "approval";

enum class KeyKind { kSecp256k1, kEd25519 };
enum class KeyStorage { kHot, kSealed };

/// The first line of a key file; no secret. Format: wallet/keys/key_file.h.
struct KeyHeader {
  KeyKind kind = KeyKind::kSecp256k1;
  std::string family;
  NetworkClass network_class = NetworkClass::kTest;
  KeyStorage storage = KeyStorage::kHot;

  friend bool operator==(const KeyHeader&, const KeyHeader&) = default;
};

/// "tollpass-key 1 secp256k1 eip155 testnet hot".
std::string HeaderLine(const KeyHeader& header);
std::optional<KeyHeader> ParseHeaderLine(std::string_view line);

/// True if both are for the same use, hot or sealed.
bool SameUse(const KeyHeader& a, const KeyHeader& b);

/// Where the key of `header` lies in `folder`.
std::string KeyPath(std::string_view folder, const KeyHeader& header);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KEYS_KEY_HEADER_H_
