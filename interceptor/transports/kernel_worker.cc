#include "interceptor/transports/kernel_worker.h"

#include <chrono>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass {
namespace {

constexpr std::chrono::seconds kPauseBeforeNextTry(1);

}  // namespace

KernelWorker::~KernelWorker() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  submitted_.notify_one();
  if (thread_.joinable()) thread_.join();
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
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
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
    if (unrecorded_.empty()) {
      submitted_.wait(lock, has_work);
    } else {
      submitted_.wait_for(lock, kPauseBeforeNextTry, has_work);
    }
    std::optional<Job> job;
    if (!stopping_ && !jobs_.empty()) {
      job = std::move(jobs_.front());
      jobs_.pop_front();
    }
    const bool is_last = stopping_;
    running_ = true;
    lock.unlock();
    RecordAgain();
    if (job) std::visit([this](const auto& one) { Carry(one); }, *job);
    lock.lock();
    running_ = false;
    if (is_last) return;
    if (job) done_.Notify();
  }
}

void KernelWorker::Carry(const Authorize& authorize) {
  // What is not recorded might make this a repeat.
  Decided decided = {.ticket = authorize.ticket, .decision = {}};
  if (unrecorded_.empty()) decided.decision = kernel_.Authorize(authorize.request);
  const std::lock_guard lock(mutex_);
  replies_.decided.push_back(std::move(decided));
}

void KernelWorker::Carry(const Report& report) {
  const absl::Status status = kernel_.Conclude(report);
  if (status.ok()) return;
  const bool may_work_later = absl::IsUnavailable(status);
  if (may_work_later) unrecorded_.push_back(report);
  const std::lock_guard lock(mutex_);
  replies_.failures.push_back(absl::StrFormat(
      "the end of payment %s could not be recorded, so it keeps counting as unknown%s: %s",
      report.charge_id, may_work_later ? " until another try works" : "",
      std::string(status.message())));
}

void KernelWorker::RecordAgain() {
  while (!unrecorded_.empty() && !absl::IsUnavailable(kernel_.Conclude(unrecorded_.front()))) {
    unrecorded_.pop_front();
  }
}

}  // namespace tollpass
