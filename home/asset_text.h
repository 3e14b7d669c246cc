#ifndef TOLLPASS_HOME_ASSET_TEXT_H_
#define TOLLPASS_HOME_ASSET_TEXT_H_

#include <string>
#include <string_view>

#include "core/asset.h"

namespace tollpass {

/// What a person has to know of an asset whose name and decimals only the policy file says:
/// "0x... with 6 decimals, as the policy file says". Empty for a row of the built-in table.
std::string AssetOrigin(const Asset& asset);

/// "0x... on eip155:8453" for a pinned payee, which is an AssetKey(network, payee).
std::string PinText(std::string_view pin);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_ASSET_TEXT_H_
