#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <variant>

#include "tests/interceptor/conversation.h"

/// Promise 4 where the kernel answers late: a host that cancels and repeats faster than it decides.
namespace tollpass {
namespace {

TEST(Promise4LateDecision, ARepeatIsNotAskedAboutBeforeTheDecisionOnTheCallThatWasTakenBack) {
  Conversation talk;
  const Authorize first = talk.CallAndChallenge("1");
  talk.Host(CancelLine("1"));
  talk.Host(ToolCallLine("2"));
  talk.ToServer();
  talk.Server(ChallengeLine("2"));
  EXPECT_FALSE(talk.KernelWasAsked());
  talk.Kernel(first.ticket, PayWith("c1"));
  EXPECT_EQ(talk.Concluded().charge_id, "c1");
  talk.Asked();
  talk.Kernel(RepeatOf("c1", 2));
  EXPECT_NE(talk.ToServer().find("0xsig-c1"), std::string::npos);
}

TEST(Promise4LateDecision, WhateverThatDecisionIsTheRepeatIsAskedAboutThen) {
  for (const DecisionKind kind :
       {DecisionKind::kAsk, DecisionKind::kDecline, DecisionKind::kUnavailable}) {
    Conversation talk;
    const Authorize first = talk.CallAndChallenge("1");
    talk.Host(CancelLine("1"));
    talk.Host(ToolCallLine("2"));
    talk.ToServer();
    talk.Server(ChallengeLine("2"));
    EXPECT_FALSE(talk.KernelWasAsked());
    talk.Kernel(first.ticket, Say(kind));
    EXPECT_TRUE(talk.KernelWasAsked());
    EXPECT_FALSE(talk.WasConcluded());
  }
}

TEST(Promise4LateDecision, ARepeatThatIsTakenBackWhileItWaitsIsNeverAskedAbout) {
  Conversation talk;
  const Authorize first = talk.CallAndChallenge("1");
  talk.Host(CancelLine("1"));
  for (const char* id : {"2", "3", "4"}) {
    talk.Host(ToolCallLine(id));
    talk.ToServer();
    talk.Server(ChallengeLine(id));
    talk.Host(CancelLine(id));
  }
  talk.Kernel(first.ticket, PayWith("c1"));
  EXPECT_EQ(talk.Concluded().charge_id, "c1");
  EXPECT_TRUE(talk.Quiet());
}

TEST(Promise4LateDecision, AnotherCallDoesNotWait) {
  Conversation talk;
  talk.CallAndChallenge("1", "search");
  talk.Host(CancelLine("1"));
  talk.CallAndChallenge("2", "other");
  talk.Kernel(PayWith("c2"));
  EXPECT_NE(talk.ToServer().find("0xsig-c2"), std::string::npos);
}

TEST(Promise4LateDecision, TwoCallsThatBothStandAreBothAskedAboutAtOnce) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.CallAndChallenge("2");
}

TEST(Promise4LateDecision, ACallThatWaitsForTheUserIsAskedAboutAgainOnlyAfterIt) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  const Authorize second = talk.CallAndChallenge("2");
  talk.Host(CancelLine("2"));
  talk.Wait(5'000);
  EXPECT_FALSE(talk.KernelWasAsked());
  talk.Kernel(second.ticket, PayWith("c2"));
  talk.Concluded();
  EXPECT_TRUE(talk.KernelWasAsked());
}

TEST(Promise4LateDecision, ACallThatWaitsIsGivenUpWhenTheUsersTimeIsOver) {
  Conversation talk;
  talk.CallAndChallenge("1");
  talk.Kernel(AskFor(20'000));
  talk.CallAndChallenge("2");
  talk.Host(CancelLine("2"));
  talk.Wait(20'000);
  EXPECT_EQ(ClosedText(talk.ToHost()), HostAnswerText(HostAnswer::kNeedsApproval));
}

/// A host that calls one tool again and again and takes every call back but the last, a server that
/// asks for money each time, and a kernel that works off its queue late, as a ledger would.
class Impatience {
 public:
  explicit Impatience(unsigned seed) : random_(seed), interceptor_(Options(), clock_) {}

  /// Up to `calls` calls; true if the last one was answered.
  bool Run(int calls) {
    for (int i = 1; i < calls && !answered_; ++i) {
      Call();
      while (Below(4) != 0) Step();
      if (!answered_) From(interceptor_.FromHost(CancelLine(std::to_string(id_))));
      while (Below(3) == 0) Step();
    }
    if (!answered_) Call();
    for (int quiet = 0; quiet < 200 && !answered_; ++quiet) Step();
    return answered_;
  }

  [[nodiscard]] size_t charges() const { return charges_.size(); }
  [[nodiscard]] const std::set<std::string>& proofs() const { return proofs_; }

 private:
  struct Charge {
    bool open = false;
    int64_t generation = 1;
  };
  using Job = std::variant<Authorize, Report>;

  static InterceptorOptions Options() { return {"server-identity", "alice", "k3v9"}; }
  unsigned Below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  void Call() {
    const std::string id = std::to_string(++id_);
    From(interceptor_.FromHost(ToolCallLine(id)));
    if (Below(8) != 0)
      From(interceptor_.FromServer(ChallengeLine(id)));
    else
      unchallenged_ = id;
  }

  void Step() {
    switch (Below(4)) {
      case 0:
        if (!unchallenged_.empty()) {
          From(interceptor_.FromServer(ChallengeLine(std::exchange(unchallenged_, ""))));
        }
        break;
      case 1:
        Work();
        break;
      case 2:
        if (!decided_.empty()) {
          const auto [ticket, decision] = std::move(decided_.front());
          decided_.pop_front();
          From(interceptor_.FromKernel(ticket, decision));
        }
        break;
      default:
        if (!paid_.empty() && Below(3) == 0) {
          const std::string id = std::move(paid_.front());
          paid_.pop_front();
          From(interceptor_.FromServer(ReceiptLine(id)));
        }
    }
  }

  void Work() {
    if (jobs_.empty()) return;
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    if (const auto* report = std::get_if<Report>(&job)) {
      Charge& charge = charges_[report->charge_id];
      if (report->generation == charge.generation) charge.open = !report->answered;
      return;
    }
    decided_.emplace_back(std::get<Authorize>(job).ticket, Decide());
  }

  Decision Decide() {
    for (auto& [id, charge] : charges_) {
      if (!charge.open) continue;
      charge.open = false;
      return RepeatOf(id, ++charge.generation);
    }
    const std::string id = "c" + std::to_string(charges_.size() + 1);
    charges_[id] = {};
    return PayWith(id, 1);
  }

  void From(const Actions& actions) {
    for (const Action& action : actions) {
      if (const auto* ask = std::get_if<Authorize>(&action)) jobs_.emplace_back(*ask);
      if (const auto* conclude = std::get_if<Conclude>(&action)) {
        jobs_.emplace_back(conclude->report);
      }
      if (const auto* down = std::get_if<ToServer>(&action)) SeeAtServer(down->message);
      if (std::holds_alternative<ToHost>(action)) answered_ = true;
    }
  }

  void SeeAtServer(const std::string& message) {
    const size_t proof = message.find("0xsig-");
    if (proof == std::string::npos) return;
    proofs_.insert(message.substr(proof, message.find('"', proof) - proof));
    paid_.push_back(IdOf(message));
  }

  std::mt19937 random_;
  TestClock clock_;
  Interceptor interceptor_;
  int id_ = 0;
  std::string unchallenged_;
  std::deque<Job> jobs_;
  std::deque<std::pair<uint64_t, Decision>> decided_;
  std::deque<std::string> paid_;
  std::map<std::string, Charge> charges_;
  std::set<std::string> proofs_;
  bool answered_ = false;
};

TEST(Promise4LateDecision, HoweverQuicklyAHostCancelsAndRepeatsOneCallIsPaidOnce) {
  for (unsigned seed = 0; seed < 3'000; ++seed) {
    Impatience impatience(seed);
    EXPECT_TRUE(impatience.Run(2 + static_cast<int>(seed % 7))) << "seed " << seed;
    ASSERT_EQ(impatience.charges(), 1U) << "seed " << seed;
    ASSERT_EQ(impatience.proofs().size(), 1U) << "seed " << seed;
  }
}

}  // namespace
}  // namespace tollpass
