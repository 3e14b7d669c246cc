#ifndef TOLLPASS_SAMPLES_PAID_SERVER_FACILITATOR_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_FACILITATOR_H_

#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/statusor.h"

namespace tollpass::samples {

/// Whether a payment would be good. `invalid_reason` is one of x402's codes, or empty.
struct Verification {
  bool valid = false;
  std::string invalid_reason;
  std::string payer;
};

/// What became of a payment. `error_reason` is one of x402's codes, or empty.
struct Settlement {
  bool success = false;
  std::string error_reason;
  std::string transaction;  // empty if it failed
  std::string network;
  std::string payer;
};

/// The party that checks payments and brings them to a chain. `payload` and `requirements` are
/// x402 v2 objects of the scheme `exact`. Errors: Unavailable where it cannot say.
class Facilitator {
 public:
  virtual ~Facilitator() = default;
  virtual absl::StatusOr<Verification> Verify(const nlohmann::json& payload,
                                              const nlohmann::json& requirements) = 0;
  virtual absl::StatusOr<Settlement> Settle(const nlohmann::json& payload,
                                            const nlohmann::json& requirements) = 0;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_FACILITATOR_H_
