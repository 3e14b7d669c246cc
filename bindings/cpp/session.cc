#include "bindings/cpp/session.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>
#include <type_traits>
#include <utility>
#include <variant>

#include "interceptor/transports/held_reports.h"
#include "interceptor/transports/kernel_calls.h"

namespace tollpass {
namespace {

/// How long a call whose offer expired while its user was asked may wait for a fresh one.
constexpr int64_t kFreshOfferMs = 10'000;
constexpr std::chrono::milliseconds kBetweenTicks(50);

/// All messages of one call of the session are delivered together.
constexpr uint64_t kDelivered = 1;

}  // namespace

/// Carries out an interceptor's actions at once, one after the other.
class Session::Running {
 public:
  Running(OpenedHome& home, InterceptorOptions options, AskUser ask)
      : home_(home),
        ask_(std::move(ask)),
        kernel_(home.kernel()),
        interceptor_(std::move(options), home.clock()) {}

  Messages FromHost(std::string_view message) {
    Begin();
    Carry(interceptor_.FromHost(message), message, out_.to_server);
    return End();
  }

  Messages FromServer(std::string_view message) {
    Begin();
    Carry(interceptor_.FromServer(message), message, out_.to_host);
    return End();
  }

  Messages Close() {
    Begin();
    Carry(interceptor_.ServerClosed());
    Carry(interceptor_.HostClosed());
    return End();
  }

  /// Records the reports that wait for their messages to be delivered.
  void Release(bool delivered) {
    Conclude(held_.Release(delivered ? kDelivered : 0, HeldReports::Side::kEnded));
  }

 private:
  void Begin() {
    Release(true);
    asked_.clear();
  }

  // A parked call would need a timer: it is waited for here. Tick says again what is still due, and
  // a time that was announced before the last decision may be due no more.
  Messages End() {
    while (std::exchange(tick_is_due_, false)) {
      std::this_thread::sleep_for(kBetweenTicks);
      Carry(interceptor_.Tick());
    }
    return std::exchange(out_, {});
  }

  /// Actions that are about no message have no Forward among them.
  void Carry(Actions actions) { Carry(std::move(actions), {}, out_.to_host); }

  /// `message` is what the actions are about; a Forward adds it to `onward`.
  void Carry(Actions actions, std::string_view message, std::vector<std::string>& onward) {
    for (Action& action : actions) {
      std::visit(
          [&](auto& one) {
            using T = std::decay_t<decltype(one)>;
            if constexpr (std::is_same_v<T, Forward>) onward.emplace_back(message);
            if constexpr (std::is_same_v<T, ToHost>) out_.to_host.push_back(std::move(one.message));
            if constexpr (std::is_same_v<T, ToServer>) {
              out_.to_server.push_back(std::move(one.message));
            }
            if constexpr (std::is_same_v<T, Authorize>) Pay(one);
            if constexpr (std::is_same_v<T, tollpass::Conclude>) {
              Conclude(held_.Hold(std::move(one), kDelivered));
            }
            if constexpr (std::is_same_v<T, TakenBack>) Conclude(held_.TakeBack(one.id_key));
            if constexpr (std::is_same_v<T, Wake>) tick_is_due_ = true;
            if constexpr (std::is_same_v<T, Note>) out_.notes.push_back(std::move(one.text));
          },
          action);
    }
  }

  void Pay(const Authorize& authorize) {
    Decision decision = kernel_.Authorize(authorize.request);
    if (decision.kind == DecisionKind::kAsk) {
      const bool answered = Ask(decision.approval_id) == Asked::kAnswered;
      if (answered) decision = kernel_.Authorize(authorize.request);
      decision.ask_wait_ms = 0;
      if (answered && decision.kind == DecisionKind::kExpired) {
        // What was parked meanwhile is sent again for a fresh offer.
        decision.kind = DecisionKind::kAsk;
        decision.ask_wait_ms = kFreshOfferMs;
      }
    }
    TellFailures();
    Carry(interceptor_.FromKernel(authorize.ticket, decision));
  }

  /// Shows a question to the user, once in one call of the session.
  Asked Ask(const std::string& id) {
    if (ask_ == nullptr || !asked_.insert(id).second) return Asked::kLater;
    const absl::StatusOr<std::vector<Question>> pending = home_.Pending();
    if (!pending.ok()) {
      out_.notes.emplace_back(pending.status().message());
      return Asked::kLater;
    }
    const auto question = std::ranges::find(*pending, id, &Question::id);
    return question == pending->end() ? Asked::kLater : Show(*question);
  }

  // The host's code: no exception of it may leave the session half done.
  Asked Show(const Question& question) {
    try {
      return ask_(question);
    } catch (...) {
      out_.notes.push_back("the dialog failed; the question " + question.id + " still waits");
      return Asked::kLater;
    }
  }

  void Conclude(const std::vector<Report>& reports) {
    for (const Report& report : reports) kernel_.Conclude(report);
    TellFailures();
  }

  void TellFailures() {
    for (std::string& failure : kernel_.TakeFailures()) out_.notes.push_back(std::move(failure));
  }

  OpenedHome& home_;
  AskUser ask_;
  KernelCalls kernel_;
  Interceptor interceptor_;
  HeldReports held_;
  Messages out_;
  std::set<std::string> asked_;  // in this call
  bool tick_is_due_ = false;
};

Session::Session(OpenedHome& home, InterceptorOptions options, AskUser ask)
    : running_(std::make_unique<Running>(home, std::move(options), std::move(ask))) {}

Session::~Session() { Undelivered(); }

Session::Messages Session::FromHost(std::string_view message) {
  return running_->FromHost(message);
}
Session::Messages Session::FromServer(std::string_view message) {
  return running_->FromServer(message);
}
Session::Messages Session::Close() { return running_->Close(); }
void Session::Delivered() { running_->Release(true); }
void Session::Undelivered() { running_->Release(false); }

}  // namespace tollpass
