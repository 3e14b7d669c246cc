#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_ERRORS_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_ERRORS_H_

#include <exception>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace tollpass::python {

/// A status on its way to Python, where it becomes a TollpassError. pybind11 carries errors as C++
/// exceptions; none is thrown on the other side of this room.
class StatusError final : public std::exception {
 public:
  explicit StatusError(absl::Status status)
      : status_(std::move(status)), message_(status_.message()) {}
  [[nodiscard]] const absl::Status& status() const { return status_; }
  [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

 private:
  absl::Status status_;
  std::string message_;
};

/// Throws StatusError unless `status` is OK.
inline void ThrowUnlessOk(absl::Status status) {
  if (!status.ok()) throw StatusError(std::move(status));
}

/// The value, or a StatusError.
template <typename T>
T ValueOrThrow(absl::StatusOr<T> value) {
  ThrowUnlessOk(value.status());
  return *std::move(value);
}

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_ERRORS_H_
