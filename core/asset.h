#ifndef TOLLPASS_CORE_ASSET_H_
#define TOLLPASS_CORE_ASSET_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/amount.h"

namespace tollpass {

/// A token on one network, as the user's table describes it. Decimals and the EIP-712 signing
/// domain come from here and never from a server.
struct Asset {
  std::string symbol;   // "USDC"
  std::string network;  // CAIP-2
  std::string id;       // canonical: lower case for eip155 addresses
  int decimals = 0;
  std::string eip712_name;  // signing domain; empty where the network has none
  std::string eip712_version;

  friend bool operator==(const Asset&, const Asset&) = default;
};

/// "network/id", the key by which limits name an asset.
std::string AssetKey(std::string_view network, std::string_view id);

/// The form in which an asset or account id of `network` is compared: lower case for eip155.
std::string CanonicalId(std::string_view network, std::string_view id);

/// "0.01 USDC": exact, with its unit.
std::string FormatMoney(Amount amount, const Asset& asset);

/// The assets that can be paid in. A plain value; reading is thread-safe.
class AssetTable {
 public:
  /// Source of the built-in rows: x402 default assets.
  static AssetTable BuiltIn();

  /// Adds `asset`, replacing the row of the same network and id.
  /// InvalidArgument: bad network id, empty symbol or id, decimals outside [0, 36].
  absl::Status Put(Asset asset);

  /// nullptr where the table has no such asset. `id` in any letter case for eip155.
  [[nodiscard]] const Asset* Find(std::string_view network, std::string_view id) const;
  [[nodiscard]] const Asset* FindSymbol(std::string_view symbol, std::string_view network) const;
  [[nodiscard]] const std::vector<Asset>& all() const { return assets_; }

 private:
  std::vector<Asset> assets_;
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_ASSET_H_
