#ifndef TOLLPASS_TESTS_INTERCEPTOR_SCRIPTED_KERNEL_H_
#define TOLLPASS_TESTS_INTERCEPTOR_SCRIPTED_KERNEL_H_

#include <string>

#include "core/os/file.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// A kernel for a proxy in a process of its own: it tells the test over a pipe what it is asked,
/// and, where it is slow, goes on only when the test says so.
class ScriptedKernel final : public Kernel {
 public:
  enum class Pace { kFast, kSlow };
  ScriptedKernel(Decision decision, Pace pace);

  Decision Authorize(const AuthorizeRequest& request) override;
  absl::Status Conclude(const Report& report) override;
  absl::Status Resolve(const Order& order, std::string_view signature) override;

  // For the test.

  /// One call of a slow kernel goes on.
  void GoOn() const;
  /// "authorize TOOL" or "conclude CHARGE OUTCOME answered|unanswered"; "(nothing)" after a long
  /// time without one.
  [[nodiscard]] std::string NextCall() const;
  /// NextCall for when the proxy has ended: "(nothing)" at once.
  [[nodiscard]] std::string NextCallSoFar() const;

  absl::Status conclude_status;  // what Conclude returns

 private:
  void Tell(const std::string& call) const;
  [[nodiscard]] std::string ReadCall(int64_t timeout_ms) const;

  Decision decision_;
  Pace pace_;
  os::Fd told_;
  os::Fd tell_;
  os::Fd going_on_;
  os::Fd go_on_;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_INTERCEPTOR_SCRIPTED_KERNEL_H_
