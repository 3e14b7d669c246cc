#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_WORKER_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_WORKER_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "core/clock.h"
#include "core/os/poll.h"
#include "interceptor/interceptor.h"
#include "interceptor/transports/kernel_calls.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// Calls the kernel on a thread of its own, one call after the other in the order of submission, so
/// that a loop never waits for it. A report that was not recorded is tried again each second too.
/// The thread starts with the first call; where none can be had, that is done before Submit
/// returns. Used by one thread.
class KernelWorker {
 public:
  /// `kernel` and `clock` must outlive this.
  KernelWorker(Kernel& kernel, os::Wakeup done, const Clock& clock)
      : kernel_(kernel, [this] { return Left(); }), done_(std::move(done)), clock_(clock) {}
  KernelWorker(const KernelWorker&) = delete;
  KernelWorker& operator=(const KernelWorker&) = delete;
  /// As End.
  ~KernelWorker();
  /// Drops the authorisations that have not begun, carries out the reports, and reports a proof
  /// that nobody took as lost. Begins none of it 2 s after this was called, nor when one was not
  /// recorded meanwhile; so it takes 2 s and what one call of the kernel takes. Returns the
  /// failures that were not taken yet, those given up among them; nothing may be submitted after.
  std::vector<std::string> End();

  void Submit(Authorize authorize);
  void Submit(Report report);

  struct Decided {
    uint64_t ticket = 0;
    Decision decision;
  };
  struct Replies {
    std::vector<Decided> decided;
    std::vector<std::string> failures;  // reports that the kernel did not record, or not yet
  };
  /// Readable when a call came back since the last Take.
  [[nodiscard]] int fd() const { return done_.fd(); }
  /// What came back since the last time.
  Replies Take();

  /// Takes back the authorisations that have not begun: their tickets.
  std::vector<uint64_t> Withdraw();

  /// An authorisation was submitted whose decision was not taken yet.
  [[nodiscard]] bool authorizing() const;
  /// Everything that was submitted is done and taken.
  [[nodiscard]] bool idle() const;

 private:
  using Job = std::variant<Authorize, Report>;

  void Enqueue(Job job);
  void Start();
  void Run();
  /// Carries out what was submitted first, else what is to be recorded again. `lock`, of mutex_, is
  /// held again afterwards. True: there is nothing more to come.
  bool CarryNext(std::unique_lock<std::mutex>& lock);
  void Carry(const Authorize& authorize);
  void Carry(const Report& report);
  [[nodiscard]] KernelCalls::Time Left() const;
  void ConcludeUnsent(const Decision& decision);

  KernelCalls kernel_;  // of the thread alone, while it runs
  os::Wakeup done_;
  const Clock& clock_;

  mutable std::mutex mutex_;
  std::condition_variable submitted_;
  std::deque<Job> jobs_;
  Replies replies_;
  size_t authorizing_ = 0;
  bool running_ = false;
  bool stopping_ = false;
  int64_t stopped_at_ms_ = 0;  // steady
  std::thread thread_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_KERNEL_WORKER_H_
