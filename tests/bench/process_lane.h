#ifndef TOLLPASS_TESTS_BENCH_PROCESS_LANE_H_
#define TOLLPASS_TESTS_BENCH_PROCESS_LANE_H_

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/lane.h"

namespace tollpass::bench {

/// A program on pipes, and a job that is done over them:
///   free   one call of the free tool
///   paid   one call of the paid tool; whatever pays is in between
///   twice  the two calls of which a paid one is made: one that is demanded for, one with a payment
///   client the program is a client that does the job itself: it gets a number on a line of its
///          input and gives the nanoseconds that it took
/// Aborts where an answer is not what it should be: numbers of a broken run are worth nothing.
class ProcessLane final : public Lane {
 public:
  ProcessLane(std::string job, std::vector<std::string> command);
  ~ProcessLane() override;
  ProcessLane(const ProcessLane&) = delete;
  ProcessLane& operator=(const ProcessLane&) = delete;

  /// Starts it; nanoseconds until its first answer: of `initialize`, or a client's "ready".
  int64_t Start();
  int64_t Once() override;
  /// What it and its descendants use now; memory of itself alone.
  [[nodiscard]] Usage Used() const;
  /// Ends it by the end of its input.
  void Stop();

 private:
  void Send(const std::string& line) const;
  std::string Receive();
  std::string Exchange(const std::string& line);
  void Expect(const std::string& answer, std::string_view words) const;

  std::string job_;
  std::vector<std::string> command_;
  pid_t child_ = -1;
  int to_child_ = -1;
  int from_child_ = -1;
  std::string received_;
  uint64_t last_id_ = 0;
};

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_PROCESS_LANE_H_
