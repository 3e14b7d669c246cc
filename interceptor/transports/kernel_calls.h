#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_CALLS_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_CALLS_H_

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// The calls of one connection to the kernel, in their order. A report that a busy ledger or a full
/// disk did not take is tried again before every later call, so that the user hears what becomes of
/// it; the kernel pays nothing before it is recorded. One thread at a time; `kernel` must outlive
/// this.
class KernelCalls {
 public:
  /// Whether the end has come, after which no call is begun when the time is over; asked before
  /// each try.
  enum class Time { kEnough, kEnding, kOver };

  explicit KernelCalls(Kernel& kernel, std::function<Time()> time = nullptr)
      : kernel_(kernel), time_(std::move(time)) {}

  Decision Authorize(const AuthorizeRequest& request);
  void Conclude(const Report& report);
  /// Tries again what was not recorded. Unavailable: some of it still is not, with the reason.
  absl::Status RecordAgain();

  /// Nothing is tried any more: what is not recorded is told as a failure. The ledger finds out
  /// that those calls ended when this process is gone.
  void GiveUp();

  /// What the user must know since the last time: reports that were not recorded, or not yet.
  std::vector<std::string> TakeFailures();
  [[nodiscard]] bool recorded_all() const { return unrecorded_.empty(); }

 private:
  /// What the kernel says to `report`. Unavailable: it is to be told again, or no time is left.
  absl::Status Tell(const Report& report, bool was_told);

  Kernel& kernel_;
  const std::function<Time()> time_;
  bool failed_at_end_ = false;  // a try that began in Time::kEnding
  std::deque<Report> unrecorded_;
  std::vector<std::string> failures_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_CALLS_H_
