#ifndef TOLLPASS_CORE_PROOF_H_
#define TOLLPASS_CORE_PROOF_H_

#include <cstdint>
#include <string>

#include "core/export.h"

namespace tollpass {

/// What goes on the wire for one charge. Everything a dialect needs to write it again, byte for
/// byte, is in here and was committed with the charge.
struct Proof {
  std::string dialect;     // the dialect that writes it
  std::string payload;     // scheme-owned JSON text
  std::string offer;       // echo: exact JSON text of the chosen entry
  std::string resource;    // echo; may be empty
  std::string extensions;  // echo; may be empty
  std::string payment_id;  // 16 to 128 of [A-Za-z0-9_-]; random, one per charge
  std::string one_time;    // nonce, coin or total that can settle at most once
  int64_t dead_after = 0;  // unix seconds from which it cannot settle; 0: never by itself

  friend bool operator==(const Proof&, const Proof&) = default;
};

/// How sure we are that money moved. Only kConfirmed is evidence that the payee cannot make.
enum class Evidence { kNone, kClaimed, kMatched, kSigned, kConfirmed };

/// What a server said about settlement, taken out of its envelope. Untrusted.
struct Receipt {
  bool success = false;
  std::string network;
  std::string transaction;
  std::string payer;
  std::string amount;    // atomic digits; may be empty
  std::string verbatim;  // exact JSON text
};

/// What a scheme makes of a receipt.
struct Judgement {
  Evidence evidence = Evidence::kNone;
  std::string alarm;  // empty, or what does not fit: "payer", "network", "amount"
};

/// "none", "claimed", "matched", "signed", "confirmed".
TOLLPASS_EXPORT const char* EvidenceName(Evidence evidence);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_PROOF_H_
