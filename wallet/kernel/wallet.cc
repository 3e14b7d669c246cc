#include "wallet/kernel/wallet.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/network.h"
#include "core/status.h"

namespace tollpass {

Wallet::Wallet(std::string keys_folder) : schemes_(MakeSchemes()), keys_(std::move(keys_folder)) {}

const Scheme* Wallet::Find(std::string_view scheme, std::string_view network) const {
  const auto found = std::find_if(
      schemes_.begin(), schemes_.end(),
      [&](const std::unique_ptr<const Scheme>& known) { return known->Handles(scheme, network); });
  return found == schemes_.end() ? nullptr : found->get();
}

std::variant<Terms, Reason> Wallet::Read(const Offer& offer, const AssetTable& assets) const {
  if (offer.defect) {
    return *offer.defect;
  }
  if (!IsNetworkId(offer.network)) {
    return Reason::kBadNetwork;
  }
  const Scheme* scheme = Find(offer.scheme, offer.network);
  if (scheme == nullptr) {
    return Reason::kSchemeUnknown;
  }
  const Asset* asset = assets.Find(offer.network, offer.asset);
  if (asset == nullptr) {
    return Reason::kAssetUnknown;
  }
  return scheme->Read(offer, *asset);
}

absl::StatusOr<std::string> Wallet::PayerOn(std::string_view network) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<const SigningKey> key, keys_.ForNetwork(network));
  return key->account();
}

absl::StatusOr<SignedPayload> Wallet::Sign(const Terms& terms, const SigningInput& input) {
  const Scheme* scheme = Find(terms.scheme, terms.network);
  if (scheme == nullptr) {
    return absl::UnimplementedError(
        absl::StrFormat("this build cannot pay by scheme %s on %s", terms.scheme, terms.network));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<const SigningKey> key,
                            keys_.ForNetwork(terms.network));
  return scheme->Sign(terms, *key, input);
}

Judgement Wallet::Judge(const Terms& terms, const Receipt& receipt) const {
  const Scheme* scheme = Find(terms.scheme, terms.network);
  return scheme == nullptr ? Judgement{} : scheme->Judge(terms, receipt);
}

}  // namespace tollpass
