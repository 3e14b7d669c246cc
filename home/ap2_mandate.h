#ifndef TOLLPASS_HOME_AP2_MANDATE_H_
#define TOLLPASS_HOME_AP2_MANDATE_H_

#include <string>
#include <vector>

#include "mandates/ledger_reader.h"

namespace tollpass {

/// A mandate in the words of AP2.
struct Ap2Mandate {
  std::string document;             // JSON
  std::vector<std::string> losses;  // what AP2 cannot say, or says otherwise: a sentence each
};

/// The claims of an AP2 open payment mandate (`vct` "mandate.payment.open.1"), unsigned. Where AP2
/// has words for a value, they are used as far as they say no more than the mandate; what they do
/// not say stands in constraints of types `tollpass.*`, which a verifier that does not know them
/// must refuse. Every difference is named. Source: AP2, April 2026.
Ap2Mandate Ap2MandateOf(const MandateRow& row);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_AP2_MANDATE_H_
