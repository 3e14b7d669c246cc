// Responses of the server.

#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "interceptor/connection.h"
#include "interceptor/mcp/revisions.h"
#include "interceptor/redaction.h"

namespace tollpass {
namespace {

constexpr std::string_view kUnreadable = "The server's answer could not be read.";

// Something that the tool gave; a demand beside it is only left out.
bool HasContent(const Message& response) {
  if (!response.result) return false;
  const auto is_error = json::Find(*response.result, "isError");
  const auto content = json::Find(*response.result, "content");
  return content && !json::Elements(*content).empty() && !(is_error && MarksError(*is_error));
}

}  // namespace

void Interceptor::Connection::ServerResponded(const Message& response, Actions& actions) {
  if (!response.id) {
    AnsweredNobody(response, actions);
    return;
  }
  const std::string key = IdKey(*response.id);
  if (paid_calls_.IsWaiting(key)) {
    paid_calls_.Answered(key, response, actions);
  } else if (const std::optional<HostRequests::Number> number = requests_.SentAs(key)) {
    AnsweredUnpaid(*number, response, actions);
  } else {
    AnsweredNobody(response, actions);
  }
}

std::optional<Challenge> Interceptor::Connection::ReadUnpaid(std::string_view method,
                                                             const Message& response) const {
  if (!response.marked) return std::nullopt;
  std::optional<Challenge> challenge =
      ReadChallenge(dialects_, Answer(method, response.result, response.error));
  if (challenge || HasContent(response) || (!method.empty() && method != "tools/call")) {
    return challenge;
  }
  if (DemandsBeside(dialects_, *response.root).empty()) return std::nullopt;
  return UnpayableChallenge();
}

std::vector<json::Edit> Interceptor::Connection::BesideRemovals(const Message& message) const {
  std::vector<json::Edit> edits;
  if (!message.marked) return edits;
  for (std::string& name : DemandsBeside(dialects_, *message.root)) {
    edits.push_back({{std::move(name)}, std::nullopt});
  }
  return edits;
}

void Interceptor::Connection::AnsweredUnpaid(HostRequests::Number number, const Message& response,
                                             Actions& actions) {
  const HostRequest& request = *requests_.Find(number);
  if (std::optional<Challenge> challenge = ReadUnpaid(request.method, response)) {
    ServerChallenged(number, *std::move(challenge), actions);
    return;
  }
  if (request.method.ends_with("/list") && response.marked) {
    price_hints_.Take(ReadPriceHints(response, names_));
  }
  if (request.method == "tools/list") {
    tool_definitions_.Take(response, request.continues_list);
  }
  if (request.method == "initialize" && response.result) {
    revision_ = NegotiatedRevision(response);
  }
  std::vector<json::Edit> edits = BesideRemovals(response);
  if (response.marked && (request.method == "initialize" || request.method == "server/discover")) {
    for (json::Edit& edit : InstructionsRedaction(dialects_, response)) {
      edits.push_back(std::move(edit));
    }
  }
  requests_.Pass(number, response, std::move(edits), actions);
}

void Interceptor::Connection::ServerChallenged(HostRequests::Number number, Challenge challenge,
                                               Actions& actions) {
  const HostRequest& request = *requests_.Find(number);
  AuthorizeRequest ask;
  ask.call.server_id = options_.server_id;
  ask.call.principal = options_.principal;
  ask.call.method = request.method;
  if (request.tool_call) {
    ask.call.tool = request.tool_call->name;
    ask.call.arguments = request.tool_call->arguments;
    ask.call.tool_definition = tool_definitions_.Of(ask.call.tool);
    ask.call.tool_text = tool_definitions_.TextOf(ask.call.tool);
  }
  ask.call.resource_url = challenge.resource_url;
  ask.challenge = std::move(challenge);
  ask.called_at_ms = request.called_at_ms;
  if (request.refuse.empty()) {
    paid_calls_.Challenged(number, std::move(ask), actions);
    return;
  }
  actions.emplace_back(
      Note{absl::StrFormat("A request that asked for money was not paid: %s.", request.refuse)});
  paid_calls_.Refused(number, std::move(ask), actions);
}

// A response that belongs to no request that waits.
void Interceptor::Connection::AnsweredNobody(const Message& response, Actions& actions) {
  const bool payment = ReadUnpaid("", response).has_value();
  if (!response.id) {
    const std::optional<HostRequests::Number> only = requests_.Only();
    const HostRequest* request = only ? requests_.Find(*only) : nullptr;
    if (request != nullptr && request->stage == Stage::kPaid && (payment || response.error)) {
      paid_calls_.Answered(paid_calls_.UpstreamKey(*only), response, actions);
      return;
    }
    if (request != nullptr && request->stage == Stage::kSent && payment) {
      requests_.Find(*only)->refuse = "the server did not say which request it means";
      AnsweredUnpaid(*only, response, actions);
      return;
    }
  }
  if (const auto similar =
          payment && response.id ? requests_.SentAsSimilar(*response.id) : std::nullopt) {
    requests_.Find(*similar)->refuse = "the server answered under an id of another spelling";
    AnsweredUnpaid(*similar, response, actions);
    return;
  }
  if (response.id && ids_.IsMinted(*response.id)) {
    for (const std::string& key : SimilarIdKeys(*response.id)) {
      if (!paid_calls_.IsWaiting(key)) continue;
      paid_calls_.Answered(key, response, actions);
      return;
    }
  }
  std::string_view why;
  if (payment) {
    why = "a payment message for a request that nobody made";
  } else if (response.id && ids_.IsMinted(*response.id)) {
    why = "a late answer to a paid attempt";
  } else if (response.id && requests_.HadItsAnswer(IdKey(*response.id))) {
    why = "a second answer to one request";
  } else {
    PassUp(response, BesideRemovals(response), actions);
    if (response.id) requests_.Remember(IdKey(*response.id));
    return;
  }
  actions.emplace_back(
      Note{absl::StrFormat("A response of the server was not forwarded (%s), id %s.", why,
                           response.id ? Printable(response.id->text, 64) : std::string("null"))});
  if (response.id) AnswerIsNearlyOurs(*response.id, actions);
}

// An id of ours in another JSON type: the server has answered a paid attempt all the same, and no
// second answer will come.
void Interceptor::Connection::AnswerIsNearlyOurs(const json::Value& id, Actions& actions) {
  if (!ids_.IsMinted(id)) return;
  for (const std::string& key : SimilarIdKeys(id)) {
    if (requests_.SentAs(key)) requests_.Fail(*requests_.SentAs(key), kUnreadable, actions);
    paid_calls_.Lost(key, actions);
  }
}

}  // namespace tollpass
