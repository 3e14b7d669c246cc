#include "interceptor/connection.h"

#include <algorithm>
#include <utility>

#include "interceptor/mcp/answers.h"
#include "interceptor/mcp/partial.h"

namespace tollpass {
namespace {

constexpr std::string_view kRequestTooLong =
    "The request is longer than 16 MiB and was not forwarded.";
constexpr std::string_view kAnswerTooLong =
    "The server's answer is longer than 16 MiB and was not forwarded.";
constexpr std::string_view kServerEnded = "The server ended before it answered.";

template <typename List>
void Append(List& list, const List& more) {
  list.insert(list.end(), more.begin(), more.end());
}

// A key that never belongs in one direction is no less a payment there.
PaymentNames NamesOf(const Dialects& dialects) {
  PaymentNames names;
  const auto add = [&](const DialectTraits& traits) {
    Append(names.meta_keys, traits.request_meta_keys);
    Append(names.meta_keys, traits.result_meta_keys);
    Append(names.price_keys, traits.price_meta_keys);
    Append(names.price_members, traits.price_members);
    Append(names.arguments, traits.arguments);
    Append(names.capabilities, traits.capabilities);
  };
  for (const auto& dialect : dialects) add(dialect->traits());
  add(ForeignNames());
  return names;
}

}  // namespace

Interceptor::Connection::Connection(InterceptorOptions options, const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      dialects_(MakeDialects()),
      names_(NamesOf(dialects_)),
      ids_(options_.id_prefix),
      requests_(names_, options_.id_prefix),
      paid_calls_(dialects_, requests_, ids_, clock) {}

Actions Interceptor::Connection::FromHost(std::string_view line) {
  Actions actions;
  if (!host_closed_) RouteHostMessage(line, actions);
  return Finished(std::move(actions));
}

Actions Interceptor::Connection::FromServer(std::string_view line) {
  Actions actions;
  if (!server_closed_) RouteServerMessage(line, actions);
  return Finished(std::move(actions));
}

Actions Interceptor::Connection::FromKernel(uint64_t ticket, const Decision& decision) {
  Actions actions;
  paid_calls_.Decided(ticket, decision, actions);
  return Finished(std::move(actions));
}

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

Actions Interceptor::Connection::ServerClosed() {
  Actions actions;
  server_closed_ = true;
  paid_calls_.ServerClosed(actions);
  for (const HostRequests::Number number : requests_.All()) {
    requests_.Fail(number, kServerEnded, actions);
  }
  return Finished(std::move(actions));
}

Actions Interceptor::Connection::HostClosed() {
  Actions actions;
  host_closed_ = true;
  paid_calls_.HostClosed(actions);
  for (const HostRequests::Number number : requests_.All()) requests_.Drop(number);
  return Finished(std::move(actions));
}

Actions Interceptor::Connection::Tick() {
  Actions actions;
  announced_wake_ms_.reset();
  paid_calls_.Tick(actions);
  return Finished(std::move(actions));
}

// Nothing is written to a side that is gone; a change of the next due time is announced.
Actions Interceptor::Connection::Finished(Actions actions) {
  if (host_closed_) {
    const auto end = std::remove_if(actions.begin(), actions.end(), [](const Action& action) {
      return std::holds_alternative<Forward>(action) || std::holds_alternative<ToHost>(action);
    });
    actions.erase(end, actions.end());
  }
  if (server_closed_) {
    const auto end = std::remove_if(actions.begin(), actions.end(), [](const Action& action) {
      return std::holds_alternative<ToServer>(action);
    });
    actions.erase(end, actions.end());
  }
  const std::optional<int64_t> due = paid_calls_.NextDue();
  if (due && due != announced_wake_ms_) actions.emplace_back(Wake{*due});
  announced_wake_ms_ = due;
  return actions;
}

}  // namespace tollpass
