#ifndef TOLLPASS_TESTS_SIMULATION_USER_H_
#define TOLLPASS_TESTS_SIMULATION_USER_H_

#include <functional>
#include <string>
#include <vector>

#include "core/order.h"
#include "tests/simulation/chain.h"
#include "tests/simulation/machine.h"
#include "tests/simulation/rules.h"
#include "tests/simulation/witness.h"

namespace tollpass::simulation {

/// The user: edits the policy file and gives orders, each by a process of its own, as the command
/// line does, and none while the one before is not done.
class User {
 public:
  User(Machine& machine, Chain& chain, Dice& dice, Witness& witness, Rules rules);

  [[nodiscard]] bool busy() const { return machine_.Lives(busy_with_); }
  [[nodiscard]] const Rules& rules() const { return rules_; }
  void Edit(const Rules& rules);
  /// Signs what the section says today, for `uses` payments: two or more, because a mandate for one
  /// also answers what is always asked.
  void Allow(const std::string& section, int64_t uses);
  void Pause();
  void Resume();
  void RevokeOne();
  /// Answers a question that waits: `yes` or no.
  void AnswerOne(bool yes);
  /// Says of a charge that it did not settle, where that is true and can be known.
  void ReconcileOne();

 private:
  /// `may_be`: from now on it may have been carried out; `taken`: it was.
  void Give(Order order, std::function<void()> may_be, std::function<void()> taken);

  Machine& machine_;
  Chain& chain_;
  Dice& dice_;
  Witness& witness_;
  Rules rules_;
  SimRandom random_{2};
  std::vector<std::string> mandates_;
  int busy_with_ = 0;  // process that carries out an order
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_USER_H_
