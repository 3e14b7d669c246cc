#ifndef TOLLPASS_TESTS_BENCH_FLOOR_LANES_H_
#define TOLLPASS_TESTS_BENCH_FLOOR_LANES_H_

#include <memory>
#include <string>

#include "tests/bench/lane.h"

namespace tollpass::bench {

/// The parts that no payer can do without, measured beside it:
///   commit  one row in SQLite, write-ahead log, synchronous=FULL, in a file of `folder`
///   sign    one EIP-712 digest, signed with secp256k1
///   parse   the demand, read once as JSON
/// What follows from promises that not every payer makes:
///   rows      the rows of a charge in a ledger, in one commit; see bare_rows.h
///   handover  a job for a thread that waits, and its end told to a loop that waits in poll()
/// nullptr for another name.
std::unique_ptr<Lane> MakeFloorLane(const std::string& job, const std::string& folder);

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_FLOOR_LANES_H_
