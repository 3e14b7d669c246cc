#ifndef TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_FAULTS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_FAULTS_H_

#include <nlohmann/json.hpp>

#include "samples/paid_server/ed25519_key.h"
#include "samples/paid_server/faults.h"
#include "samples/paid_server/quote_documents.h"

namespace tollpass::samples {

/// `quote` with the members that `faults` spoil.
Quote Spoiled(Quote quote, const Faults& faults);

/// `quote` signed by `key`, or as `faults` say.
nlohmann::json SignQuote(const Quote& quote, const Ed25519Key& key, const Faults& faults);
nlohmann::json SignReceipt(const QuoteReceipt& receipt, const Ed25519Key& key,
                           const Faults& faults);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_QUOTE_FAULTS_H_
