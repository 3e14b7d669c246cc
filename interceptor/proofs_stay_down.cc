// A server that echoes a proof does not show it to the host.

#include <utility>

#include "interceptor/connection.h"
#include "interceptor/mcp/answers.h"

namespace tollpass {
namespace {

constexpr std::string_view kUnreadable = "The server's answer could not be read.";
constexpr std::string_view kRefused = "The host does not take requests with payment messages.";

}  // namespace

void Interceptor::Connection::TakeOutProofs(std::string_view line, Actions& actions) {
  Actions checked;
  for (Action& action : actions) {
    const auto* up = std::get_if<ToHost>(&action);
    if (up == nullptr && !std::holds_alternative<Forward>(action)) {
      checked.push_back(std::move(action));
      continue;
    }
    const std::string_view text = up != nullptr ? std::string_view(up->message) : line;
    absl::StatusOr<std::optional<std::string>> without = sent_proofs_.Without(text);
    if (!without.ok()) {
      ProofStays(text, checked);
    } else if (*without) {
      checked.emplace_back(ToHost{**std::move(without)});
    } else {
      checked.push_back(std::move(action));
    }
  }
  actions = std::move(checked);
}

// It cannot be taken out of `line`, which does not go up; whoever waits for it is told.
void Interceptor::Connection::ProofStays(std::string_view line, Actions& actions) {
  actions.emplace_back(Note{"A line of the server with a proof in it was not forwarded."});
  const Message message = ReadMessage(line);
  if (!message.id) return;
  if (message.kind == MessageKind::kRequest) {
    actions.emplace_back(ToServer{ErrorMessage(message.id->text, kRefused)});
  } else if (message.kind == MessageKind::kResponse) {
    actions.emplace_back(ToHost{ErrorMessage(message.id->text, kUnreadable)});
  }
}

}  // namespace tollpass
