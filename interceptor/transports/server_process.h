#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_SERVER_PROCESS_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_SERVER_PROCESS_H_

#include <cstdint>
#include <optional>
#include <utility>

#include "core/os/process.h"

namespace tollpass {

/// A stdio server's process and the way it ends: asked by the end of its input, then by SIGTERM,
/// then by SIGKILL, the last two to its whole group; what outlives it in the group goes the same
/// way. Hosts give a server 2 s before they use force; so this takes less.
/// Times are Clock::SteadyMillis. One thread.
class ServerProcess {
 public:
  explicit ServerProcess(os::Child child) : child_(std::move(child)) {}

  [[nodiscard]] os::Fd& input() { return child_.to_child(); }
  [[nodiscard]] os::Fd& output() { return child_.from_child(); }
  /// Readable when Advance has an exit to notice; -1 when it has not.
  [[nodiscard]] int exit_fd() const { return exit_code_.has_value() ? -1 : child_.exit_fd(); }

  /// It is to end. Its input is closed by the caller, once everything was written.
  void End(int64_t now_ms);
  /// The next harder step at once.
  void Hurry(int64_t now_ms);
  /// Notices that it ended and takes the steps whose time has come. Due when exit_fd is readable
  /// and at NextStep; costs a system call.
  void Advance(int64_t now_ms);
  /// When Advance is due without an event.
  [[nodiscard]] std::optional<int64_t> NextStep() const { return next_step_; }

  /// Of the process that was started; 128 + signal if one ended it.
  [[nodiscard]] std::optional<int> exit_code() const { return exit_code_; }
  /// It ended, and so did its group.
  [[nodiscard]] bool gone() const { return gone_; }

 private:
  enum class Step { kRunning, kAsked, kTerminated, kKilled };

  void Force(int64_t now_ms);
  void ClearGroup(int64_t now_ms);

  os::Child child_;
  Step step_ = Step::kRunning;
  std::optional<int64_t> next_step_;
  std::optional<int> exit_code_;
  int64_t group_deadline_ = 0;
  bool gone_ = false;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_SERVER_PROCESS_H_
