#ifndef TOLLPASS_TESTS_BENCH_PAYMENT_LANES_H_
#define TOLLPASS_TESTS_BENCH_PAYMENT_LANES_H_

#include <memory>
#include <string>

#include "tests/bench/lane.h"

namespace tollpass::bench {

/// Parts of our own of a paid call, as they are between pauses. The lane of a job; nullptr where
/// there is none.
///   demand     a demand is read and understood
///   checked    a payload of x402's exact scheme is hashed, signed, checked and written
///   authorize  the kernel pays, from the demand to the durable proof; home in `folder`. The end of
///              the payment is recorded behind it, and not measured.
std::unique_ptr<Lane> MakePaymentLane(const std::string& job, const std::string& folder);

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_PAYMENT_LANES_H_
