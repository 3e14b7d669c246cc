#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_KERNEL_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_KERNEL_H_

#include <memory>
#include <mutex>
#include <set>
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

  /// True for the first who wants to put the question `id` to the user.
  bool FirstToAsk(const std::string& id) {
    const std::lock_guard lock(mutex_);
    return asked_.insert(id).second;
  }

 private:
  ProcessBound<OpenedHome> home_;
  std::mutex mutex_;
  std::set<std::string> asked_;
};

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_KERNEL_H_
