#include "interceptor/connection.h"

#include <algorithm>
#include <utility>

#include "interceptor/mcp/answers.h"

namespace tollpass {
namespace {

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

// What is read of a message that is too long. Bytes.
constexpr size_t kEndBytes = 4096;

std::string_view HeadOf(std::string_view line) { return line.substr(0, kEndBytes); }
std::string_view TailOf(std::string_view line) { return line.substr(line.size() - kEndBytes); }

// A byte order mark is no part of a message; what goes on is the text behind it.
template <typename Sent>
void ForwardText(std::string_view text, Actions& actions) {
  for (Action& action : actions) {
    if (std::holds_alternative<Forward>(action)) action = Sent{std::string(text)};
  }
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
  if (line.size() > kMaxMessageBytes) return HostLineTooLong(HeadOf(line), TailOf(line));
  Actions actions;
  const std::string_view text = WithoutByteOrderMark(line);
  if (!host_closed_) RouteHostMessage(text, actions);
  if (text.size() < line.size()) ForwardText<ToServer>(text, actions);
  return Finished(std::move(actions));
}

Actions Interceptor::Connection::FromServer(std::string_view line) {
  if (line.size() > kMaxMessageBytes) return ServerLineTooLong(HeadOf(line), TailOf(line));
  Actions actions;
  const std::string_view text = WithoutByteOrderMark(line);
  if (!server_closed_) RouteServerMessage(text, actions);
  TakeOutProofs(text, actions);
  if (text.size() < line.size()) ForwardText<ToHost>(text, actions);
  return Finished(std::move(actions));
}

Actions Interceptor::Connection::FromKernel(uint64_t ticket, const Decision& decision) {
  Actions actions;
  if (decision.kind == DecisionKind::kPay || decision.kind == DecisionKind::kRepeat) {
    sent_proofs_.Add(decision.proof);
  }
  paid_calls_.Decided(ticket, decision, actions);
  TakeOutProofs("", actions);
  return Finished(std::move(actions));
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
