#ifndef TOLLPASS_CORE_NETWORK_H_
#define TOLLPASS_CORE_NETWORK_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace tollpass {

/// Test networks and main networks never share a counter, a key or a limit.
enum class NetworkClass { kTest, kMain };

/// True for a CAIP-2 id in its one canonical spelling: "namespace:reference", namespace
/// `[-a-z0-9]{3,8}`, reference `[-_a-zA-Z0-9]{1,32}`; for "eip155" the reference is decimal without
/// leading zero. Source: CAIP-2.
bool IsNetworkId(std::string_view network);

/// The CAIP-2 namespace ("eip155"), or an empty view where there is none.
std::string_view NetworkFamily(std::string_view network);

/// Chain id of an "eip155:N" network.
std::optional<uint64_t> Eip155ChainId(std::string_view network);

/// What a network belongs to. A network that is not known to be a test network is a main network.
NetworkClass ClassOf(std::string_view network);

/// "testnet" or "mainnet".
std::string_view ClassName(NetworkClass network_class);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_NETWORK_H_
