#include "bindings/cpp/bound_kernel.h"

#include <string>

#include "core/status.h"

namespace tollpass {

Decision BoundKernel::Authorize(const AuthorizeRequest& request) {
  if (maker_.IsHere()) {
    return kernel_->Authorize(request);
  }
  Decision refused;
  refused.notice = std::string(maker_.Check().message());
  return refused;
}

absl::Status BoundKernel::Conclude(const Report& report) {
  TOLLPASS_RETURN_IF_ERROR(maker_.Check());
  return kernel_->Conclude(report);
}

absl::Status BoundKernel::Resolve(const Order& order, std::string_view signature) {
  TOLLPASS_RETURN_IF_ERROR(maker_.Check());
  return kernel_->Resolve(order, signature);
}

}  // namespace tollpass
