#ifndef TOLLPASS_INTERCEPTOR_HOST_REQUESTS_H_
#define TOLLPASS_INTERCEPTOR_HOST_REQUESTS_H_

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "interceptor/interceptor.h"
#include "interceptor/mcp/answers.h"
#include "interceptor/mcp/message.h"
#include "interceptor/mcp/payment_keys.h"
#include "interceptor/mcp/progress.h"
#include "interceptor/mcp/tool_call.h"

namespace tollpass {

/// Whose turn it is in a request that waits for its answer.
enum class Stage {
  kSent,      // the server's: it went out unpaid
  kDeciding,  // the kernel's, or the user's: it was challenged
  kPaid,      // the server's: it went out with a proof
};

/// A request of the host that waits for its answer.
struct HostRequest {
  std::string id;  // JSON text as the host wrote it
  json::Type id_type = json::Type::kNumber;
  std::string id_key;
  std::string method;
  std::string token;            // of progress, JSON text; empty if the host wants none
  std::string refuse;           // not empty: why a challenge to it is never paid; for the user
  bool typed_results = false;   // it names a revision itself: results say of which type they are
  bool continues_list = false;  // a list method that asks for a further page
  std::optional<ToolCall> tool_call;
  std::string line;  // what is sent again with a proof; only for a tools/call
  int64_t called_at_ms = 0;
  Stage stage = Stage::kSent;
  std::string sent_key;         // of the id under which the server knows it while kSent
  std::string sent_id;          // that id as JSON text, if it is not the host's
  int64_t parked_until_ms = 0;  // it was parked until then and sent again; Clock::SteadyMillis
};

/// The host's requests and the one way to answer them: each once, under the host's id, without
/// payments. One thread.
class HostRequests {
 public:
  using Number = uint64_t;  // names a request; never 0, never reused

  /// `names`: of what is taken out of answers. `prefix`: as IdMint.
  HostRequests(PaymentNames names, std::string prefix);

  Number Add(HostRequest request);
  /// Of the request that was added last; 0: none was.
  [[nodiscard]] Number newest() const { return last_; }
  HostRequest* Find(Number number);
  [[nodiscard]] std::vector<Number> All() const;
  /// The newest that waits under this id of the host.
  [[nodiscard]] std::optional<Number> WithHostId(const std::string& id_key) const;
  /// The eldest that the server is to answer under this id.
  [[nodiscard]] std::optional<Number> SentAs(const std::string& sent_key) const;
  /// The eldest that the server is to answer under an id of the same digits, in whatever JSON type
  /// or spelling. A look at every request.
  [[nodiscard]] std::optional<Number> SentAsSimilar(const json::Value& id) const;
  /// The only one that waits, if there is exactly one.
  [[nodiscard]] std::optional<Number> Only() const;
  /// True if an answer under this id of the host was given lately.
  [[nodiscard]] bool WasAnswered(const std::string& id_key) const;
  /// That, or the server has answered it and it is being paid.
  [[nodiscard]] bool HadItsAnswer(const std::string& id_key) const;
  /// An answer under this id went to the host though nobody waited for it.
  void Remember(const std::string& id_key);

  /// The server has answered it, unpaid.
  void Challenged(Number number);

  /// It goes out unpaid once more, under `sent_id` (JSON text).
  void SentAgain(Number number, const std::string& sent_id, int64_t parked_until_ms);

  /// Ends a request with an answer: `response` of the server, which may be under another id; a text
  /// of the closed list; an error; or one that went to the host with a message around it.
  /// `edits`: what else is changed in the response.
  void Pass(Number number, const Message& response, std::vector<json::Edit> edits,
            Actions& actions);
  void Answer(Number number, HostAnswer answer, Actions& actions);
  void Fail(Number number, std::string_view text, Actions& actions);
  void Close(Number number);
  /// Ends it without one: the host took it back.
  void Drop(Number number);

  ProgressMap& progress() { return progress_; }

 private:
  PaymentNames names_;
  ProgressMap progress_;
  Number last_ = 0;
  std::map<Number, HostRequest> requests_;
  std::multimap<std::string, Number> by_host_id_;
  std::multimap<std::string, Number> by_sent_key_;
  std::deque<std::string> answered_order_;  // oldest first
  std::unordered_multiset<std::string> answered_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_HOST_REQUESTS_H_
