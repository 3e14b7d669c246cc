#ifndef TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_CHECKS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_CHECKS_H_

#include <cstdint>
#include <string>

#include "samples/paid_server/issued_quotes.h"
#include "samples/paid_server/quote_proof.h"

namespace tollpass::samples {

/// What a proof is held against.
struct ProofFacts {
  const IssuedQuote* issued = nullptr;  // the quote that it names; nullptr if there is none
  std::string tool;                     // that is called now
  std::string args_digest;              // of the arguments of this call
  int64_t now = 0;                      // unix seconds
};

/// The first reason why `proof` does not pay for the call; empty if it does. Looks at everything
/// but signatures.
std::string FirstProofFault(const QuoteProof& proof, const ProofFacts& facts);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_CHECKS_H_
