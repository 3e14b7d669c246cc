#include "tests/simulation/shrink.h"

namespace tollpass::simulation {

Setting Shorten(SimHome& home, const Setting& setting) {
  Setting shortest = setting;
  int steps = World(home, shortest).Run().steps;
  bool shorter = true;
  while (shorter) {
    shorter = false;
    for (size_t i = 0; i < shortest.faults.size(); ++i) {
      if (!shortest.faults.test(i)) continue;
      Setting without = shortest;
      without.faults.reset(i);
      const Outcome outcome = World(home, without).Run();
      // A history that fails only later is worse to read than one with a fault more.
      if (outcome.broken.empty() || outcome.steps > steps * 2) continue;
      steps = outcome.steps;
      shortest = without;
      shorter = true;
    }
  }
  return shortest;
}

}  // namespace tollpass::simulation
