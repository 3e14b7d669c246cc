#include "interceptor/transports/kernel_calls.h"

#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass {

Decision KernelCalls::Authorize(const AuthorizeRequest& request) {
  RecordAgain();
  // While something is not recorded the kernel pays nothing, and it alone can tell whether an equal
  // call was left unanswered before.
  return kernel_.Authorize(request);
}

void KernelCalls::Conclude(const Report& report) {
  RecordAgain();
  if (!Tell(report, false)) unrecorded_.push_back(report);
}

void KernelCalls::RecordAgain() {
  while (!unrecorded_.empty() && Tell(unrecorded_.front(), true)) unrecorded_.pop_front();
}

bool KernelCalls::Tell(const Report& report, bool was_told) {
  const absl::Status status = kernel_.Conclude(report);
  const bool may_work_later = absl::IsUnavailable(status);
  // That another try is to come was said after the first.
  if (!status.ok() && !(may_work_later && was_told)) {
    failures_.push_back(absl::StrFormat(
        "the end of payment %s could not be recorded, so it keeps counting as unknown%s: %s",
        report.charge_id, may_work_later ? " until another try works" : "",
        std::string(status.message())));
  }
  return !may_work_later;
}

std::vector<std::string> KernelCalls::TakeFailures() { return std::exchange(failures_, {}); }

}  // namespace tollpass
