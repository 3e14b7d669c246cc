#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_CALLS_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_CALLS_H_

#include <deque>
#include <string>

#include "wallet/kernel/kernel.h"

namespace tollpass {

/// The calls of one connection to the kernel, in their order. A report that a busy ledger or a full
/// disk did not take is tried again before every later call. Until it is recorded the kernel pays
/// nothing, and tells of each call that it is asked about whether a proof left before. One thread
/// at a time; `kernel` must outlive this.
class KernelCalls {
 public:
  explicit KernelCalls(Kernel& kernel) : kernel_(kernel) {}

  Decision Authorize(const AuthorizeRequest& request);
  /// Empty, or what the user must know: the kernel did not record it, or not yet.
  std::string Conclude(const Report& report);

  /// Tries again what was not recorded.
  void RecordAgain();
  [[nodiscard]] bool recorded_all() const { return unrecorded_.empty(); }

 private:
  Kernel& kernel_;
  std::deque<Report> unrecorded_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_CALLS_H_
