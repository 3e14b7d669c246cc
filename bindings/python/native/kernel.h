#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_KERNEL_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_KERNEL_H_

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "bindings/cpp/open.h"
#include "bindings/python/native/process_bound.h"

namespace tollpass::python {

/// tollpass.Kernel: a home in use. Thread-safe.
class OpenKernel {
 public:
  explicit OpenKernel(std::unique_ptr<OpenedHome> home) : home_(std::move(home)) {}

  /// Throws StatusError (FailedPrecondition) in a forked child.
  [[nodiscard]] OpenedHome& Use() const { return home_.Use(); }

  /// True for the first who wants to put the question `id` to the user, and for the first of a
  /// later call (Unix milliseconds) after that failed.
  bool FirstToAsk(const std::string& id, int64_t called_at_ms) {
    const std::lock_guard lock(mutex_);
    const auto [asked, is_new] = asked_.try_emplace(id);
    std::optional<int64_t>& failed_at_ms = asked->second;
    const bool again = failed_at_ms.has_value() && *failed_at_ms < called_at_ms;
    if (again) failed_at_ms.reset();
    return is_new || again;
  }
  /// It could not be put to the user for the call of that time.
  void NotAsked(const std::string& id, int64_t called_at_ms) {
    const std::lock_guard lock(mutex_);
    asked_[id] = called_at_ms;
  }

 private:
  ProcessBound<OpenedHome> home_;
  std::mutex mutex_;
  std::map<std::string, std::optional<int64_t>> asked_;  // when asking failed, by question
};

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_KERNEL_H_
