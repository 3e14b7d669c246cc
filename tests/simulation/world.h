#ifndef TOLLPASS_TESTS_SIMULATION_WORLD_H_
#define TOLLPASS_TESTS_SIMULATION_WORLD_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simulation/chain.h"
#include "tests/simulation/host.h"
#include "tests/simulation/machine.h"
#include "tests/simulation/mutants.h"
#include "tests/simulation/pipes.h"
#include "tests/simulation/proxy.h"
#include "tests/simulation/timeline.h"
#include "tests/simulation/user.h"
#include "tests/simulation/witness.h"

namespace tollpass::simulation {

/// Everything on which a history depends.
struct Setting {
  uint64_t seed = 0;
  Faults faults;
  const Mutant* mutant = nullptr;  // of the product; none: as it is
  bool tells = false;              // prints what happens
};

struct Outcome {
  std::string broken;  // the promise that was broken first, and how; empty: none was
  int steps = 0;
  uint64_t payments = 0;
  uint64_t settlements = 0;
};

/// One history: hosts, proxies, servers, a user and a chain, until all is calm again.
class World {
 public:
  World(SimHome& home, const Setting& setting);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  Outcome Run();

 private:
  /// A host with the proxy that it started, which started a server.
  struct Connection {
    std::string section;
    std::unique_ptr<Host> host;
    std::shared_ptr<Proxy> proxy;  // nullptr: it is gone
  };

  bool Happens(Fault fault, uint64_t one_in);
  void Tell(std::string_view what);
  void StartProxy(size_t place);
  Pipes::Ends EndsOf(size_t place);
  void ProxyGone(size_t place);
  /// The host closes its connection, and comes back.
  void Reconnect(size_t place);
  void UserEdits();

  void Turn();
  void HostTurn();
  void UserTurn();
  void MachineTurn();
  void RunUntil(int64_t true_ms);

  void CalmDown();
  void LastCalls();

  const Setting setting_;
  Dice dice_;
  Faults faults_;
  SimClock clock_;
  Timeline timeline_;
  Machine machine_;
  Chain chain_;
  Witness witness_;
  User user_;
  Tools tools_;
  std::vector<Connection> connections_;
  std::vector<Host*> hosts_;
  int64_t latest_error_ms_ = 0;  // how far the clock ever was ahead
  uint64_t deaths_seen_ = 0;
  int steps_ = 0;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_WORLD_H_
