#include "tests/interceptor/scripted_kernel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "core/os/poll.h"

namespace tollpass {
namespace {

constexpr int64_t kHangGuardMs = 30'000;

const char* OutcomeName(Report::Outcome outcome) {
  switch (outcome) {
    case Report::Outcome::kDelivered:
      return "delivered";
    case Report::Outcome::kRefused:
      return "refused";
    case Report::Outcome::kLost:
      return "lost";
  }
  return "?";
}

}  // namespace

ScriptedKernel::ScriptedKernel(Decision decision, Pace pace)
    : decision_(std::move(decision)), pace_(pace) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  told_ = os::Fd(ends[0]);
  tell_ = os::Fd(ends[1]);
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  going_on_ = os::Fd(ends[0]);
  go_on_ = os::Fd(ends[1]);
}

Decision ScriptedKernel::Authorize(const AuthorizeRequest& request) {
  Tell("authorize " + request.call.tool);
  return decision_;
}

absl::Status ScriptedKernel::Conclude(const Report& report) {
  Tell("conclude " + report.charge_id + " " + OutcomeName(report.outcome) +
       (report.answered ? " answered" : " unanswered"));
  return conclude_status;
}

absl::Status ScriptedKernel::Resolve(const Order&, std::string_view) {
  return absl::UnimplementedError("no order is expected");
}

void ScriptedKernel::Tell(const std::string& call) const {
  [[maybe_unused]] const auto told = os::Write(tell_.get(), call + "\n");
  char byte = 0;
  if (pace_ == Pace::kSlow) [[maybe_unused]]
    const ssize_t count = read(going_on_.get(), &byte, 1);
}

void ScriptedKernel::GoOn() const { EXPECT_EQ(*os::Write(go_on_.get(), "x"), 1U); }

std::string ScriptedKernel::NextCall() const { return ReadCall(kHangGuardMs); }

std::string ScriptedKernel::NextCallSoFar() const { return ReadCall(0); }

std::string ScriptedKernel::ReadCall(int64_t timeout_ms) const {
  std::string call;
  while (!call.ends_with('\n')) {
    std::vector<os::Watched> watched = {{.fd = told_.get(), .want_read = true}};
    if (!os::Wait(watched, timeout_ms).ok() || !watched[0].readable) return "(nothing)";
    if (!os::Read(told_.get(), call, 1).ok()) return "(nothing)";
  }
  call.pop_back();
  return call;
}

}  // namespace tollpass
