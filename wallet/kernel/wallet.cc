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

std::variant<Terms, Reason> Wallet::Read(const Offer& offer, const ReadingInput& input) const {
  if (offer.defect) {
    return *offer.defect;
  }
  if (const Scheme* scheme = Find(offer.scheme, offer.network)) {
    return scheme->Read(offer, input);
  }
  return IsNetworkId(offer.network) ? Reason::kSchemeUnknown : Reason::kBadNetwork;
}

std::vector<std::string> Wallet::OnceKeys(const Terms& terms) const {
  const Scheme* scheme = Find(terms.scheme, terms.network);
  return scheme == nullptr ? std::vector<std::string>() : scheme->OnceKeys(terms);
}

absl::StatusOr<std::string> Wallet::PayerOn(std::string_view network) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<const SigningKey> key, keys_.ForNetwork(network));
  return key->account();
}

bool Wallet::SignsDocument(const Terms& terms) const {
  const Scheme* scheme = Find(terms.scheme, terms.network);
  return scheme != nullptr && scheme->signs_documents();
}

absl::Status Wallet::CheckDocumentKey(const Terms& terms) {
  return SignsDocument(terms) ? keys_.ForDocuments(terms.network).status() : absl::OkStatus();
}

absl::StatusOr<SignedPayload> Wallet::Sign(const Terms& terms, SigningInput input) {
  const Scheme* scheme = Find(terms.scheme, terms.network);
  if (scheme == nullptr) {
    return absl::UnimplementedError(
        absl::StrFormat("this build cannot pay by scheme %s on %s", terms.scheme, terms.network));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<const SigningKey> key,
                            keys_.ForNetwork(terms.network));
  std::shared_ptr<const SigningKey> document_key;
  if (scheme->signs_documents()) {
    TOLLPASS_ASSIGN_OR_RETURN(document_key, keys_.ForDocuments(terms.network));
    input.document_key = document_key.get();
  }
  return scheme->Sign(terms, *key, input);
}

std::optional<OneTimeUse> Wallet::Needs(const Terms& terms, const Proof& proof) const {
  const Scheme* scheme = Find(terms.scheme, terms.network);
  return scheme == nullptr ? std::nullopt : scheme->Needs(terms, proof);
}

Judgement Wallet::Judge(const Terms& terms, const Proof& proof, const Receipt& receipt) const {
  const Scheme* scheme = Find(terms.scheme, terms.network);
  return scheme == nullptr ? Judgement{} : scheme->Judge(terms, proof, receipt);
}

}  // namespace tollpass
