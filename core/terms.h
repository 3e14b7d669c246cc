#ifndef TOLLPASS_CORE_TERMS_H_
#define TOLLPASS_CORE_TERMS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "core/amount.h"
#include "core/asset.h"

namespace tollpass {

/// A frozen offer, typed and checked: what is judged, charged and signed is this and nothing else.
struct Terms {
  std::string scheme;
  std::string network;               // CAIP-2
  Asset asset;                       // row of the user's table, not the server's words
  Amount charge;                     // atomic units that are spent
  Amount lock;                       // atomic units that are tied up beyond the charge
  std::string payee;                 // canonical account id
  std::string payer;                 // account of the wallet key that would sign
  std::vector<std::string> parties;  // every other account that money depends on
  int64_t timeout_seconds = 0;       // the server's limit for the proof, at least 1
  std::string binding;               // what ties the proof to this challenge; may be empty
  std::string offer;                 // exact JSON text of the entry, to echo

  friend bool operator==(const Terms&, const Terms&) = default;
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_TERMS_H_
