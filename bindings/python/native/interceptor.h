#ifndef TOLLPASS_BINDINGS_PYTHON_NATIVE_INTERCEPTOR_H_
#define TOLLPASS_BINDINGS_PYTHON_NATIVE_INTERCEPTOR_H_

#include <cstdint>
#include <memory>
#include <utility>

#include "bindings/python/native/process_bound.h"
#include "core/clock.h"
#include "interceptor/interceptor.h"

namespace tollpass::python {

/// tollpass.Interceptor. It has a clock of its own, because Python objects end in any order.
class OwnedInterceptor {
 public:
  explicit OwnedInterceptor(InterceptorOptions options)
      : one_(std::make_unique<Interceptor>(std::move(options), clock_)) {}

  /// Throws StatusError (FailedPrecondition) in a forked child.
  [[nodiscard]] Interceptor& Use() const { return one_.Use(); }
  [[nodiscard]] int64_t NowMs() const { return clock_.SteadyMillis(); }

 private:
  SystemClock clock_;
  ProcessBound<Interceptor> one_;
};

}  // namespace tollpass::python

#endif  // TOLLPASS_BINDINGS_PYTHON_NATIVE_INTERCEPTOR_H_
