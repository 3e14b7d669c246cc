#ifndef TOLLPASS_WALLET_SCHEMES_SCHEME_H_
#define TOLLPASS_WALLET_SCHEMES_SCHEME_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/statusor.h"
#include "core/asset.h"
#include "core/call.h"
#include "core/chain_sighting.h"
#include "core/challenge.h"
#include "core/proof.h"
#include "core/reason.h"
#include "core/server_identity.h"
#include "core/signing_key.h"
#include "core/terms.h"

namespace tollpass {

/// What an offer is read against; all of it is the user's or the kernel's, none the server's.
struct ReadingInput {
  const Call& call;
  const ServerEndpoint& server;  // as the user configured it; empty if it has no section
  const AssetTable& assets;
  int64_t now = 0;  // unix seconds
};

/// What a signature needs besides the terms; random and times come from the kernel.
struct SigningInput {
  Digest one_time{};         // fresh random, or the value of a dead proof that this one replaces
  int64_t now = 0;           // unix seconds
  int64_t max_validity = 0;  // seconds, at least 1: the user's bound on the server's timeout
  std::string payment_id;    // of the charge; as Proof
  // Only where signs_documents():
  std::string permission;  // the bytes that the user signed: a mandate, or the order to pay once
  const SigningKey* document_key = nullptr;
};

/// A signed payload, before a dialect wraps it.
struct SignedPayload {
  std::string payload;     // JSON text
  std::string one_time;    // as Proof; 64 hex digits of SigningInput::one_time
  int64_t dead_after = 0;  // as Proof
};

/// One payment scheme: owns `extra` and `payload`. Stateless and thread-safe.
class Scheme {
 public:
  virtual ~Scheme() = default;

  /// True for the offers that this scheme reads: "exact" on "eip155:*".
  [[nodiscard]] virtual bool Handles(std::string_view scheme, std::string_view network) const = 0;

  /// True if its proof is a document that SigningInput::document_key signs.
  [[nodiscard]] virtual bool signs_documents() const { return false; }

  /// Turns an offer into checked terms, or says why not. `payer` stays empty: the kernel sets it.
  [[nodiscard]] virtual std::variant<Terms, Reason> Read(const Offer& offer,
                                                         const ReadingInput& input) const = 0;

  /// Keys of scheme state (LedgerTransaction::State) that a payment of `terms` takes for good:
  /// where one is taken already, what `terms` came from was paid before.
  [[nodiscard]] virtual std::vector<std::string> OnceKeys(const Terms&) const { return {}; }

  /// Signs exactly `terms`, rebuilt from typed fields. InvalidArgument: terms of another scheme.
  [[nodiscard]] virtual absl::StatusOr<SignedPayload> Sign(const Terms& terms,
                                                           const SigningKey& key,
                                                           const SigningInput& input) const = 0;

  /// What to ask a chain source about `proof` of `terms`, to learn whether it settled;
  /// std::nullopt where this scheme leaves no such trace.
  [[nodiscard]] virtual std::optional<OneTimeUse> Needs(const Terms&, const Proof&) const {
    return std::nullopt;
  }

  /// What `receipt` is worth for `proof` of `terms`: at most kSigned, and an alarm where a field
  /// does not fit.
  [[nodiscard]] virtual Judgement Judge(const Terms& terms, const Proof& proof,
                                        const Receipt& receipt) const = 0;
};

/// Every scheme of this build, in the order in which they are asked. The one place to add one.
std::vector<std::unique_ptr<const Scheme>> MakeSchemes();

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_SCHEMES_SCHEME_H_
