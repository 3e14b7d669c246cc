#ifndef TOLLPASS_INTERCEPTOR_CONNECTION_H_
#define TOLLPASS_INTERCEPTOR_CONNECTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interceptor/dialects/dialect.h"
#include "interceptor/host_requests.h"
#include "interceptor/interceptor.h"
#include "interceptor/mcp/ids.h"
#include "interceptor/mcp/message.h"
#include "interceptor/mcp/partial.h"
#include "interceptor/mcp/payment_keys.h"
#include "interceptor/mcp/price_hints.h"
#include "interceptor/mcp/tool_definitions.h"
#include "interceptor/paid_calls.h"
#include "interceptor/sent_proofs.h"

namespace tollpass {

/// Routes each message of one connection: what passes, what is answered, what becomes a paid call.
/// The functions are those of Interceptor. One thread.
class Interceptor::Connection {
 public:
  Connection(InterceptorOptions options, const Clock& clock);

  Actions FromHost(std::string_view line);
  Actions FromServer(std::string_view line);
  Actions FromKernel(uint64_t ticket, const Decision& decision);
  Actions HostLineTooLong(std::string_view head, std::string_view tail);
  Actions ServerLineTooLong(std::string_view head, std::string_view tail);
  Actions ServerClosed();
  Actions HostClosed();
  Actions Tick();

  [[nodiscard]] const std::vector<PriceHint>& price_hints() const { return price_hints_.all(); }

 private:
  /// What goes to the server for a message of the host: the line, or a copy without payment keys.
  struct Outgoing {
    std::string changed;  // empty: nothing was
    Message message;
  };

  // Messages of the host.
  void RouteHostMessage(std::string_view line, Actions& actions);
  void SendOn(const Outgoing& outgoing, Actions& actions);
  void HostAskedClosedServer(const Message& message, Actions& actions);
  void HostRequested(const Outgoing& outgoing, Actions& actions);
  std::string WhyNeverPaid(const HostRequest& request, std::string revision);
  static std::string Payable(const Message& message, const std::optional<json::Value>& meta);
  void HostCancelled(const Outgoing& outgoing, Actions& actions);

  // Messages of the server.
  void RouteServerMessage(std::string_view line, Actions& actions);
  void ServerResponded(const Message& response, Actions& actions);
  void AnsweredUnpaid(HostRequests::Number number, const Message& response, Actions& actions);
  void ServerChallenged(HostRequests::Number number, Challenge challenge, Actions& actions);
  void AnsweredNobody(const Message& response, Actions& actions);
  void AnswerIsNearlyOurs(const json::Value& id, Actions& actions);
  [[nodiscard]] bool IsBareDemand(const Message& message) const;
  void ServerDemandedBare(Message message, Actions& actions);
  void ServerBatch(const Message& batch, Actions& actions);
  void ServerRequested(const Message& request, Actions& actions);
  bool AppendRedactions(const Message& message, std::vector<json::Edit>& edits, Actions& actions);
  void ServerNotified(const Message& notification, Actions& actions);
  void PassUp(const Message& message, std::vector<json::Edit> edits, Actions& actions);
  std::optional<Challenge> ReadUnpaid(std::string_view method, const Message& response) const;
  /// The changes that take out the members of its root that carry a demand.
  [[nodiscard]] std::vector<json::Edit> BesideRemovals(const Message& message) const;
  /// The request under `id` has its answer, but nobody can use it.
  void AnswerIsUnusable(const std::optional<json::Value>& id, std::string_view text,
                        Actions& actions);

  // Batches.
  [[nodiscard]] bool IsTakenApart(const Message& batch) const;
  void TakeApartHostBatch(const Message& batch, Actions& actions);
  void TakeApartServerBatch(const Message& batch, Actions& actions);

  // Lines that are no JSON.
  void HostLineUnreadable(std::string_view line, Actions& actions);
  void ServerLineUnreadable(std::string_view line, Actions& actions);

  /// What this connection sent as a proof does not go up. `line`: what Forward stands for.
  void TakeOutProofs(std::string_view line, Actions& actions);
  void ProofStays(std::string_view line, Actions& actions);

  Actions Finished(Actions actions);

  const InterceptorOptions options_;
  const Clock& clock_;
  const Dialects dialects_;
  const PaymentNames names_;
  IdMint ids_;
  HostRequests requests_;
  PaidCalls paid_calls_;
  SentProofs sent_proofs_;
  PriceHints price_hints_;
  ToolDefinitions tool_definitions_;
  std::string revision_;  // as negotiated; empty before
  bool server_closed_ = false;
  bool host_closed_ = false;
  std::optional<int64_t> announced_wake_ms_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_CONNECTION_H_
