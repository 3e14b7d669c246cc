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

/// What an error is about.
enum class Speech {
  kSomethingElse,
  kPerhapsThePayment,  // words that a tool which handles money has too
  kThePayment,         // what the proof names, or words of payment libraries
};

/// What `answer`, the error that a server answers a proof with, is about, by the words in its
/// strings, in whatever case; names of members are none. Of each string by itself: addresses and
/// the like of `named` and words of payment libraries count alone; "payment", "settle", "402", an
/// amount and so on only beside each other or beside a word of refusal. What is too much to read is
/// perhaps about the payment. Only for calls that carried a proof: elsewhere words alone are no
/// payment.
Speech WhatIsSpokenOf(const json::Value& answer, const std::vector<std::string>& named);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_PAYMENT_WORDS_H_
