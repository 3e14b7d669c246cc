#ifndef TOLLPASS_TESTS_WALLET_SCRIPTED_CHAIN_H_
#define TOLLPASS_TESTS_WALLET_SCRIPTED_CHAIN_H_

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "wallet/chain/chain_source.h"

namespace tollpass {

/// The source of an embedding host, as a test wants it.
class ScriptedChain final : public ChainSource {
 public:
  absl::StatusOr<std::vector<absl::StatusOr<ChainAnswer>>> Ask(const std::string&,
                                                               const std::vector<OneTimeUse>& uses,
                                                               int64_t deadline_ms) override {
    ++questions;
    if (meanwhile) meanwhile();
    asked.insert(asked.end(), uses.begin(), uses.end());
    longest_ms = deadline_ms;
    if (!failure.ok()) return failure;
    std::vector<absl::StatusOr<ChainAnswer>> answers;
    for (const OneTimeUse& use : uses) {
      answers.emplace_back(ChainAnswer{used.contains(use.value), block_time, 7, "0xab"});
    }
    return answers;
  }

  absl::Status failure;
  std::function<void()> meanwhile;  // what happens while it is asked
  std::set<std::string> used;
  int64_t block_time = 0;
  int questions = 0;
  std::vector<OneTimeUse> asked;
  int64_t longest_ms = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_SCRIPTED_CHAIN_H_
