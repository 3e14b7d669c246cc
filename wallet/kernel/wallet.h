#ifndef TOLLPASS_WALLET_KERNEL_WALLET_H_
#define TOLLPASS_WALLET_KERNEL_WALLET_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "core/asset.h"
#include "core/challenge.h"
#include "core/proof.h"
#include "core/reason.h"
#include "core/terms.h"
#include "wallet/keys/key_ring.h"
#include "wallet/schemes/scheme.h"

namespace tollpass {

/// What can be paid with: the schemes of this build and the keys of a home. Knows nothing of
/// permission. Thread-safe.
class Wallet {
 public:
  explicit Wallet(std::string keys_folder);

  /// The terms of `offer`, without payer, or why it cannot be read. Token contract, decimals and
  /// signing domain are those of `input.assets`.
  [[nodiscard]] std::variant<Terms, Reason> Read(const Offer& offer,
                                                 const ReadingInput& input) const;

  /// As Scheme::OnceKeys.
  [[nodiscard]] std::vector<std::string> OnceKeys(const Terms& terms) const;

  /// The account that pays on `network`; errors as KeyRing::ForNetwork.
  absl::StatusOr<std::string> PayerOn(std::string_view network);

  /// True if a proof of `terms` is a document that names what the user signed to permit it.
  [[nodiscard]] bool SignsDocument(const Terms& terms) const;
  /// OK if the key is there that signs such a document; errors as KeyRing::ForDocuments.
  absl::Status CheckDocumentKey(const Terms& terms);

  /// Signs exactly `terms`; `input.document_key` is set here. Errors as KeyRing::ForNetwork,
  /// KeyRing::ForDocuments and Scheme::Sign.
  absl::StatusOr<SignedPayload> Sign(const Terms& terms, SigningInput input);

  /// As Scheme::Needs.
  [[nodiscard]] std::optional<OneTimeUse> Needs(const Terms& terms, const Proof& proof) const;

  /// As Scheme::Judge; no evidence for terms of a scheme that this build lacks.
  [[nodiscard]] Judgement Judge(const Terms& terms, const Proof& proof,
                                const Receipt& receipt) const;

 private:
  [[nodiscard]] const Scheme* Find(std::string_view scheme, std::string_view network) const;

  std::vector<std::unique_ptr<const Scheme>> schemes_;
  KeyRing keys_;
};

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_WALLET_H_
