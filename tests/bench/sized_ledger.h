#ifndef TOLLPASS_TESTS_BENCH_SIZED_LEDGER_H_
#define TOLLPASS_TESTS_BENCH_SIZED_LEDGER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"
#include "mandates/ledger.h"

namespace tollpass::bench {

/// The rows that one finished payment leaves: two events, a call and a charge.
inline constexpr int64_t kRowsPerPayment = 4;

/// The limits of a usual payment: two per call, which are not stored, and four that add up.
std::vector<Limit> UsualLimits(int64_t now);

/// A call that no other is equal to, judged as payable.
DecidedCall UsualPayment(int64_t number, int64_t now);

/// A proof as long as one of x402.
Proof UsualProof(int64_t number, int64_t now);

/// Brings the ledger of `home`, which is made where there is none, to at least `payments` finished
/// payments: the same rows as if each had been made by itself, many to a commit.
absl::Status GrowLedger(const Home& home, int64_t payments, const Clock& clock, Random& random);

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_SIZED_LEDGER_H_
