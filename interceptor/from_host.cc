// Messages of the host.

#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "interceptor/connection.h"
#include "interceptor/mcp/cancel.h"
#include "interceptor/mcp/revisions.h"
#include "interceptor/mcp/without_payments.h"

namespace tollpass {
namespace {

constexpr int64_t kInvalidRequest = -32600;

}  // namespace

void Interceptor::Connection::RouteHostMessage(std::string_view line, Actions& actions) {
  Outgoing outgoing;
  outgoing.message = ReadMessage(line);
  absl::StatusOr<std::optional<std::string>> without = WithoutPayments(outgoing.message, names_);
  if (!without.ok() || *without) {
    outgoing.changed = without.ok() ? **std::move(without) : std::string();
    outgoing.message = ReadMessage(outgoing.changed);
    actions.emplace_back(
        Note{"The host sent a payment of its own with a message; it was taken out."});
  }
  const Message& message = outgoing.message;
  if (server_closed_) {
    HostAskedClosedServer(message, actions);
    return;
  }
  switch (message.kind) {
    case MessageKind::kNotJson:
      HostLineUnreadable(line, actions);
      return;
    case MessageKind::kAmbiguous:
      actions.emplace_back(
          Note{absl::StrFormat("A message of the host was not forwarded (%s).", message.problem)});
      actions.emplace_back(ToHost{ErrorMessage(message.id ? message.id->text : "null",
                                               kInvalidRequest, "Invalid request")});
      return;
    case MessageKind::kBatch:
      if (IsTakenApart(message)) {
        TakeApartHostBatch(message, actions);
        return;
      }
      actions.emplace_back(
          ToHost{ErrorMessage("null", kInvalidRequest, "Batches are not supported")});
      return;
    case MessageKind::kRequest:
      HostRequested(outgoing, actions);
      return;
    case MessageKind::kNotification:
      HostCancelled(outgoing, actions);
      return;
    case MessageKind::kResponse:
    case MessageKind::kOther:
      SendOn(outgoing, actions);
      return;
  }
}

void Interceptor::Connection::SendOn(const Outgoing& outgoing, Actions& actions) {
  if (outgoing.changed.empty()) {
    actions.emplace_back(Forward{});
  } else {
    actions.emplace_back(ToServer{outgoing.changed});
  }
}

void Interceptor::Connection::HostAskedClosedServer(const Message& message, Actions& actions) {
  if (message.kind != MessageKind::kRequest) return;
  actions.emplace_back(ToHost{ErrorMessage(message.id->text, "The server has ended.")});
}

void Interceptor::Connection::HostRequested(const Outgoing& outgoing, Actions& actions) {
  const Message& message = outgoing.message;
  HostRequest request;
  request.id = std::string(message.id->text);
  request.id_type = message.id->type;
  request.id_key = IdKey(*message.id);
  request.method = message.method;
  const std::optional<json::Value> meta = MetaOf(message);
  request.token = ProgressToken(meta);
  request.called_at_ms = clock_.UnixMillis();
  request.sent_key = request.id_key;
  std::string revision = RequestRevision(meta);
  request.typed_results = !revision.empty();
  request.continues_list =
      message.method.ends_with("/list") && message.params && json::Find(*message.params, "cursor");
  if (message.method != "tools/call") {
    request.refuse = "only calls of tools are paid";
  } else if (absl::StatusOr<ToolCall> call = ReadToolCall(message); call.ok()) {
    request.tool_call = *std::move(call);
    request.refuse = WhyNeverPaid(request, std::move(revision));
  } else {
    request.refuse = std::string(call.status().message());
  }
  if (const auto elder = requests_.WithHostId(request.id_key)) {
    request.refuse = "the host used its id for two requests at once";
    requests_.Find(*elder)->refuse = request.refuse;
    actions.emplace_back(
        Note{absl::StrFormat("The host used the id %s for two requests at once; neither is paid.",
                             Printable(request.id, 64))});
  }
  // The host's count may have reached an id that the server knows from us.
  const bool minted = ids_.IsMinted(*message.id);
  ids_.Seen(*message.id);
  if (minted) {
    request.sent_id = ids_.Mint(request.id_type);
    request.sent_key = IdKey(request.sent_id);
    actions.emplace_back(
        ToServer{json::Splice(message.text, {{{"id"}, request.sent_id}}).value_or(std::string())});
  } else {
    SendOn(outgoing, actions);
  }
  if (request.refuse.empty()) request.line = Payable(message, meta);
  requests_.Add(std::move(request));
}

// What is sent again with a proof: of a _meta that is null there is nothing to put a proof in.
std::string Interceptor::Connection::Payable(const Message& message,
                                             const std::optional<json::Value>& meta) {
  if (!meta || meta->type != json::Type::kNull) return std::string(message.text);
  return json::Splice(message.text, {{{"params", "_meta"}, std::nullopt}}).value_or(std::string());
}

// Of a call of a tool; empty if a challenge to it may be paid.
std::string Interceptor::Connection::WhyNeverPaid(const HostRequest& request,
                                                  std::string revision) {
  if (request.id_type != json::Type::kString && request.id_type != json::Type::kNumber) {
    return "its id is neither a string nor a number";
  }
  if (revision.empty()) revision = revision_;
  if (!revision.empty() && !IsKnownRevision(revision)) {
    return absl::StrFormat("revision \"%s\" of MCP is not known to this program",
                           Printable(revision, 32));
  }
  // What it continues may have been paid already.
  if (request.tool_call->continues) return "it continues a call that asked for more input";
  return "";
}

void Interceptor::Connection::HostCancelled(const Outgoing& outgoing, Actions& actions) {
  const std::optional<json::Value> id = CancelledId(outgoing.message);
  const std::optional<HostRequests::Number> number =
      id ? requests_.WithHostId(IdKey(*id)) : std::nullopt;
  if (!number) {
    if (id && requests_.WasAnswered(IdKey(*id))) actions.emplace_back(TakenBack{IdKey(*id)});
    SendOn(outgoing, actions);
    return;
  }
  const HostRequest& request = *requests_.Find(*number);
  if (request.stage != Stage::kSent) {
    paid_calls_.Cancel(*number, outgoing.message, actions);
    return;
  }
  if (request.method == "initialize") {
    actions.emplace_back(Note{"The host cancelled its initialize; that was not forwarded."});
    return;
  }
  if (request.sent_id.empty()) {
    SendOn(outgoing, actions);
  } else {
    absl::StatusOr<std::string> cancel =
        json::Splice(outgoing.message.text, {CancelInstead(request.sent_id)});
    if (cancel.ok()) actions.emplace_back(ToServer{*std::move(cancel)});
  }
  requests_.Drop(*number);
}

}  // namespace tollpass
