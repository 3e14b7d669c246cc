#ifndef TOLLPASS_TESTS_SIMULATION_SHOP_H_
#define TOLLPASS_TESTS_SIMULATION_SHOP_H_

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/simulation/chain.h"
#include "tests/simulation/dice.h"
#include "tests/simulation/faults.h"

namespace tollpass::simulation {

/// Every text that a payment message carries begins with it: the host must never see one.
inline constexpr std::string_view kCanary = "canary";

/// An MCP server that sells tools and behaves as the dice say: "search" and "deep" cost money, and
/// "free" does not. What it was paid for it remembers.
class Shop {
 public:
  /// What it does about one message.
  struct Reaction {
    std::vector<std::string> answers;
    bool dies = false;
  };

  /// `faults` may change; without any it is honest.
  Shop(Chain& chain, Dice& dice, const Faults& faults)
      : chain_(chain), dice_(dice), faults_(faults) {}

  Reaction Receive(std::string_view line);

 private:
  using Json = nlohmann::ordered_json;
  bool Happens(Fault fault, uint64_t one_in);
  std::string Canary();
  Json Challenge(const std::string& tool);
  std::string Result(const Json& id, const Json& call, const Json* receipt);
  std::string Demand(const Json& id, const std::string& tool);
  std::string Refusal(const Json& id, const std::string& tool);
  std::string Paid(const Json& id, const Json& call, size_t transfer);
  Json ReceiptFor(const Transfer& transfer);

  Chain& chain_;
  Dice& dice_;
  const Faults& faults_;
  uint64_t canaries_ = 0;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_SHOP_H_
