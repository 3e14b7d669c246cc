#ifndef TOLLPASS_TESTS_BENCH_CHARGE_LANE_H_
#define TOLLPASS_TESTS_BENCH_CHARGE_LANE_H_

#include <memory>
#include <string>
#include <vector>

#include "tests/bench/lane.h"

namespace tollpass::bench {

/// One durable charge in a ledger that holds finished payments already: begin, check four sums,
/// commit. `words`: how many payments, and where a ledger of that size is or is to be made and
/// kept; without the second one is made in `folder` and removed.
std::unique_ptr<Lane> MakeChargeLane(const std::vector<std::string>& words,
                                     const std::string& folder);

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_CHARGE_LANE_H_
