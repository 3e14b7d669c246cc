#ifndef TOLLPASS_TESTS_INTERCEPTOR_CONVERSATION_H_
#define TOLLPASS_TESTS_INTERCEPTOR_CONVERSATION_H_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "core/reason.h"
#include "interceptor/interceptor.h"
#include "interceptor/mcp/answers.h"

namespace tollpass {

class TestClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override { return 1'790'000'000'000 + passed_ms_; }
  [[nodiscard]] int64_t SteadyMillis() const override { return 5'000 + passed_ms_; }
  void Pass(int64_t ms) { passed_ms_ += ms; }

 private:
  int64_t passed_ms_ = 0;
};

/// An interceptor with a host, a server and a kernel that say what the test tells them to say.
/// What each of them was told waits in a queue until the test takes it.
class Conversation {
 public:
  Conversation();

  void Host(std::string_view line);
  void Server(std::string_view line);
  void Kernel(const Decision& decision);  // on the question that was taken last
  void Kernel(uint64_t ticket, const Decision& decision);
  void HostLineTooLong(std::string_view head, std::string_view tail);
  void ServerLineTooLong(std::string_view head, std::string_view tail);
  void ServerCloses();
  void HostCloses();
  /// Time passes; every wake that was asked for is delivered on the way.
  void Wait(int64_t ms);

  /// The next that was told, or "(nothing)" or a failure of the test if there is none.
  std::string ToHost();
  std::string ToServer();
  Authorize Asked();
  Report Concluded();

  /// Keys of the answered requests that the host took back.
  [[nodiscard]] const std::deque<std::string>& TakenBackIds() const { return taken_back_; }
  [[nodiscard]] bool Quiet() const;  // nobody was told anything that was not taken
  [[nodiscard]] bool KernelWasAsked() const { return !asked_.empty(); }
  [[nodiscard]] bool WasConcluded() const { return !reports_.empty(); }
  [[nodiscard]] const std::string& HostSaw() const { return host_saw_; }  // all of it
  [[nodiscard]] const std::string& UserSaw() const { return user_saw_; }
  /// Whose request the newest message to the server that we made sends once more; empty: nobody's.
  [[nodiscard]] const std::string& Repeats() const { return repeats_; }
  [[nodiscard]] size_t Notes() const { return notes_; }
  [[nodiscard]] const std::vector<PriceHint>& price_hints() const {
    return interceptor_.price_hints();
  }

  /// A call of a tool goes out and is challenged; the question to the kernel is taken.
  Authorize CallAndChallenge(std::string_view id = "1", std::string_view tool = "search");
  /// The same, and it is paid. Returns what went to the server.
  std::string PaidCall(std::string_view id = "1", std::string_view charge = "c1");

 private:
  enum class From { kHost, kServer, kElse };
  void Carry(const Actions& actions, From from, std::string_view line);

  TestClock clock_;
  Interceptor interceptor_;
  std::deque<std::string> to_host_;
  std::deque<std::string> to_server_;
  std::deque<Authorize> asked_;
  std::deque<Report> reports_;
  std::deque<std::string> taken_back_;
  std::string host_saw_;
  std::string user_saw_;
  std::string repeats_;
  size_t notes_ = 0;
  uint64_t ticket_ = 0;
  int64_t wake_at_ms_ = 0;
};

/// A tools/call of the host. `id` is JSON text, `meta` the text of params._meta or empty.
std::string ToolCallLine(std::string_view id, std::string_view tool = "search",
                         std::string_view meta = "");
/// The PaymentRequired that the challenges below carry, and its one offer.
std::string_view PaymentRequired();
std::string_view OfferText();
/// A server's answer: a challenge, a result, a result with a receipt.
std::string ChallengeLine(std::string_view id);
std::string ResultLine(std::string_view id, std::string_view text = "found");
std::string ReceiptLine(std::string_view id, std::string_view text = "found", bool success = true);
std::string CancelLine(std::string_view id);

Decision PayWith(std::string_view charge = "c1", int64_t generation = 1);
Decision RepeatOf(std::string_view charge = "c1", int64_t generation = 2, bool was_refused = false);
Decision Say(DecisionKind kind);
Decision AskFor(int64_t ask_wait_ms);

/// The member `path` ("/params/_meta/x") of a message as compact JSON; "(absent)".
std::string At(std::string_view message, const std::string& path);
/// The id of a message as JSON text.
std::string IdOf(std::string_view message);
/// The text of the closed list that a tools/call was answered with; "(another message)".
std::string ClosedText(std::string_view message);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_INTERCEPTOR_CONVERSATION_H_
