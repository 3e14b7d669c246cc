#ifndef TOLLPASS_TESTS_SIMULATION_STRAND_H_
#define TOLLPASS_TESTS_SIMULATION_STRAND_H_

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace tollpass::simulation {

/// A job that can stop in the middle and be gone on with. It has a thread of its own, of which and
/// its owner exactly one runs at any time, so that nothing depends on a scheduler.
class Strand {
 public:
  Strand() = default;
  Strand(const Strand&) = delete;
  Strand& operator=(const Strand&) = delete;
  /// The job must have ended.
  ~Strand();

  /// Takes a job, which Resume begins.
  void Start(std::function<void()> job);
  [[nodiscard]] bool busy() const { return static_cast<bool>(job_); }

  // Of the owner: runs the job until it yields or ends.
  void Resume();
  // Of the job: back to the owner until it resumes.
  void Yield();

 private:
  enum class Turn { kOwner, kJob, kOver };
  void Run();
  void GiveTurn(std::unique_lock<std::mutex>& lock, Turn to, Turn back);

  std::function<void()> job_;
  std::mutex mutex_;
  std::condition_variable turned_;
  Turn turn_ = Turn::kOwner;  // guarded by mutex_
  std::thread thread_;
};

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_STRAND_H_
