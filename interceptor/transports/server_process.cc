#include "interceptor/transports/server_process.h"

#include <csignal>

namespace tollpass {
namespace {

constexpr int64_t kEndOfInputMs = 1200;
constexpr int64_t kTerminateMs = 300;
constexpr int64_t kGroupMs = 200;
constexpr int64_t kGroupPollMs = 10;

}  // namespace

void ServerProcess::End(int64_t now_ms) {
  if (step_ != Step::kRunning || exit_code_.has_value()) return;
  step_ = Step::kAsked;
  next_step_ = now_ms + kEndOfInputMs;
}

void ServerProcess::Hurry(int64_t now_ms) {
  if (!exit_code_.has_value()) Force(now_ms);
}

void ServerProcess::Advance(int64_t now_ms) {
  if (gone_) return;
  if (!exit_code_.has_value()) {
    exit_code_ = child_.TryWait();
    if (exit_code_.has_value()) {
      child_.SignalGroup(SIGTERM);
      group_deadline_ = now_ms + kGroupMs;
    }
  }
  if (exit_code_.has_value()) {
    ClearGroup(now_ms);
  } else if (next_step_.has_value() && now_ms >= *next_step_) {
    Force(now_ms);
  }
}

void ServerProcess::Force(int64_t now_ms) {
  if (step_ == Step::kRunning || step_ == Step::kAsked) {
    step_ = Step::kTerminated;
    child_.SignalGroup(SIGTERM);
    next_step_ = now_ms + kTerminateMs;
  } else if (step_ == Step::kTerminated) {
    step_ = Step::kKilled;
    child_.SignalGroup(SIGKILL);
    next_step_ = std::nullopt;
  }
}

void ServerProcess::ClearGroup(int64_t now_ms) {
  // Others of the group are no children of ours, so nothing tells when they end.
  const bool in_time = step_ != Step::kKilled && now_ms < group_deadline_;
  gone_ = !child_.SignalGroup(in_time ? 0 : SIGKILL) || !in_time;
  next_step_ = gone_ ? std::nullopt : std::optional(now_ms + kGroupPollMs);
}

}  // namespace tollpass
