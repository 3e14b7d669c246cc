// Messages of the server that are no responses.

#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "interceptor/connection.h"
#include "interceptor/mcp/answers.h"
#include "interceptor/mcp/cancel.h"
#include "interceptor/mcp/without_payments.h"
#include "interceptor/redaction.h"

namespace tollpass {
namespace {

constexpr size_t kShownBytes = 200;
constexpr std::string_view kRefused = "The host does not take requests with payment messages.";
constexpr std::string_view kUnreadable = "The server's answer could not be read.";

std::string NotForwarded(std::string_view problem, std::string_view line) {
  return absl::StrFormat("A line of the server was not forwarded (%s): %s", problem,
                         Printable(line, kShownBytes));
}

}  // namespace

void Interceptor::Connection::RouteServerMessage(std::string_view line, Actions& actions) {
  const Message message = ReadMessage(line);
  switch (message.kind) {
    case MessageKind::kNotJson:
      actions.emplace_back(Note{NotForwarded(message.problem, line)});
      ServerLineUnreadable(line, actions);
      return;
    case MessageKind::kAmbiguous:
      actions.emplace_back(Note{NotForwarded(message.problem, line)});
      if (message.id) AnswerIsUnusable(message.id, kUnreadable, actions);
      return;
    case MessageKind::kBatch:
      if (IsTakenApart(message)) {
        TakeApartServerBatch(message, actions);
        return;
      }
      ServerBatch(message, actions);
      return;
    case MessageKind::kResponse:
      // A PaymentRequired has an "error" too, a text.
      if (message.error && message.error->type != json::Type::kObject && IsBareDemand(message)) {
        ServerDemandedBare(message, actions);
        return;
      }
      ServerResponded(message, actions);
      return;
    case MessageKind::kNotification:
      ServerNotified(message, actions);
      return;
    case MessageKind::kRequest:
      ServerRequested(message, actions);
      return;
    case MessageKind::kOther:
      if (IsBareDemand(message)) {
        ServerDemandedBare(message, actions);
        return;
      }
      if (message.id && paid_calls_.IsWaiting(IdKey(*message.id))) {
        actions.emplace_back(Note{NotForwarded("an answer without a result", line)});
        AnswerIsUnusable(message.id, kUnreadable, actions);
        return;
      }
      PassUp(message, BesideRemovals(message), actions);
      return;
  }
}

bool Interceptor::Connection::IsBareDemand(const Message& message) const {
  return message.marked &&
         ReadChallenge(dialects_, Answer("", message.root, std::nullopt)).has_value();
}

// A demand without a message around it: answered as if it stood in the response that it belongs in.
void Interceptor::Connection::ServerDemandedBare(Message message, Actions& actions) {
  if (const auto sent = message.id ? requests_.SentAs(IdKey(*message.id)) : std::nullopt) {
    requests_.Find(*sent)->refuse = "the server asked in a message that is no response";
  }
  message.kind = MessageKind::kResponse;
  message.result = message.root;
  message.error.reset();
  ServerResponded(message, actions);
}

// Forwards with `edits` and without payments.
void Interceptor::Connection::PassUp(const Message& message, std::vector<json::Edit> edits,
                                     Actions& actions) {
  absl::StatusOr<std::optional<std::string>> without =
      WithoutPayments(message, names_, std::move(edits));
  if (!without.ok()) {
    actions.emplace_back(Note{NotForwarded("a payment in it cannot be taken out", message.text)});
  } else if (*without) {
    actions.emplace_back(ToHost{**std::move(without)});
  } else {
    actions.emplace_back(Forward{});
  }
}

void Interceptor::Connection::ServerNotified(const Message& notification, Actions& actions) {
  std::vector<json::Edit> edits;
  if (const std::optional<json::Value> id = CancelledId(notification); id && ids_.IsMinted(*id)) {
    // To the host that number would be one of the server's own requests.
    actions.emplace_back(Note{NotForwarded("it cancels an id of a paid call", notification.text)});
    return;
  }
  if (notification.method == kProgressMethod) {
    ProgressRoute route = requests_.progress().Route(notification);
    if (route.kind == ProgressRoute::Kind::kDrop) return;
    if (route.kind == ProgressRoute::Kind::kRename) {
      edits.push_back({{"params", "progressToken"}, std::move(route.token)});
    }
  }
  if (!AppendRedactions(notification, edits, actions)) return;
  PassUp(notification, std::move(edits), actions);
}

// A demand in a question to the model, or to the user, is one that they would see.
void Interceptor::Connection::ServerRequested(const Message& request, Actions& actions) {
  std::vector<json::Edit> edits;
  if (AppendRedactions(request, edits, actions)) {
    PassUp(request, std::move(edits), actions);
  } else if (request.id) {
    actions.emplace_back(ToServer{ErrorMessage(request.id->text, kRefused)});
  }
}

// False if a payment cannot be taken out: the message must not go up.
bool Interceptor::Connection::AppendRedactions(const Message& message,
                                               std::vector<json::Edit>& edits, Actions& actions) {
  if (!message.marked) return true;
  std::optional<std::vector<json::Edit>> redactions =
      Redactions(dialects_, names_.meta_keys, message);
  if (!redactions) {
    actions.emplace_back(Note{NotForwarded("a payment in it cannot be taken out", message.text)});
    return false;
  }
  for (json::Edit& edit : *redactions) edits.push_back(std::move(edit));
  return true;
}

// Batches are no part of the revisions that are paid under. One that has nothing to do with a
// payment passes.
void Interceptor::Connection::ServerBatch(const Message& batch, Actions& actions) {
  std::vector<Message> responses;
  bool passes = !batch.marked;
  for (const json::Value& element : json::Elements(*batch.root)) {
    Message message = ReadMessage(element.text);
    if (message.kind != MessageKind::kResponse) continue;
    if (!message.id) continue;
    const std::string key = IdKey(*message.id);
    const std::optional<HostRequests::Number> sent = requests_.SentAs(key);
    const bool renamed = sent && requests_.Find(*sent)->id_key != key;
    const bool ours = !sent && ids_.IsMinted(*message.id);
    if (renamed || ours || paid_calls_.IsWaiting(key)) passes = false;
    responses.push_back(std::move(message));
  }
  if (passes) {
    actions.emplace_back(Forward{});
  } else {
    actions.emplace_back(Note{NotForwarded("a batch that may carry a payment", batch.text)});
  }
  for (const Message& response : responses) {
    if (!passes) {
      AnswerIsUnusable(response.id, kUnreadable, actions);
    } else if (const auto number = requests_.SentAs(IdKey(*response.id))) {
      requests_.Close(*number);
    }
  }
}

}  // namespace tollpass
