#ifndef TOLLPASS_HOME_BREAKERS_H_
#define TOLLPASS_HOME_BREAKERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/reason.h"
#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// A tool that something speaks against.
struct Breaker {
  std::string server;  // section name; empty where the policy has none
  std::string server_id;
  std::string tool;
  int64_t undelivered = 0;      // as in Facts
  int64_t refused_prices = 0;   // as in Facts
  std::optional<Reason> stops;  // why it is paid nothing; std::nullopt: it still is
};

/// At `now` (unix seconds).
absl::StatusOr<std::vector<Breaker>> ReadBreakers(const Policy& policy, LedgerReader& reader,
                                                  int64_t now);

std::string BreakerLine(const Breaker& breaker);
/// The object `breaker` of docs/json.md.
std::string BreakerJson(const Breaker& breaker);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_BREAKERS_H_
