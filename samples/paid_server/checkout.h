#ifndef TOLLPASS_SAMPLES_PAID_SERVER_CHECKOUT_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_CHECKOUT_H_

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "samples/paid_server/facilitator.h"
#include "samples/paid_server/faults.h"
#include "samples/paid_server/paid_call.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/stored_results.h"

namespace tollpass::samples {

/// A payment whose form is right, for one call.
struct Purchase {
  const PaidCall& call;
  std::string_view payment_text;  // as it came
  nlohmann::json payload;         // x402 `exact`: authorization and signature
  nlohmann::json requirements;    // x402 v2: what is to be paid
  std::string claim;              // digest of what was signed: buys once
  std::string identifier;         // the payer's name for the payment; may be empty
  std::string terms;              // what the identifier is bound to
};

/// What became of a purchase.
struct Outcome {
  enum class Kind {
    kDelivered,    // `result` with its receipt
    kToolError,    // `result` is the tool's own error, and nothing was settled
    kRefused,      // `reason`, in the words of the server
    kUnavailable,  // it cannot be said whether the payment is good, or was settled
    kBroken,       // the tool broke, and nothing was settled
    kLost,         // delivered, and a fault asks that nobody is told
  };
  Kind kind;
  nlohmann::json result;
  std::string reason;
};

/// Writes what proves a settlement into the tool's result.
using AttachReceipt = std::function<void(const Settlement& settlement, nlohmann::json& result)>;

/// Takes a payment: bind its identifier, verify, claim, run the tool, settle, keep the result.
/// What was kept is given again for the same payment. Not thread-safe.
class Checkout {
 public:
  Checkout(Faults faults, Facilitator& facilitator, StoredResults& results, PaymentLog& log)
      : faults_(std::move(faults)), facilitator_(facilitator), results_(results), log_(log) {}

  /// What was delivered for `purchase.claim`: the same again for the same call, a refusal for
  /// another one. std::nullopt where nothing was.
  std::optional<Outcome> Repeat(const Purchase& purchase);

  Outcome Take(const Purchase& purchase, const AttachReceipt& attach_receipt);

 private:
  Outcome Run(const Purchase& purchase, bool bound, const AttachReceipt& attach_receipt);
  Outcome Settle(const Purchase& purchase, nlohmann::json result,
                 const AttachReceipt& attach_receipt);
  void Note(std::string_view event, const Purchase& purchase);

  Faults faults_;
  Facilitator& facilitator_;
  StoredResults& results_;
  PaymentLog& log_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_CHECKOUT_H_
