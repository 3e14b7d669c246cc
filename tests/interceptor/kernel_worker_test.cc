#include "interceptor/transports/kernel_worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "tests/core/no_threads.h"
#include "tests/core/standing_clock.h"

namespace tollpass {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Fails the first reports and keeps what it was asked, in order.
class FailingKernel : public Kernel {
 public:
  explicit FailingKernel(std::vector<absl::Status> failures) : failures_(std::move(failures)) {}

  Decision Authorize(const AuthorizeRequest& request) override {
    Note("authorize " + request.call.tool);
    return decision;
  }
  absl::Status Conclude(const Report& report) override {
    if (on_conclude) on_conclude();
    absl::Status status;
    {
      const std::lock_guard lock(mutex_);
      if (!failures_.empty()) {
        status = failures_.front();
        failures_.erase(failures_.begin());
      }
    }
    Note((status.ok() ? "recorded " : "refused ") + report.charge_id);
    return status;
  }
  absl::Status Resolve(const Order&, std::string_view) override { return absl::OkStatus(); }

  Decision decision;
  std::function<void()> on_conclude;  // what happens while a report is recorded

  std::vector<std::string> CallsSoFar() {
    const std::lock_guard lock(mutex_);
    return calls_;
  }
  std::vector<std::string> WaitFor(size_t calls) {
    std::unique_lock lock(mutex_);
    called_.wait(lock, [&] { return calls_.size() >= calls; });
    return calls_;
  }

 private:
  void Note(std::string call) {
    const std::lock_guard lock(mutex_);
    calls_.push_back(std::move(call));
    called_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable called_;
  std::vector<absl::Status> failures_;
  std::vector<std::string> calls_;
};

Report ReportOf(const std::string& charge_id) {
  Report report;
  report.charge_id = charge_id;
  return report;
}

Authorize AskFor(const std::string& tool) {
  Authorize authorize;
  authorize.request.call.tool = tool;
  return authorize;
}

using Calls = std::vector<std::string>;

/// What came back, up to the first decision.
KernelWorker::Replies DecidedBy(KernelWorker& worker) {
  KernelWorker::Replies all;
  while (all.decided.empty()) {
    KernelWorker::Replies some = worker.Take();
    std::ranges::move(some.failures, std::back_inserter(all.failures));
    all.decided = std::move(some.decided);
  }
  return all;
}

TEST(KernelWorkerThread, RecordsAReportThatABusyLedgerDidNotTakeBeforeItAsksAgain) {
  const StandingClock clock;
  FailingKernel kernel({absl::UnavailableError("busy")});
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  worker.Submit(ReportOf("c1"));
  worker.Submit(AskFor("search"));
  EXPECT_EQ(kernel.WaitFor(3), (Calls{"refused c1", "recorded c1", "authorize search"}));
}

TEST(KernelWorkerThread, IsDoneWithoutWhereTheSystemHasNoMore) {
  const StandingClock clock;
  FailingKernel kernel({});
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  const NoThreads none;
  worker.Submit(ReportOf("c1"));
  worker.Submit(AskFor("search"));
  EXPECT_EQ(kernel.CallsSoFar(), (Calls{"recorded c1", "authorize search"}));
  EXPECT_EQ(worker.Take().decided.size(), 1U);
  EXPECT_TRUE(worker.idle());
}

// Only the kernel knows of equal calls of other connections and of earlier processes.
TEST(KernelWorkerThread, HandsOnThatAnEqualCallWasLeftUnansweredWhileAReportIsNotRecorded) {
  const StandingClock clock;
  const absl::Status busy = absl::UnavailableError("busy");
  FailingKernel kernel({busy, busy});
  kernel.decision.left_before = true;
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  worker.Submit(ReportOf("c1"));
  worker.Submit(AskFor("search"));
  const KernelWorker::Replies replies = DecidedBy(worker);
  EXPECT_EQ(replies.decided[0].decision.kind, DecisionKind::kUnavailable);
  EXPECT_TRUE(replies.decided[0].decision.left_before);
}

TEST(KernelWorkerThread, TellsWhatBecomesOfAReportThatWasTriedAgain) {
  const StandingClock clock;
  FailingKernel kernel({absl::UnavailableError("busy"), absl::DataLossError("damaged")});
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  worker.Submit(ReportOf("c1"));
  worker.Submit(AskFor("search"));
  const KernelWorker::Replies replies = DecidedBy(worker);
  ASSERT_EQ(replies.failures.size(), 2u);
  EXPECT_THAT(replies.failures[0], HasSubstr("until another try works: busy"));
  EXPECT_THAT(replies.failures[1], HasSubstr("keeps counting as unknown: damaged"));
  EXPECT_EQ(kernel.WaitFor(3), (Calls{"refused c1", "refused c1", "authorize search"}));
}

TEST(KernelWorkerThread, WakesItsLoopForAReportThatFailsWhileNothingIsAsked) {
  const StandingClock clock;
  FailingKernel kernel({absl::UnavailableError("busy"), absl::DataLossError("damaged")});
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  worker.Submit(ReportOf("c1"));
  std::vector<os::Watched> watched = {{.fd = worker.fd(), .want_read = true}};
  std::vector<std::string> failures;
  while (failures.size() < 2) {
    ASSERT_TRUE(os::Wait(watched, -1).ok());
    std::ranges::move(worker.Take().failures, std::back_inserter(failures));
  }
  EXPECT_THAT(failures[1], HasSubstr("damaged"));
}

TEST(KernelWorkerThread, KeepsTryingWithoutBeingAsked) {
  const StandingClock clock;
  const absl::Status busy = absl::UnavailableError("busy");
  FailingKernel kernel({busy, busy});
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  worker.Submit(ReportOf("c1"));
  EXPECT_EQ(kernel.WaitFor(3), (Calls{"refused c1", "refused c1", "recorded c1"}));
}

TEST(KernelWorkerThread, KeepsTheOrderOfReportsThatWait) {
  const StandingClock clock;
  const absl::Status busy = absl::UnavailableError("busy");
  FailingKernel kernel({busy, busy, busy});
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  worker.Submit(ReportOf("c1"));
  worker.Submit(ReportOf("c2"));
  const Calls calls = kernel.WaitFor(5);
  EXPECT_EQ(Calls(calls.end() - 2, calls.end()), (Calls{"recorded c1", "recorded c2"}));
}

TEST(KernelWorkerThread, TriesOnceMoreBeforeItEnds) {
  const StandingClock clock;
  FailingKernel kernel({absl::UnavailableError("busy")});
  {
    KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
    worker.Submit(ReportOf("c1"));
    kernel.WaitFor(1);
  }
  EXPECT_EQ(kernel.WaitFor(2), (Calls{"refused c1", "recorded c1"}));
}

TEST(KernelWorkerThread, CarriesOutEveryReportBeforeItEnds) {
  const StandingClock clock;
  FailingKernel kernel({});
  {
    KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
    for (const char* charge : {"c1", "c2", "c3"}) worker.Submit(ReportOf(charge));
  }
  EXPECT_EQ(kernel.WaitFor(3), (Calls{"recorded c1", "recorded c2", "recorded c3"}));
}

TEST(KernelWorkerThread, ReportsAProofThatNobodyTookBeforeItEnds) {
  const StandingClock clock;
  FailingKernel kernel({});
  kernel.decision.kind = DecisionKind::kPay;
  kernel.decision.charge_id = "c1";
  {
    KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
    worker.Submit(AskFor("search"));
    kernel.WaitFor(1);
  }
  EXPECT_EQ(kernel.WaitFor(2), (Calls{"authorize search", "recorded c1"}));
}

/// Stands until it is moved, and tells when it was asked: a worker asks when its end begins.
class EndClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override { return 0; }
  [[nodiscard]] int64_t SteadyMillis() const override {
    asked_ = true;
    asked_.notify_all();
    return now_ms_;
  }
  void WaitUntilAsked() const { asked_.wait(false); }
  void Pass(int64_t ms) { now_ms_ += ms; }

