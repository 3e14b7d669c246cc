#include "tests/kit/plain_host.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/os/poll.h"
#include "core/os/process.h"
#include "core/status.h"
#include "tests/kit/calls.h"
#include "tests/kit/record.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;

constexpr size_t kChunk = 64 * 1024;
constexpr int64_t kGuardMs = 60'000;  // no promise: only the end of a wait for nothing
constexpr int64_t kLookMs = 50;       // between two looks at the record
constexpr char kRevision[] = "2025-11-25";

/// One connection to a server that it started.
class Client {
 public:
  Client(os::Child child, std::ofstream& seen) : child_(std::move(child)), seen_(seen) {}

  /// The answer; std::nullopt where the server ends, or `gives_up` before one has come.
  std::optional<json> Request(
      const char* method, const json& params,
      const std::function<bool()>& gives_up = [] { return false; }) {
    const int id = ++last_id_;
    Send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}});
    const int64_t end = clock_.SteadyMillis() + kGuardMs;
    while (!ended_ && clock_.SteadyMillis() < end && !gives_up()) {
      const auto line = NextLine(clock_.SteadyMillis() + kLookMs);
      const json message = line ? json::parse(*line, nullptr, false) : json();
      if (message.is_object() && message.value("id", json()) == id) return message;
    }
    Notify("notifications/cancelled", {{"requestId", id}});
    return std::nullopt;
  }

  void Notify(const char* method, const json& params) {
    Send({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}});
  }

  void Close() {
    child_.to_child().Close();
    const int64_t end = clock_.SteadyMillis() + kGuardMs;
    while (NextLine(end)) {
    }
    if (!child_.TryWait()) child_.SignalGroup(9);
    child_.Wait();
  }

 private:
  /// A server that has ended takes nothing, and gives no answer either.
  void Send(const json& message) {
    const std::string line = message.dump() + "\n";
    std::string_view rest = line;
    while (!rest.empty()) {
      std::vector<os::Watched> watched = {{.fd = child_.to_child().get(), .want_write = true}};
      const auto taken = os::Write(child_.to_child().get(), rest);
      if (!taken.ok()) return;
      rest.remove_prefix(*taken);
      if (!rest.empty() && !os::Wait(watched, kGuardMs).ok()) return;
    }
  }

  std::optional<std::string> NextLine(int64_t end) {
    for (;;) {
      if (const size_t line_feed = buffer_.find('\n'); line_feed != std::string::npos) {
        std::string line = buffer_.substr(0, line_feed);
        buffer_.erase(0, line_feed + 1);
        seen_ << line << "\n" << std::flush;
        return line;
      }
      std::vector<os::Watched> watched = {{.fd = child_.from_child().get(), .want_read = true}};
      const int64_t left = end - clock_.SteadyMillis();
      if (left <= 0 || !os::Wait(watched, left).ok()) return std::nullopt;
      const auto read = os::Read(child_.from_child().get(), buffer_, kChunk);
      ended_ = !read.ok() || *read == size_t{0};
      if (ended_) return std::nullopt;
    }
  }

  SystemClock clock_;
  os::Child child_;
  std::ofstream& seen_;
  std::string buffer_;
  int last_id_ = 0;
  bool ended_ = false;  // the server will say nothing more
};

absl::Status Greet(Client& client, const std::vector<std::string>& command) {
  const json me = {{"name", "tollpass-kit"}, {"version", "1"}};
  const auto greeting = client.Request(
      "initialize",
      {{"protocolVersion", kRevision}, {"capabilities", json::object()}, {"clientInfo", me}});
  if (!greeting) {
    return absl::UnavailableError(
        absl::StrFormat("%s: ended or did not answer the first message", command.front()));
  }
  client.Notify("notifications/initialized", json::object());
  client.Request("tools/list", json::object());
  return absl::OkStatus();
}

bool PaymentCame(const Call& call, const std::string& path) {
  const auto events = ReadRecord(path);
  return events.ok() && std::ranges::any_of(*events, [&](const json& event) {
           return event.value("tool", "") == call.tool && event.contains("payment");
         });
}

/// A file of an earlier run would be judged together with this one.
absl::Status IsNew(const std::string& path) {
  if (!std::filesystem::exists(path)) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s is there already: each run has a record, a transcript and a home of its own", path));
}

absl::Status WritesAnotherRecord(const std::string& path) {
  return absl::UnavailableError(absl::StrFormat(
      "%s: what was started writes no such record; give the same --record as its `tollpass-kit "
      "server` has",
      path));
}

}  // namespace

absl::Status Play(const PlainHostOptions& options, std::ostream& out) {
  os::IgnoreWriteSignals();
  for (const std::string& path : {options.record, options.seen})
    TOLLPASS_RETURN_IF_ERROR(IsNew(path));
  std::ofstream seen(options.seen, std::ios::binary);
  if (!seen) {
    return absl::UnavailableError(
        absl::StrFormat("%s: cannot be opened for writing", options.seen));
  }
  const std::vector<Connection> connections = Connections();
  for (const Connection& connection : connections) {
    TOLLPASS_ASSIGN_OR_RETURN(os::Child child, os::Child::Start({.argv = options.command}));
    Client client(std::move(child), seen);
    TOLLPASS_RETURN_IF_ERROR(Greet(client, options.command));
    if (!std::filesystem::exists(options.record)) return WritesAnotherRecord(options.record);
    const bool is_first = &connection == &connections.front();
    for (const Call& call : connection.calls) {
      const bool is_lost = call.fate == Fate::kRepeated && is_first;
      out << absl::StrFormat("connection %d: %s %s\n", is_first ? 1 : 2, call.tool,
                             ArgumentsOf(call).dump())
          << std::flush;
      client.Request("tools/call", {{"name", call.tool}, {"arguments", ArgumentsOf(call)}},
                     [&] { return is_lost && PaymentCame(call, options.record); });
    }
    client.Close();
  }
  return absl::OkStatus();
}

}  // namespace tollpass::kit
