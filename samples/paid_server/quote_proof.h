#ifndef TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_PROOF_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_PROOF_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace tollpass::samples {

/// The document that pays a quote. `mandate_digest` is evidence for the payer alone; its form is
/// checked and nothing else.
struct QuoteProof {
  std::string payment_id;
  std::string quote_id;
  std::string quote_digest;
  std::string amount;
  std::string asset;
  std::string payee;
  std::string rail;
  int64_t created_at = 0;     // unix seconds
  nlohmann::json settlement;  // {"kind": the rail, …}
  std::string kid;            // of the key that is said to have signed
  std::string digest;         // of the whole document
};

/// Reads a proof: JSON without duplicate keys, at most 16 KiB and 16 levels deep, exactly the
/// members of version 1, each of its form. The signature is not verified. InvalidArgument with
/// "payment_malformed: …" or "payment_protocol_unsupported".
absl::StatusOr<QuoteProof> ReadQuoteProof(std::string_view text);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_PROOF_H_
