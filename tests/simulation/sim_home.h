#ifndef TOLLPASS_TESTS_SIMULATION_SIM_HOME_H_
#define TOLLPASS_TESTS_SIMULATION_SIM_HOME_H_

#include <memory>
#include <string>
#include <vector>

#include "core/home.h"
#include "core/signing_key.h"
#include "tests/simulation/dice.h"
#include "tests/wallet/temp_folder.h"
#include "wallet/keys/key_ring.h"

namespace tollpass::simulation {

/// The home of all histories of one run. Its database lies on the simulated disk, and only a name
/// stands for it in the folder; policy, keys and the mirror are small files in it. A new history
/// begins with the ledger as it was made once.
class SimHome {
 public:
  SimHome();

  [[nodiscard]] const Home& home() const { return home_; }
  [[nodiscard]] const std::string& ledger_id() const { return ledger_id_; }
  [[nodiscard]] const std::string& first_image() const { return first_image_; }
  /// Signature of the user's approval key.
  [[nodiscard]] std::string Sign(const std::string& bytes) const;

  void WritePolicy(const std::string& text) const;
  /// Empty: there is none.
  [[nodiscard]] std::string Mirror() const;
  void SetMirror(const std::string& bytes) const;

 private:
  TempFolder folder_;
  Home home_;
  std::string ledger_id_;
  std::string first_image_;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_SIM_HOME_H_
