#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_PROCESS_BOUND_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_PROCESS_BOUND_H_

#include <memory>
#include <utility>

#include "bindings/python/native/errors.h"
#include "core/os/maker_process.h"

namespace tollpass::python {

/// Owns a T for the process that made it. In a forked child every use is an error, and the T is
/// left alone instead of destroyed.
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
  [[nodiscard]] bool IsHere() const { return maker_.IsHere(); }

  /// Throws StatusError (FailedPrecondition) in another process.
  T& Use() const {
    ThrowUnlessOk(maker_.Check());
    return *value_;
  }

 private:
  std::unique_ptr<T> value_;
  os::MakerProcess maker_;
};

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_PROCESS_BOUND_H_
