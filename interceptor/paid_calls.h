#ifndef TOLLPASS_INTERCEPTOR_PAID_CALLS_H_
#define TOLLPASS_INTERCEPTOR_PAID_CALLS_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.h"
#include "interceptor/dialects/dialect.h"
#include "interceptor/equal_calls.h"
#include "interceptor/host_requests.h"
#include "interceptor/interceptor.h"
#include "interceptor/kept_results.h"
#include "interceptor/mcp/ids.h"
#include "interceptor/mcp/message.h"
#include "interceptor/payment_words.h"

namespace tollpass {

/// What happens to a request between its challenge and its answer: the question to the kernel, the
/// wait for the user, the attempt with the proof, and the report. One thread; what it refers to
/// must outlive it.
class PaidCalls {
 public:
  PaidCalls(const Dialects& dialects, HostRequests& requests, IdMint& ids, const Clock& clock);

  /// The server asked money for a request that may be paid.
  void Challenged(HostRequests::Number number, AuthorizeRequest request, Actions& actions);
  /// It asked for one that is never paid here: the user gets a row, the host its answer at once.
  void Refused(HostRequests::Number number, AuthorizeRequest request, Actions& actions);
  void Decided(uint64_t ticket, const Decision& decision, Actions& actions);

  /// True if a paid attempt waits under this id.
  [[nodiscard]] bool IsWaiting(const std::string& upstream_key) const;
  /// The id of the paid attempt that serves this request; empty if none.
  [[nodiscard]] std::string UpstreamKey(HostRequests::Number number) const;
  /// The server's answer to that attempt.
  void Answered(const std::string& upstream_key, const Message& response, Actions& actions);
  /// Its answer came and cannot be used.
  void Lost(const std::string& upstream_key, Actions& actions);

  /// The host takes back a request that is not kSent. `notification` is its message.
  void Cancel(HostRequests::Number number, const Message& notification, Actions& actions);
  void ServerClosed(Actions& actions);
  void HostClosed(Actions& actions);
  void Tick(Actions& actions);
  /// When Tick has something to do, Clock::SteadyMillis.
  [[nodiscard]] std::optional<int64_t> NextDue() const;

 private:
  // A request whose fate is being decided.
  struct Undecided {
    AuthorizeRequest request;
    uint64_t ticket = 0;  // 0: nobody is asked at this moment
    bool waits = false;   // for the decision about an equal call; then it is asked
    // A proof for this call left before and was never answered; std::nullopt: the kernel did not
    // tell yet.
    std::optional<bool> left_before = {};
    int64_t give_up_at_ms = 0;  // 0: not parked yet
    int64_t next_ask_at_ms = 0;
    int64_t step_ms = 0;
    int64_t next_progress_at_ms = 0;
  };

  // A request that went out with a proof and is not answered yet.
  struct Attempt {
    std::string id;  // JSON text
    Call call;
    std::string charge_id;
    std::string dialect;             // that put the proof there
    std::vector<std::string> named;  // whom and what it pays, as NamedBy
    int64_t generation = 0;
    int64_t repeats_from_ms = 0;                // as EqualCalls::Answered
    int64_t repeats_until_ms = 0;               // Unix time: it repeats equal calls made until then
    bool may_have_run = false;                  // an earlier attempt with the same proof may have
    bool cancelled = false;                     // the server was told to stop
    std::vector<HostRequests::Number> waiters;  // who gets its answer; empty: nobody any more
  };
  using Attempts = std::map<std::string, Attempt>;  // by key of the attempt's id

  static HostAnswer TextOfRefusal(const Attempt& attempt);
  static Report ReportOf(const std::string& charge_id, int64_t generation, Report::Outcome outcome);
  void ConcludeLost(const Attempt& attempt, bool no_fault, Actions& actions);

  void Ask(HostRequests::Number number, Undecided& undecided, Actions& actions);
  void Park(HostRequests::Number number, const Decision& decision, Actions& actions);
  void StartWait(Undecided& undecided, int64_t give_up_at_ms);
  void Expired(HostRequests::Number number, Actions& actions);
  bool SendAgain(HostRequests::Number number, int64_t parked_until_ms, Actions& actions);
  bool TickParked(HostRequests::Number number, Undecided& undecided, Actions& actions);
  void NotPaid(HostRequests::Number number, const Undecided& undecided, HostAnswer usual,
               Actions& actions);
  void TakenBack(HostRequests::Number number);
  void AskThoseThatWaited(Actions& actions);

  /// False: what was paid for is not kept any more.
  bool GiveKept(HostRequests::Number number, Attempt answered, Actions& actions);
  bool GiveAnswerOfElder(HostRequests::Number number, const AuthorizeRequest& request,
                         Actions& actions);
  bool JoinRepeat(HostRequests::Number number, const AuthorizeRequest& request);
  void Repeat(HostRequests::Number number, Call call, const Decision& decision, Actions& actions);
  void Send(HostRequests::Number number, Call call, const Decision& decision, Actions& actions);
  std::vector<json::Edit> Renamed(const HostRequest& request, const std::string& id);
  absl::StatusOr<std::string> PaidMessage(const HostRequest& request, const Decision& decision,
                                          const std::string& id);
  void Abandon(const Decision& decision, Actions& actions);
  Attempts::iterator InFlight(const std::string& charge_id);

  void RefusedInWords(const Attempt& attempt, Speech speech, Settlement settlement,
                      const Message& response, Actions& actions);
  void Finish(Attempt attempt, const Message& response, Actions& actions);
  void EndedAnswered(const Attempt& attempt);
  void FinishUnknown(const Attempt& attempt, Actions& actions);
  void FinishRefused(const Attempt& attempt, const Settlement& settlement, Actions& actions);
  void AdoptWaiters(Attempt& attempt);

  const Dialects& dialects_;
  HostRequests& requests_;
  IdMint& ids_;
  const Clock& clock_;
  KeptResults kept_;
  EqualCalls equal_calls_;
  uint64_t last_ticket_ = 0;
  std::map<uint64_t, HostRequests::Number> tickets_;
  std::map<HostRequests::Number, Undecided> undecided_;
  Attempts attempts_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_PAID_CALLS_H_
