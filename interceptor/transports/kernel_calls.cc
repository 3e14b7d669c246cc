#include "interceptor/transports/kernel_calls.h"

#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass {

Decision KernelCalls::Authorize(const AuthorizeRequest& request) {
  const absl::Status recorded = RecordAgain();
  // While something is not recorded the kernel pays nothing, and it alone can tell whether an equal
  // call was left unanswered before.
  Decision decision = kernel_.Authorize(request);
  if (!recorded.ok() && decision.kind == DecisionKind::kUnavailable) {
    decision.notice =
        absl::StrFormat("a payment was not made: first the end of payment %s must be recorded: %s",
                        unrecorded_.front().charge_id, std::string(recorded.message()));
  }
  return decision;
}

void KernelCalls::Conclude(const Report& report) {
  RecordAgain().IgnoreError();
  if (absl::IsUnavailable(Tell(report, false))) unrecorded_.push_back(report);
}

absl::Status KernelCalls::RecordAgain() {
  while (!unrecorded_.empty()) {
    absl::Status status = Tell(unrecorded_.front(), true);
    if (absl::IsUnavailable(status)) return status;
    unrecorded_.pop_front();
  }
  return absl::OkStatus();
}

absl::Status KernelCalls::Tell(const Report& report, bool was_told) {
  absl::Status status = kernel_.Conclude(report);
  const bool may_work_later = absl::IsUnavailable(status);
  // That another try is to come was said after the first.
  if (!status.ok() && !(may_work_later && was_told)) {
    failures_.push_back(absl::StrFormat(
        "the end of payment %s could not be recorded, so it keeps counting as unknown%s: %s",
        report.charge_id, may_work_later ? " until another try works" : "",
        std::string(status.message())));
  }
  return status;
}

std::vector<std::string> KernelCalls::TakeFailures() { return std::exchange(failures_, {}); }

}  // namespace tollpass
