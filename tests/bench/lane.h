#ifndef TOLLPASS_TESTS_BENCH_LANE_H_
#define TOLLPASS_TESTS_BENCH_LANE_H_

#include <cstdint>
#include <string>

namespace tollpass::bench {

/// One of the things that are measured in turn. One thread.
class Lane {
 public:
  virtual ~Lane() = default;
  /// Does the job once; nanoseconds of wall time.
  virtual int64_t Once() = 0;
};

/// What a process uses.
struct Usage {
  int64_t cpu_ns = 0;   // time on a processor so far
  int64_t rss_kib = 0;  // resident
  int64_t pss_kib = 0;  // the same, pages that others map too counted in part
};

/// Nanoseconds of a clock that never goes back.
int64_t NowNs();

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_LANE_H_
