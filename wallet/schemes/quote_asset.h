#ifndef TOLLPASS_WALLET_SCHEMES_QUOTE_ASSET_H_
#define TOLLPASS_WALLET_SCHEMES_QUOTE_ASSET_H_

#include <optional>
#include <string>
#include <string_view>

namespace tollpass {

/// A token as quotes name it.
struct QuoteAsset {
  std::string network;  // CAIP-2
  std::string id;       // canonical
};

/// Reads "eip155:ID/erc20:0x..." (CAIP-19); std::nullopt for every other kind of asset.
std::optional<QuoteAsset> ReadQuoteAsset(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_QUOTE_ASSET_H_
