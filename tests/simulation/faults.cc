#include "tests/simulation/faults.h"

#include <array>

namespace tollpass::simulation {
namespace {

constexpr size_t kFaults = static_cast<size_t>(Fault::kCount);

constexpr std::array<std::string_view, kFaults> kNames = {"crash",
                                                          "power_loss",
                                                          "many_processes",
                                                          "interleaving",
                                                          "late",
                                                          "lost",
                                                          "duplicate",
                                                          "reorder",
                                                          "cancel",
                                                          "parallel",
                                                          "policy_edit",
                                                          "pause",
                                                          "ask",
                                                          "revoke",
                                                          "clock",
                                                          "refusal",
                                                          "second_challenge",
                                                          "lying_receipt",
                                                          "server_crash",
                                                          "disk_error",
                                                          "disk_full",
                                                          "busy",
                                                          "commit_in_doubt",
                                                          "reconcile",
                                                          "at_once"};

}  // namespace

Faults Of(std::initializer_list<Fault> faults) {
  Faults all;
  for (const Fault fault : faults) all.set(static_cast<size_t>(fault));
  return all;
}

std::string_view FaultName(Fault fault) { return kNames[static_cast<size_t>(fault)]; }

std::optional<Fault> FaultFromName(std::string_view name) {
  for (size_t i = 0; i < kFaults; ++i) {
    if (kNames[i] == name) return static_cast<Fault>(i);
  }
  return std::nullopt;
}

std::string FaultNames(const Faults& faults) {
  std::string names;
  for (size_t i = 0; i < kFaults; ++i) {
    if (!faults.test(i)) continue;
    if (!names.empty()) names += ",";
    names += kNames[i];
  }
  return names.empty() ? "none" : names;
}

Faults FaultsOf(uint64_t seed) {
  // Few at a time reach further than all together: each failure hides what would come after it.
  Dice dice(seed ^ 0x5eed);
  Faults faults;
  const uint64_t one_in = dice.Below(4) + 1;
  const bool calm = dice.OneIn(16);
  for (size_t i = 0; i < kFaults; ++i) {
    const bool chosen = dice.OneIn(one_in);
    faults.set(i, chosen && !calm);
  }
  return faults;
}

}  // namespace tollpass::simulation
