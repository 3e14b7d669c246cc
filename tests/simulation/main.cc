// Histories of Tollpass under everything that can go wrong: docs/simulation.md.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "tests/simulation/shrink.h"
#include "tests/simulation/sim_vfs.h"
#include "tests/simulation/world.h"

namespace tollpass::simulation {
namespace {

constexpr const char* kUsage =
    "usage: simulation --seed N [--faults a,b,...] [--mutant NAME]   one history, told\n"
    "       simulation --seeds N [--from N] [--all]                  so many, until one fails;\n"
    "                                                                all: each that fails, in a "
    "line\n"
    "       simulation --mutant NAME [--seeds N]                     until it is caught\n"
    "       simulation --list-mutants\n";

struct Flags {
  std::optional<uint64_t> seed;
  std::optional<uint64_t> seeds;
  uint64_t from = 1;
  std::optional<Faults> faults;
  const Mutant* mutant = nullptr;
  bool list_mutants = false;
  bool all = false;
};

std::optional<Faults> ReadFaults(std::string_view text) {
  Faults faults;
  if (text == "none") return faults;
  while (!text.empty()) {
    const std::string_view name = text.substr(0, text.find(','));
    const std::optional<Fault> fault = FaultFromName(name);
    if (!fault) return std::nullopt;
    faults.set(static_cast<size_t>(*fault));
    text.remove_prefix(std::min(name.size() + 1, text.size()));
  }
  return faults;
}

std::optional<Flags> ReadFlags(int argc, char** argv) {
  Flags flags;
  for (int i = 1; i < argc; ++i) {
    const std::string_view name = argv[i];
    if (name == "--list-mutants" || name == "--all") {
      (name == "--all" ? flags.all : flags.list_mutants) = true;
      continue;
    }
    if (++i == argc) return std::nullopt;
    const char* value = argv[i];
    if (name == "--seed") {
      flags.seed = std::strtoull(value, nullptr, 10);
    } else if (name == "--seeds") {
      flags.seeds = std::strtoull(value, nullptr, 10);
    } else if (name == "--from") {
      flags.from = std::strtoull(value, nullptr, 10);
    } else if (name == "--faults") {
      flags.faults = ReadFaults(value);
      if (!flags.faults) return std::nullopt;
    } else if (name == "--mutant") {
      flags.mutant = FindMutant(value);
      if (flags.mutant == nullptr) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  const bool asks = flags.seed || flags.seeds || flags.mutant != nullptr || flags.list_mutants;
  return asks ? std::optional(flags) : std::nullopt;
}

int TellOne(SimHome& home, const Flags& flags) {
  const Setting setting = {.seed = *flags.seed,
                           .faults = flags.faults.value_or(FaultsWith(flags.mutant, *flags.seed)),
                           .mutant = flags.mutant,
                           .tells = true};
  std::printf("seed %llu, faults: %s\n", static_cast<unsigned long long>(setting.seed),
              FaultNames(setting.faults).c_str());
  const Outcome outcome = World(home, setting).Run();
  std::printf("%d steps, %llu payments, %llu settled\n", outcome.steps,
              static_cast<unsigned long long>(outcome.payments),
              static_cast<unsigned long long>(outcome.settlements));
  std::printf("%s\n", outcome.broken.empty() ? "every promise held" : outcome.broken.c_str());
  return outcome.broken.empty() ? 0 : 1;
}

void TellFailure(SimHome& home, const Setting& setting, const Outcome& outcome) {
  std::printf("seed %llu: %s\n", static_cast<unsigned long long>(setting.seed),
              outcome.broken.c_str());
  if (setting.mutant != nullptr) return;
  const Setting shortest = Shorten(home, setting);
  std::printf("the shortest history that fails, again by\n  simulation --seed %llu --faults %s\n",
              static_cast<unsigned long long>(shortest.seed), FaultNames(shortest.faults).c_str());
  Setting told = shortest;
  told.tells = true;
  std::printf("%s\n", World(home, told).Run().broken.c_str());
}

/// Whether the product without the mistake keeps its promises in that history: else it tells
/// nothing about the mistake.
bool HoldsWithout(SimHome& home, Setting setting) {
  setting.mutant = nullptr;
  return World(home, setting).Run().broken.empty();
}

int RunMany(SimHome& home, const Flags& flags) {
  const uint64_t seeds = flags.seeds.value_or(2'000);
  const uint64_t step = std::max<uint64_t>(seeds / 20, 1);
  Outcome all;
  uint64_t failed = 0;
  for (uint64_t seed = flags.from; seed < flags.from + seeds; ++seed) {
    const Setting setting = {.seed = seed,
                             .faults = flags.faults.value_or(FaultsWith(flags.mutant, seed)),
                             .mutant = flags.mutant,
                             .tells = false};
    Outcome outcome = World(home, setting).Run();
    if (!outcome.broken.empty() && flags.mutant != nullptr && !HoldsWithout(home, setting)) {
      std::printf("seed %llu: broken without the mistake too\n",
                  static_cast<unsigned long long>(seed));
      outcome.broken.clear();
    }
    if (!outcome.broken.empty() && flags.all) {
      ++failed;
      std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), outcome.broken.c_str());
    } else if (!outcome.broken.empty()) {
      TellFailure(home, setting, outcome);
      return flags.mutant == nullptr ? 1 : 0;
    }
    all.steps += outcome.steps;
    all.payments += outcome.payments;
    all.settlements += outcome.settlements;
    if ((seed - flags.from + 1) % step == 0 && flags.mutant == nullptr) {
      std::printf("%llu histories, %llu payments, %llu settled: %s\n",
                  static_cast<unsigned long long>(seed - flags.from + 1),
                  static_cast<unsigned long long>(all.payments),
                  static_cast<unsigned long long>(all.settlements),
                  failed == 0 ? "every promise held"
                              : (std::to_string(failed) + " broke a promise").c_str());
      std::fflush(stdout);
    }
  }
  if (flags.mutant == nullptr) return failed == 0 ? 0 : 1;
  std::printf("the mutant was not caught\n");
  return 1;
}

int Main(int argc, char** argv) {
  const std::optional<Flags> flags = ReadFlags(argc, argv);
  if (!flags) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  if (flags->list_mutants) {
    for (const Mutant& mutant : Mutants()) {
      std::printf("%-28s %s\n", std::string(mutant.name).c_str(),
                  std::string(mutant.mistake).c_str());
    }
    return 0;
  }
  std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
  SimVfs::SpareLocks();
  SimHome home;
  return flags->seed ? TellOne(home, *flags) : RunMany(home, *flags);
}

}  // namespace
}  // namespace tollpass::simulation

int main(int argc, char** argv) { return tollpass::simulation::Main(argc, argv); }
