#ifndef TOLLPASS_CLI_KEY_TEXT_H_
#define TOLLPASS_CLI_KEY_TEXT_H_

#include <string>
#include <vector>

#include "wallet/keys/key_ring.h"

namespace tollpass {

/// "0x... (eip155, testnet, hot)".
std::string KeyText(const KeyDescription& key);

/// An array with family, network_class, account, file and hot of each key.
std::string KeysJson(const std::vector<KeyDescription>& keys);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_KEY_TEXT_H_
