#ifndef TOLLPASS_MANDATES_PAYMENT_RECORD_H_
#define TOLLPASS_MANDATES_PAYMENT_RECORD_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/proof.h"
#include "core/terms.h"
#include "mandates/call_story.h"
#include "mandates/signed_order.h"

namespace tollpass {

/// What the ledger can prove about one payment.
struct PaymentRecord {
  CallStory story;
  Terms terms;  // that were charged and signed
  Proof proof;  // spendable while it lives: never shown
  std::string call_key;
  std::string section_digest;
  // What the user signed to permit it: the mandate that paid with those above it, that one first,
  // or the answer to a question.
  std::vector<SignedOrder> mandates;
  std::optional<SignedOrder> approval;
  // The event by which it was charged, in its place in the chain.
  int64_t event = 0;
  int64_t event_time = 0;  // unix seconds
  std::string event_hash;  // 32 bytes
  std::string previous_hash;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_PAYMENT_RECORD_H_
