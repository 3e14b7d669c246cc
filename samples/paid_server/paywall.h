#ifndef TOLLPASS_SAMPLES_PAID_SERVER_PAYWALL_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_PAYWALL_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "samples/paid_server/facilitator.h"
#include "samples/paid_server/faults.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/price_list.h"
#include "samples/paid_server/stored_results.h"
#include "samples/paid_server/tools.h"

namespace tollpass::samples {

struct PaywallOptions {
  bool text_only = false;
  bool identifier_required = false;
  Faults faults = {};
};

/// The server half of x402 v2 over MCP: verify, run the tool, settle, answer. A payment that was
/// delivered for gets the same result again for the same call. Not thread-safe.
class Paywall {
 public:
  Paywall(PaywallOptions options, PriceList prices, Facilitator& facilitator,
          StoredResults& results, PaymentLog& log)
      : options_(std::move(options)),
        prices_(std::move(prices)),
        facilitator_(facilitator),
        results_(results),
        log_(log) {}

  /// The result of a call of the paid `tool`. `payment_text` is the JSON text of
  /// `_meta["x402/payment"]` as it came, empty if there is none. std::nullopt: a fault asks that
  /// the answer is lost.
  std::optional<nlohmann::json> Call(const Tool& tool, const nlohmann::json& arguments,
                                     std::string_view payment_text);

 private:
  /// One paid attempt whose form is right.
  struct Attempt {
    const Tool& tool;
    const nlohmann::json& arguments;
    std::string_view payment_text;
    nlohmann::json payload;
    nlohmann::json requirements;
    std::string identifier;
  };

  nlohmann::json Challenge(const Tool& tool, std::string_view error);
  std::optional<nlohmann::json> Paid(const Attempt& attempt);
  std::optional<nlohmann::json> RunAndSettle(const Attempt& attempt, Delivery delivery,
                                             const std::string& claim);

  PaywallOptions options_;
  PriceList prices_;
  Facilitator& facilitator_;
  StoredResults& results_;
  PaymentLog& log_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_PAYWALL_H_
