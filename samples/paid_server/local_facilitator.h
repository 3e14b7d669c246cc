#ifndef TOLLPASS_SAMPLES_PAID_SERVER_LOCAL_FACILITATOR_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_LOCAL_FACILITATOR_H_

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "samples/paid_server/facilitator.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/state_file.h"

namespace tollpass::samples {

/// Checks x402 `exact` payments on eip155 networks by EIP-3009 as a token contract would, and
/// keeps its own account of the used nonces instead of a chain. Every payer has enough money.
/// Not thread-safe.
class LocalFacilitator final : public Facilitator {
 public:
  /// Nonces settled earlier are taken from `state`; settlements are told to `log`.
  LocalFacilitator(const Clock& clock, StateFile& state, PaymentLog& log);

  absl::StatusOr<Verification> Verify(const nlohmann::json& payload,
                                      const nlohmann::json& requirements) override;
  absl::StatusOr<Settlement> Settle(const nlohmann::json& payload,
                                    const nlohmann::json& requirements) override;

 private:
  const Clock& clock_;
  StateFile& state_;
  PaymentLog& log_;
  std::set<std::string> used_;  // network, token, payer and nonce
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_LOCAL_FACILITATOR_H_
