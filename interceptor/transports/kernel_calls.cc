#include "interceptor/transports/kernel_calls.h"

#include "absl/strings/str_format.h"

namespace tollpass {

Decision KernelCalls::Authorize(const AuthorizeRequest& request) {
  RecordAgain();
  return kernel_.Authorize(request);
}

std::string KernelCalls::Conclude(const Report& report) {
  RecordAgain();
  const absl::Status status = kernel_.Conclude(report);
  if (status.ok()) return "";
  const bool may_work_later = absl::IsUnavailable(status);
  if (may_work_later) unrecorded_.push_back(report);
  return absl::StrFormat(
      "the end of payment %s could not be recorded, so it keeps counting as unknown%s: %s",
      report.charge_id, may_work_later ? " until another try works" : "",
      std::string(status.message()));
}

void KernelCalls::RecordAgain() {
  while (!unrecorded_.empty() && !absl::IsUnavailable(kernel_.Conclude(unrecorded_.front()))) {
    unrecorded_.pop_front();
  }
}

}  // namespace tollpass
