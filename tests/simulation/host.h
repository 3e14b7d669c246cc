#ifndef TOLLPASS_TESTS_SIMULATION_HOST_H_
#define TOLLPASS_TESTS_SIMULATION_HOST_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/simulation/dice.h"
#include "tests/simulation/sim_clock.h"
#include "tests/simulation/witness.h"

namespace tollpass::simulation {

/// A host with one connection: it makes calls, takes some back, and repeats those that it got no
/// result for.
class Host {
 public:
  Host(const SimClock& clock, Dice& dice, Witness& witness)
      : clock_(clock), dice_(dice), witness_(witness) {}

  /// Identity of the server that it is connected with; empty: none.
  std::function<std::string()> server = [] { return std::string(); };
  std::function<void(const std::string&)> send = [](const std::string&) {};

  void Call(const std::string& tool, const std::string& arguments);
  /// One more of a call that waits, if one does.
  void CallAgainInParallel();
  void CancelOne();
  /// Repeats calls that were interrupted or waited for too long.
  void RepeatSome();
  void Receive(std::string_view line);
  /// The connection is gone, and with it what was asked over it.
  void Interrupted();

  /// Two equal calls at the same time.
  void CallTwice(const std::string& tool, const std::string& arguments);
  /// Repeats each of these that got no result.
  void Insist(const std::string& arguments);
  /// Each of these calls.
  [[nodiscard]] bool HasResultsOf(const std::string& arguments) const;
  /// What the last answer without a result said.
  [[nodiscard]] const std::string& last_words() const { return last_words_; }

 private:
  enum class State { kWaits, kRests, kDone };
  struct HostCall {
    HostCall(std::string of, std::string with) : tool(std::move(of)), arguments(std::move(with)) {}

    std::string tool;
    std::string arguments;
    State state = State::kWaits;
    int64_t id = 0;
    int attempts = 0;
    int64_t sent_at_ms = 0;              // by the machine's clock
    std::string server = {};             // that it was sent to last
    std::set<std::string> servers = {};  // that it was ever sent to: a call of each
  };
  void Send(HostCall& call);

  const SimClock& clock_;
  Dice& dice_;
  Witness& witness_;
  std::vector<HostCall> calls_;
  int64_t last_id_ = 0;
  std::string last_words_;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_HOST_H_
