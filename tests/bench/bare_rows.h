#ifndef TOLLPASS_TESTS_BENCH_BARE_ROWS_H_
#define TOLLPASS_TESTS_BENCH_BARE_ROWS_H_

#include <cstdint>
#include <string>

#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"
#include "mandates/sql/database.h"

namespace tollpass::bench {

/// Writes the rows that a charge leaves in a ledger, durably, and does nothing else: no rule or sum
/// is read, no hash computed, no file looked at, no mirror advanced. What a payment cannot leave
/// out if a charge, its sums and its event are to stand in tables.
class BareRows {
 public:
  /// Makes a ledger in `folder`, which is made if it is missing.
  explicit BareRows(const std::string& folder);

  /// One charge in one commit. Nanoseconds.
  int64_t WriteOne();

 private:
  SystemClock clock_;
  SystemRandom random_;
  sql::Database database_;
  int64_t sequence_ = 0;
};

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_BARE_ROWS_H_
