#ifndef TOLLPASS_TESTS_SAMPLES_QUOTE_PAYER_H_
#define TOLLPASS_TESTS_SAMPLES_QUOTE_PAYER_H_

#include <nlohmann/json.hpp>
#include <string>

#include "samples/paid_server/ed25519_key.h"
#include "tests/samples/shop.h"

namespace tollpass::samples {

/// The wallet's key of the published vectors.
Ed25519Key WalletKey();

/// What the payer of a quote may choose.
struct ProofChoice {
  std::string payment_id = "pay_0123456789abcdef";
  std::string nonce = std::string(64, '7');  // hex, of the transfer
  int64_t created_at = kNow;
  int64_t valid_before = kNow + 60;
};

/// A proof that pays `quote` by its rail.
nlohmann::json PayQuote(const nlohmann::json& quote, const ProofChoice& choice = {});

/// Signs `proof` again with the wallet's key.
void SignProof(nlohmann::json& proof);

/// Signs the transfer in `proof` again.
void SignTransfer(nlohmann::json& proof);

}  // namespace tollpass::samples

#endif  // TOLLPASS_TESTS_SAMPLES_QUOTE_PAYER_H_
