#ifndef TOLLPASS_SAMPLES_PAID_SERVER_STORED_RESULTS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_STORED_RESULTS_H_

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "absl/status/status.h"
#include "samples/paid_server/state_file.h"

namespace tollpass::samples {

/// What was delivered for a payment, so that the same payment gets the same result again.
struct Delivery {
  std::string call;        // digest of tool and arguments
  std::string identifier;  // the payer's name for the payment; may be empty
  std::string terms;       // what the identifier is bound to
  nlohmann::json result;
};

/// Claims (digests of what was signed), the identifiers of payments, and what was delivered for
/// them. Not thread-safe.
class StoredResults {
 public:
  enum class Binding { kNew, kSame, kConflict };

  /// Deliveries of earlier processes are taken from `state`. Unless `gives_again`, Find finds
  /// nothing: a payment that was delivered for is only known to be used.
  StoredResults(StateFile& state, bool gives_again);

  /// nullptr where `claim` was never delivered for.
  [[nodiscard]] const Delivery* Find(const std::string& claim) const;

  /// Binds `identifier` to `terms` unless it is bound to others; an empty one is never bound.
  Binding Bind(const std::string& identifier, const std::string& terms);
  void Unbind(const std::string& identifier) { terms_of_.erase(identifier); }

  /// Takes `claim`; false where it is taken or was delivered for.
  bool Claim(const std::string& claim);
  void ReleaseClaim(const std::string& claim) { claimed_.erase(claim); }

  absl::Status Put(const std::string& claim, const Delivery& delivery);

 private:
  void Remember(const std::string& claim, const Delivery& delivery);

  StateFile& state_;
  bool gives_again_;
  std::set<std::string> claimed_;
  std::map<std::string, Delivery> by_claim_;
  std::map<std::string, std::string> terms_of_;  // by identifier
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_STORED_RESULTS_H_
