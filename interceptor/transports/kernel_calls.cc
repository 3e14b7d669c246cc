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
  // One try may take as long as another process holds the ledger's lock.
  const Time time = time_ == nullptr ? Time::kEnough : time_();
  if (time == Time::kOver || failed_at_end_) {
    return absl::UnavailableError("there was no time left to record it");
  }
  absl::Status status = kernel_.Conclude(report);
  const bool may_work_later = absl::IsUnavailable(status);
  failed_at_end_ = may_work_later && time == Time::kEnding;
  // That another try is to come was said after the first.
  if (!status.ok() && !(may_work_later && was_told)) {
    failures_.push_back(absl::StrFormat(
        "the end of payment %s could not be recorded, so it keeps counting as unknown%s: %s",
        report.charge_id, may_work_later ? " until another try works" : "",
        std::string(status.message())));
  }
  return status;
}

void KernelCalls::GiveUp() {
  for (const Report& report : unrecorded_) {
    failures_.push_back(absl::StrFormat(
        "the end of payment %s was not recorded before this ended, so it keeps counting as unknown "
        "and the same call again is a repeat of it",
        report.charge_id));
  }
  unrecorded_.clear();
}

std::vector<std::string> KernelCalls::TakeFailures() { return std::exchange(failures_, {}); }

}  // namespace tollpass
