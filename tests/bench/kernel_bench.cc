// What a payment costs inside the kernel, without messages and threads around it, over and over
// without a pause.

#include <benchmark/benchmark.h>

#include "tests/bench/paying_home.h"
#include "tests/bench/place.h"

namespace tollpass::bench {
namespace {

/// Made once: a benchmark is run several times, and what was made just now is read again each time.
PayingHome& TheHome() {
  static PayingHome home(MakeFolder());
  return home;
}

void AuthorizeCall(benchmark::State& state) {
  PayingHome& home = TheHome();
  for (auto _ : state) {
    const Decision decision = home.Authorize(home.Next());
    state.PauseTiming();
    home.Conclude(decision);
    state.ResumeTiming();
  }
}

/// What follows the answer; no host waits for it.
void ConcludeCall(benchmark::State& state) {
  PayingHome& home = TheHome();
  for (auto _ : state) {
    state.PauseTiming();
    const Decision decision = home.Authorize(home.Next());
    state.ResumeTiming();
    home.Conclude(decision);
  }
}

BENCHMARK(AuthorizeCall)->UseRealTime();
BENCHMARK(ConcludeCall)->UseRealTime();

}  // namespace
}  // namespace tollpass::bench
