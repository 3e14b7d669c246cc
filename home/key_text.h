#ifndef TOLLPASS_HOME_KEY_TEXT_H_
#define TOLLPASS_HOME_KEY_TEXT_H_

#include <string>
#include <vector>

#include "core/json/json.h"
#include "wallet/keys/key_folder.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {

/// "0x... (eip155, testnet, hot)".
std::string KeyText(const KeyDescription& key);

/// An array with family, network_class, account, file and hot of each key.
std::string KeysJson(const std::vector<KeyDescription>& keys);

/// "0x... (eip155, mainnet, sealed)", and where a retired one is kept.
std::string StoredKeyText(const StoredKey& key);

/// The members of KeysJson, and retired.
json::ObjectWriter StoredKeyJson(const StoredKey& key);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_KEY_TEXT_H_
