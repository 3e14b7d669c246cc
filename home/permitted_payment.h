#ifndef TOLLPASS_HOME_PERMITTED_PAYMENT_H_
#define TOLLPASS_HOME_PERMITTED_PAYMENT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/approval.h"
#include "core/call.h"
#include "core/mandate_terms.h"
#include "core/terms.h"
#include "mandates/authority.h"
#include "mandates/signed_order.h"

/// Whether what the user signed permits a payment, by the documents alone. Pure.
namespace tollpass {

/// A payment as it is told by whoever made it.
struct ToldPayment {
  Call call;  // server_id and tool
  std::string call_key;
  std::string section_digest;
  Terms terms;                        // without lock, timeout and offer
  int64_t signed_at = 0;              // unix seconds
  std::optional<int64_t> dead_after;  // Proof::dead_after; std::nullopt: it never dies by itself
};

/// What of `payment` a mandate whose signature was verified does not cover: a sentence for each.
/// What was spent before, and whom the payer had pinned, is not looked at.
std::vector<std::string> NotCovered(const MandateTerms& mandate, const ToldPayment& payment);

/// What the answer to a question says apart from the payment itself.
struct ToldQuestion {
  std::string id;
  std::string reason;
  std::string also;
  std::optional<std::string> arguments;  // ShownArguments of the call; std::nullopt: kept back
};

/// Why `approval` does not permit `payment`: a sentence for each reason. Whether it was used before
/// is not looked at.
std::vector<std::string> NotApproved(const SignedOrder& approval, const ToldQuestion& question,
                                     const ToldPayment& payment, const Authority& authority);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_PERMITTED_PAYMENT_H_
