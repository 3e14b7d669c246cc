#ifndef TOLLPASS_INTERCEPTOR_PAYMENT_WORDS_H_
#define TOLLPASS_INTERCEPTOR_PAYMENT_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.h"
#include "core/proof.h"

namespace tollpass {

/// Whom and what `proof` pays, as the server wrote it: addresses, asset, amount.
std::vector<std::string> NamedBy(const Proof& proof);

/// True if `answer`, the error that a server answers a proof with, speaks of the payment: by a word
/// for it, in whatever case, or by one of `named`. Only for calls that carried a proof: elsewhere
/// words alone are no payment.
bool SpeaksOfPayment(const json::Value& answer, const std::vector<std::string>& named);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_PAYMENT_WORDS_H_
