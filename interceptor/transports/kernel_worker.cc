#include "interceptor/transports/kernel_worker.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <utility>

#include "core/os/thread.h"

namespace tollpass {
namespace {

constexpr std::chrono::seconds kPauseBeforeNextTry(1);
constexpr int64_t kReportsMs = 2000;

}  // namespace

KernelWorker::~KernelWorker() { End(); }

std::vector<std::string> KernelWorker::End() {
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_) stopped_at_ms_ = clock_.SteadyMillis();
    stopping_ = true;
  }
  submitted_.notify_one();
  if (thread_.joinable()) thread_.join();
  for (const Decided& untaken : std::exchange(replies_.decided, {})) {
    ConcludeUnsent(untaken.decision);
  }
  kernel_.GiveUp();
  std::vector<std::string> failures = std::exchange(replies_.failures, {});
  std::ranges::move(kernel_.TakeFailures(), std::back_inserter(failures));
  return failures;
}

KernelCalls::Time KernelWorker::Left() const {
  const std::lock_guard lock(mutex_);
  if (!stopping_) return KernelCalls::Time::kEnough;
  const bool is_over = clock_.SteadyMillis() - stopped_at_ms_ >= kReportsMs;
  return is_over ? KernelCalls::Time::kOver : KernelCalls::Time::kEnding;
}

// Nobody is there any more to send this proof.
void KernelWorker::ConcludeUnsent(const Decision& decision) {
  if (decision.kind != DecisionKind::kPay && decision.kind != DecisionKind::kRepeat) return;
  Report report;
  report.charge_id = decision.charge_id;
  report.generation = decision.generation;
  kernel_.Conclude(report);
}

void KernelWorker::Submit(Authorize authorize) {
  {
    const std::lock_guard lock(mutex_);
    ++authorizing_;
  }
  Enqueue(std::move(authorize));
}

void KernelWorker::Submit(Report report) { Enqueue(std::move(report)); }

void KernelWorker::Enqueue(Job job) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
  }
  submitted_.notify_one();
  if (!thread_.joinable()) Start();
}

// Where the system has no thread to give, what is asked is done at once: it holds up other messages
// for as long as a payment takes, and none is lost.
void KernelWorker::Start() {
  if (std::optional<std::thread> thread = os::StartThread([this] { Run(); })) {
    thread_ = *std::move(thread);
    return;
  }
  std::unique_lock lock(mutex_);
  while (!jobs_.empty()) CarryNext(lock);
}

KernelWorker::Replies KernelWorker::Take() {
  done_.Drain();
  const std::lock_guard lock(mutex_);
  authorizing_ -= replies_.decided.size();
  return std::exchange(replies_, {});
}

std::vector<uint64_t> KernelWorker::Withdraw() {
  const std::lock_guard lock(mutex_);
  std::vector<uint64_t> tickets;
  std::erase_if(jobs_, [&tickets](const Job& job) {
    const auto* authorize = std::get_if<Authorize>(&job);
    if (authorize != nullptr) tickets.push_back(authorize->ticket);
    return authorize != nullptr;
  });
  authorizing_ -= tickets.size();
  return tickets;
}

bool KernelWorker::authorizing() const {
  const std::lock_guard lock(mutex_);
  return authorizing_ > 0;
}

bool KernelWorker::idle() const {
  const std::lock_guard lock(mutex_);
  return jobs_.empty() && !running_ && replies_.decided.empty() && replies_.failures.empty();
}

void KernelWorker::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto has_work = [this] { return stopping_ || !jobs_.empty(); };
    if (kernel_.recorded_all()) {
      submitted_.wait(lock, has_work);
    } else {
      submitted_.wait_for(lock, kPauseBeforeNextTry, has_work);
    }
    if (stopping_) {
      std::erase_if(jobs_, [](const Job& job) { return std::holds_alternative<Authorize>(job); });
    }
    if (CarryNext(lock)) return;
  }
}

bool KernelWorker::CarryNext(std::unique_lock<std::mutex>& lock) {
  std::optional<Job> job;
  if (!jobs_.empty()) {
    job = std::move(jobs_.front());
    jobs_.pop_front();
  }
  const bool is_last = stopping_ && !job;
  running_ = true;
  lock.unlock();
  if (job) {
    std::visit([this](const auto& one) { Carry(one); }, *job);
  } else {
    kernel_.RecordAgain().IgnoreError();
  }
  std::vector<std::string> failures = kernel_.TakeFailures();
  lock.lock();
  running_ = false;
  std::ranges::move(failures, std::back_inserter(replies_.failures));
  if (!is_last && (job || !failures.empty())) done_.Notify();
  return is_last;
}

void KernelWorker::Carry(const Authorize& authorize) {
  Decided decided = {.ticket = authorize.ticket, .decision = kernel_.Authorize(authorize.request)};
  const std::lock_guard lock(mutex_);
  replies_.decided.push_back(std::move(decided));
}

void KernelWorker::Carry(const Report& report) { kernel_.Conclude(report); }

}  // namespace tollpass
