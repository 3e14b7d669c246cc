#ifndef TOLLPASS_TESTS_SIMULATION_PIPES_H_
#define TOLLPASS_TESTS_SIMULATION_PIPES_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "tests/simulation/chain.h"
#include "tests/simulation/dice.h"
#include "tests/simulation/faults.h"
#include "tests/simulation/shop.h"
#include "tests/simulation/timeline.h"

namespace tollpass::simulation {

/// The server that one proxy started, and the pipes between the two. When the proxy is gone, the
/// server still reads what is in its pipe, but nobody hears what it says; another proxy has
/// another server.
class Pipes : public std::enable_shared_from_this<Pipes> {
 public:
  /// The proxy's end. Whoever is gone hears nothing.
  struct Ends {
    std::function<void(const std::string&)> to_proxy;
    std::function<void()> server_closed;
  };

  /// All of them must outlive it; `faults` may change.
  Pipes(Timeline& timeline, Chain& chain, Dice& dice, const Faults& faults)
      : timeline_(timeline), dice_(dice), faults_(faults), shop_(chain, dice, faults) {}

  /// Before anything is sent.
  void Connect(Ends ends) { ends_ = std::move(ends); }
  void ToServer(std::string line);

 private:
  bool Happens(Fault fault, uint64_t one_in);
  void Send(int64_t& free_at_ms, std::function<void()> arrive);
  void ServerReceives(const std::string& line);

  Timeline& timeline_;
  Dice& dice_;
  const Faults& faults_;
  Shop shop_;
  Ends ends_;
  bool server_lives_ = true;
  bool server_heard_ = true;          // until the proxy reads the end of what it said
  int64_t to_server_free_at_ms_ = 0;  // when the last message will have arrived
  int64_t to_proxy_free_at_ms_ = 0;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_PIPES_H_
