#include "interceptor/transports/kernel_calls.h"

#include "absl/strings/str_format.h"

namespace tollpass {

Decision KernelCalls::Authorize(const AuthorizeRequest& request) {
  const absl::Status recorded = RecordAgain();
  if (unrecorded_.empty()) return kernel_.Authorize(request);
  // What is not recorded might make this a repeat.
  Decision undecided;
  undecided.notice =
      absl::StrFormat("a payment was not made: first the end of payment %s must be recorded: %s",
                      unrecorded_.front().charge_id, std::string(recorded.message()));
  return undecided;
}

std::string KernelCalls::Conclude(const Report& report) {
  RecordAgain().IgnoreError();
  const absl::Status status = kernel_.Conclude(report);
  if (status.ok()) return "";
  const bool may_work_later = absl::IsUnavailable(status);
  if (may_work_later) unrecorded_.push_back(report);
  return absl::StrFormat(
      "the end of payment %s could not be recorded, so it keeps counting as unknown%s: %s",
      report.charge_id, may_work_later ? " until another try works" : "",
      std::string(status.message()));
}

absl::Status KernelCalls::RecordAgain() {
  while (!unrecorded_.empty()) {
    const absl::Status status = kernel_.Conclude(unrecorded_.front());
    if (absl::IsUnavailable(status)) return status;
    unrecorded_.pop_front();
  }
  return absl::OkStatus();
}

}  // namespace tollpass
