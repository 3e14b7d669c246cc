#ifndef TOLLPASS_SAMPLES_PAID_SERVER_STORED_RESULTS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_STORED_RESULTS_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/status.h"
#include "samples/paid_server/state_file.h"

namespace tollpass::samples {

/// What was delivered for a payment, so that the same payment gets the same result again.
struct Delivery {
  std::string call;        // digest of tool and arguments
  std::string identifier;  // payment identifier; may be empty
  std::string terms;       // what the identifier is bound to
  nlohmann::json result;
};

/// Deliveries by claim: the digest of the signed payload. Not thread-safe.
class StoredResults {
 public:
  /// Deliveries of earlier processes are taken from `state`.
  explicit StoredResults(StateFile& state);

  /// nullptr where `claim` was never delivered for.
  [[nodiscard]] const Delivery* Find(const std::string& claim) const;

  /// True if `identifier` was used for other terms than `terms`.
  [[nodiscard]] bool Conflicts(const std::string& identifier, const std::string& terms) const;

  absl::Status Put(const std::string& claim, Delivery delivery);

 private:
  void Remember(const std::string& claim, Delivery delivery);

  StateFile& state_;
  std::map<std::string, Delivery> by_claim_;
  std::map<std::string, std::string> terms_of_;  // by identifier
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_STORED_RESULTS_H_
