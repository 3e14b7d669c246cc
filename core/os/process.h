#ifndef TOLLPASS_CORE_OS_PROCESS_H_
#define TOLLPASS_CORE_OS_PROCESS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/os/file.h"

namespace tollpass::os {

/// A process, so exactly that a later one with the same number is not taken for it.
struct ProcessIdentity {
  std::string boot_id;  // of the running kernel
  uint64_t pid_namespace = 0;
  int64_t pid = 0;
  uint64_t start_time = 0;  // clock ticks after boot

  friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

/// This process.
ProcessIdentity ThisProcess();

/// This process's number alone; cheap enough for every call.
int64_t ProcessNumber();

/// False only if `process` is certainly gone: another boot, or its number is free, reused, or kept
/// by a zombie in this pid namespace. A foreign namespace counts as living.
bool IsAlive(const ProcessIdentity& process);

/// Those two as an argument: a simulation has several processes in one. Thread-safe.
class Processes {
 public:
  virtual ~Processes() = default;
  [[nodiscard]] virtual ProcessIdentity Self() const = 0;
  [[nodiscard]] virtual bool IsAlive(const ProcessIdentity& process) const = 0;
};

/// This process among those of the machine.
class SystemProcesses final : public Processes {
 public:
  [[nodiscard]] ProcessIdentity Self() const override { return ThisProcess(); }
  [[nodiscard]] bool IsAlive(const ProcessIdentity& process) const override {
    return os::IsAlive(process);
  }
};

/// Name of the operating-system user, or "uid:N".
std::string UserName();

std::optional<std::string> Environment(std::string_view name);

/// `$HOME`, else what the user database says: hosts start programs with few variables. Empty if
/// nobody knows.
std::string HomeFolder();

/// Forbids core dumps and reading of this process's memory by others.
void ForbidDumps();

/// From here on memory that was freed is kept for the next use, up to 2 MiB for each thread: a
/// thread that gives it back after each payment has the system clear it again for the next one.
/// Call it before the first thread. Does nothing with another C library than glibc.
void KeepFreedMemory();

/// How to start a child: in a process group of its own, with pipes at its stdin and stdout, default
/// signals, and our stderr. No other descriptor of ours stays open in it.
struct ChildOptions {
  std::vector<std::string> argv = {};           // argv[0] absolute, or found along PATH
  std::string cwd = {};                         // empty: this process's
  std::map<std::string, std::string> env = {};  // added to this process's environment
  std::vector<std::string> withheld = {};       // names that are not passed on; "X_*": all with X_
};

class Child {
 public:
  /// NotFound or PermissionDenied with the program where it cannot be started. The child dies when
  /// the calling thread ends (Linux ties PDEATHSIG to it): call from the main thread.
  static absl::StatusOr<Child> Start(const ChildOptions& options);

  Child(Child&&) noexcept = default;
  Child& operator=(Child&&) noexcept = default;

  /// Our ends; non-blocking.
  Fd& to_child() { return to_child_; }
  Fd& from_child() { return from_child_; }
  /// Becomes readable when the child has ended.
  [[nodiscard]] int exit_fd() const { return pid_fd_.get(); }

  /// To every process of the child's group; 0 only asks. False: nobody is left in it.
  bool SignalGroup(int signal) const;
  /// Exit code, or 128 + signal; std::nullopt while it runs.
  std::optional<int> TryWait();
  int Wait();

 private:
  Child() = default;

  int64_t pid_ = 0;
  std::optional<int> exit_code_;
  Fd to_child_;
  Fd from_child_;
  Fd pid_fd_;
};

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_PROCESS_H_
