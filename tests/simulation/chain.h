#ifndef TOLLPASS_TESTS_SIMULATION_CHAIN_H_
#define TOLLPASS_TESTS_SIMULATION_CHAIN_H_

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/simulation/dice.h"
#include "tests/simulation/sim_clock.h"

namespace tollpass::simulation {

/// A transfer that the user's key signed, as the chain sees it.
struct Transfer {
  std::string payload;  // canonical text of the scheme's JSON
  std::string nonce;
  uint64_t amount = 0;
  int64_t valid_before = 0;  // unix seconds
  std::string transaction;   // empty: not settled
};

/// The token's ledger: whoever knows a signed transfer can settle it, once for each nonce, while it
/// is valid by the time of the chain, which is true time or up to half a minute behind it.
class Chain {
 public:
  Chain(const SimClock& clock, Dice& dice) : clock_(clock), dice_(dice) {}

  std::function<void(const Transfer&)> on_settled = [](const Transfer&) {};

  /// Somebody saw a payment. Returns its place; std::nullopt where no transfer can be read, or the
  /// payer's signature is not good.
  std::optional<size_t> Learn(const nlohmann::json& payload);
  /// The transaction, new or that of before; std::nullopt: it cannot settle (any more).
  std::optional<std::string> Settle(size_t transfer);
  /// One of those that can still settle does.
  void SettleAny();

  [[nodiscard]] bool CanSettle(const Transfer& transfer) const;
  [[nodiscard]] const std::vector<Transfer>& transfers() const { return transfers_; }
  [[nodiscard]] const Transfer* Find(const std::string& payload) const;

 private:
  const SimClock& clock_;
  Dice& dice_;
  std::vector<Transfer> transfers_;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_CHAIN_H_
