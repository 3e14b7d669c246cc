// Lines that are no message that could be forwarded: whoever waits because of one is told.

#include <optional>
#include <string>

#include "interceptor/connection.h"
#include "interceptor/mcp/answers.h"

namespace tollpass {
namespace {

constexpr int64_t kParseError = -32700;
constexpr std::string_view kRequestTooLong =
    "The request is longer than 16 MiB and was not forwarded.";
constexpr std::string_view kAnswerTooLong =
    "The server's answer is longer than 16 MiB and was not forwarded.";
constexpr std::string_view kUnreadable = "The server's answer could not be read.";
constexpr std::string_view kHostUnreadable = "The host's answer could not be read.";

// Of a whole line the end counts only where the beginning tells too little: two messages may stand
// on one.
PartialMessage ReadWhole(std::string_view line) {
  const PartialMessage head = ReadPartial(line, "");
  return head.id.empty() ? ReadPartial(line, line) : head;
}

}  // namespace

Actions Interceptor::Connection::HostLineTooLong(std::string_view head, std::string_view tail) {
  Actions actions;
  const PartialMessage partial = ReadPartial(head, tail);
  actions.emplace_back(Note{"The host sent a line of more than 16 MiB; it was not forwarded."});
  if (partial.id.empty()) return Finished(std::move(actions));
  std::string error = ErrorMessage(partial.id, kRequestTooLong);
  if (partial.answers || !partial.has_method) {
    // The server waits for it; its ids are a space of their own.
    actions.emplace_back(ToServer{std::move(error)});
  } else {
    actions.emplace_back(ToHost{std::move(error)});
  }
  return Finished(std::move(actions));
}

Actions Interceptor::Connection::ServerLineTooLong(std::string_view head, std::string_view tail) {
  Actions actions;
  const PartialMessage partial = ReadPartial(head, tail);
  actions.emplace_back(Note{"The server sent a line of more than 16 MiB; it was not forwarded."});
  if (partial.has_method) {
    if (!partial.id.empty()) {
      actions.emplace_back(ToServer{ErrorMessage(partial.id, kRequestTooLong)});
    }
    return Finished(std::move(actions));
  }
  const absl::StatusOr<json::Value> id = json::Parse(partial.id, 1);
  AnswerIsUnusable(id.ok() ? std::optional<json::Value>(*id) : std::nullopt, kAnswerTooLong,
                   actions);
  return Finished(std::move(actions));
}

void Interceptor::Connection::HostLineUnreadable(std::string_view line, Actions& actions) {
  const PartialMessage partial = ReadWhole(line);
  if (partial.answers && !partial.has_method && !partial.id.empty()) {
    actions.emplace_back(Note{"A response of the host is no JSON; it was not forwarded."});
    actions.emplace_back(ToServer{ErrorMessage(partial.id, kHostUnreadable)});
    return;
  }
  const std::string_view id = partial.id.empty() ? std::string_view("null") : partial.id;
  actions.emplace_back(ToHost{ErrorMessage(id, kParseError, "Parse error")});
}

// Free text of a server has neither an id nor a result, so nobody waits for it.
void Interceptor::Connection::ServerLineUnreadable(std::string_view line, Actions& actions) {
  const PartialMessage partial = ReadWhole(line);
  if (partial.id.empty()) return;
  if (partial.has_method) {
    actions.emplace_back(ToServer{ErrorMessage(partial.id, kParseError, "Parse error")});
  } else if (partial.answers) {
    const absl::StatusOr<json::Value> id = json::Parse(partial.id, 1);
    if (id.ok()) AnswerIsUnusable(*id, kUnreadable, actions);
  }
}

void Interceptor::Connection::AnswerIsUnusable(const std::optional<json::Value>& id,
                                               std::string_view text, Actions& actions) {
  std::string key = id ? IdKey(*id) : std::string();
  if (!id) {
    const std::optional<HostRequests::Number> only = requests_.Only();
    if (!only) return;
    const HostRequest& request = *requests_.Find(*only);
    key = request.stage == Stage::kSent ? request.sent_key : paid_calls_.UpstreamKey(*only);
  }
  if (const std::optional<HostRequests::Number> number = requests_.SentAs(key)) {
    requests_.Fail(*number, text, actions);
  } else {
    paid_calls_.Lost(key, actions);
  }
}

}  // namespace tollpass
