#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_PROCESS_BOUND_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_PROCESS_BOUND_H_

#include <cstdint>
#include <memory>
#include <utility>

#include "bindings/python/native/errors.h"
#include "core/os/process.h"

namespace tollpass::python {

/// Owns a T for the process that made it. A forked child has a copy of the memory, but neither the
/// threads nor the locks that belong to it: there every use is an error, and the T is left alone
/// instead of destroyed.
template <typename T>
class ProcessBound {
 public:
  explicit ProcessBound(std::unique_ptr<T> value) : value_(std::move(value)) {}
  ProcessBound(const ProcessBound&) = delete;
  ProcessBound& operator=(const ProcessBound&) = delete;
  ~ProcessBound() {
    if (!IsHere()) static_cast<void>(value_.release());
  }

  /// False in another process.
  [[nodiscard]] bool IsHere() const { return os::ProcessNumber() == process_; }

  /// Throws StatusError (FailedPrecondition) in another process.
  T& Use() const {
    if (!IsHere()) {
      throw StatusError(absl::FailedPreconditionError(
          "this process was forked after Tollpass was opened; what was opened there pays nothing "
          "here: call tollpass.open() in this process"));
    }
    return *value_;
  }

 private:
  std::unique_ptr<T> value_;
  int64_t process_ = os::ProcessNumber();
};

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_PROCESS_BOUND_H_
