#ifndef TOLLPASS_TESTS_SIMULATION_SHRINK_H_
#define TOLLPASS_TESTS_SIMULATION_SHRINK_H_

#include "tests/simulation/world.h"

namespace tollpass::simulation {

/// A setting with the same seed and as few faults as it takes to break a promise; among those, the
/// one with the shortest history. `setting` must break one.
Setting Shorten(SimHome& home, const Setting& setting);

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_SHRINK_H_
