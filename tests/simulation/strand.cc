#include "tests/simulation/strand.h"

#include <utility>

namespace tollpass::simulation {

Strand::~Strand() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    turn_ = Turn::kOver;
  }
  turned_.notify_all();
  thread_.join();
}

void Strand::Start(std::function<void()> job) {
  job_ = std::move(job);
  if (!thread_.joinable()) thread_ = std::thread([this] { Run(); });
}

void Strand::GiveTurn(std::unique_lock<std::mutex>& lock, Turn to, Turn back) {
  turn_ = to;
  turned_.notify_all();
  turned_.wait(lock, [&] { return turn_ == back || turn_ == Turn::kOver; });
}

void Strand::Resume() {
  std::unique_lock lock(mutex_);
  GiveTurn(lock, Turn::kJob, Turn::kOwner);
}

void Strand::Yield() {
  std::unique_lock lock(mutex_);
  GiveTurn(lock, Turn::kOwner, Turn::kJob);
}

void Strand::Run() {
  std::unique_lock lock(mutex_);
  turned_.wait(lock, [&] { return turn_ != Turn::kOwner; });
  while (turn_ != Turn::kOver) {
    lock.unlock();
    job_();
    job_ = nullptr;
    lock.lock();
    GiveTurn(lock, Turn::kOwner, Turn::kJob);
  }
}

}  // namespace tollpass::simulation
