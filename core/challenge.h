#ifndef TOLLPASS_CORE_CHALLENGE_H_
#define TOLLPASS_CORE_CHALLENGE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/reason.h"

namespace tollpass {

/// Bounds on what a server may send; more is `challenge_too_large` or `too_many_offers`.
inline constexpr size_t kMaxChallengeBytes = 64 * 1024;
inline constexpr size_t kMaxOffers = 32;
inline constexpr int kMaxJsonDepth = 32;

/// One way to pay, as the server wrote it. All fields are untrusted text.
struct Offer {
  std::string scheme;   // "exact"
  std::string network;  // CAIP-2 (a dialect maps older names)
  std::string amount;   // atomic units, decimal digits, not yet checked
  std::string asset;
  std::string pay_to;
  int64_t timeout_seconds = 0;
  std::string extra;             // JSON object text, owned by the scheme; may be empty
  std::string verbatim;          // the entry's exact JSON text, to echo
  std::optional<Reason> defect;  // the dialect could not read it: refused, others may be good
};

/// What a server asks, taken out of its envelope by a dialect.
struct Challenge {
  std::string dialect;  // name of the dialect that read it: "x402-v2"
  std::vector<Offer> offers;
  std::string resource;  // exact JSON text to echo; may be empty
  std::string resource_url;
  std::string extensions;        // exact JSON text to echo; may be empty
  std::string server_text;       // the server's own words: for the user's log only
  std::optional<Reason> defect;  // recognised as a payment message but not payable
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_CHALLENGE_H_