 private:
  mutable std::atomic<bool> asked_ = false;
  std::atomic<int64_t> now_ms_ = 0;
};

TEST(KernelWorkerThread, BeginsNoTryWhenTheTimeOfItsEndIsOverAndTellsWhatIsNotRecorded) {
  EndClock clock;
  FailingKernel kernel({});
  kernel.on_conclude = [&clock] {
    clock.WaitUntilAsked();
    clock.Pass(2000);
  };
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  for (const char* charge : {"c1", "c2", "c3"}) worker.Submit(ReportOf(charge));
  const std::vector<std::string> failures = worker.End();
  EXPECT_EQ(kernel.CallsSoFar(), Calls{"recorded c1"});
  EXPECT_THAT(failures, ElementsAre(HasSubstr("c2 was not recorded before this ended"),
                                    HasSubstr("c3 was not recorded before this ended")));
  EXPECT_THAT(worker.End(), IsEmpty());
}

// Each try waits for the lock of the ledger for seconds.
TEST(KernelWorkerThread, EndsWithTheFirstTryThatFailsHoweverMuchIsToBeRecorded) {
  EndClock clock;
  FailingKernel kernel(std::vector<absl::Status>(100, absl::UnavailableError("busy")));
  kernel.on_conclude = [&clock] { clock.WaitUntilAsked(); };
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  for (const char* charge : {"c1", "c2", "c3", "c4", "c5"}) worker.Submit(ReportOf(charge));
  const std::vector<std::string> failures = worker.End();
  EXPECT_LE(kernel.CallsSoFar().size(), 2U) << "one may have begun before the end";
  for (const char* charge : {"c1", "c2", "c3", "c4", "c5"}) {
    EXPECT_THAT(failures, Contains(AllOf(HasSubstr(charge), HasSubstr("before this ended"))));
  }
}

TEST(KernelWorkerThread, ReportsNoProofThatNobodyTookWhenTheTimeOfItsEndIsOver) {
  EndClock clock;
  FailingKernel kernel({});
  kernel.decision.kind = DecisionKind::kPay;
  kernel.decision.charge_id = "c9";
  kernel.on_conclude = [&clock] {
    clock.WaitUntilAsked();
    clock.Pass(2000);
  };
  KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
  worker.Submit(AskFor("search"));
  kernel.WaitFor(1);
  worker.Submit(ReportOf("c1"));
  EXPECT_THAT(worker.End(), ElementsAre(HasSubstr("c9 was not recorded before this ended")));
  EXPECT_EQ(kernel.CallsSoFar(), (Calls{"authorize search", "recorded c1"}));
}

TEST(KernelWorkerThread, TriesOnlyOnceWhatCannotWorkLater) {
  const StandingClock clock;
  FailingKernel kernel({absl::DataLossError("damaged")});
  {
    KernelWorker worker(kernel, *os::Wakeup::Make(), clock);
    worker.Submit(ReportOf("c1"));
    kernel.WaitFor(1);
  }
  EXPECT_EQ(kernel.WaitFor(1), Calls{"refused c1"});
}

}  // namespace
}  // namespace tollpass
