#include "tests/simulation/host.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "absl/strings/str_format.h"

namespace tollpass::simulation {
namespace {

// Longer than host_timeout of the policy: from then on an equal call is a repeat, also where the
// machine's clock was set back meanwhile.
constexpr int64_t kPatienceMs = 70'000;
constexpr int kMostAttempts = 4;

std::string CallLine(int64_t id, const std::string& tool, const std::string& arguments) {
  return absl::StrFormat(
      R"({"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":%s}})",
      id, tool, arguments);
}

std::string CancelLine(int64_t id) {
  return absl::StrFormat(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}})", id);
}

}  // namespace

void Host::Send(HostCall& call) {
  call.id = ++last_id_;
  call.state = State::kWaits;
  call.sent_at_ms = clock_.UnixMillis();
  ++call.attempts;
  // A call of another server is another call, though it is the host's repeat.
  call.server = server();
  if (!call.server.empty() && call.servers.insert(call.server).second) {
    witness_.CallMade(CallText(call.server, call.tool, call.arguments));
  }
  send(CallLine(call.id, call.tool, call.arguments));
}

void Host::Call(const std::string& tool, const std::string& arguments) {
  // One that rests is repeated rather than made anew: an equal call would be its repeat.
  for (HostCall& call : calls_) {
    if (call.tool != tool || call.arguments != arguments || call.state != State::kRests) continue;
    Send(call);
    return;
  }
  calls_.emplace_back(tool, arguments);
  Send(calls_.back());
}

void Host::CallAgainInParallel() {
  for (const HostCall& call : calls_) {
    if (call.state != State::kWaits) continue;
    const HostCall twin(call.tool, call.arguments);
    calls_.push_back(twin);
    Send(calls_.back());
    return;
  }
}

void Host::CancelOne() {
  for (HostCall& call : calls_) {
    if (call.state != State::kWaits || dice_.OneIn(2)) continue;
    call.state = State::kRests;
    send(CancelLine(call.id));
    return;
  }
}

void Host::RepeatSome() {
  for (size_t i = 0; i < calls_.size(); ++i) {
    HostCall& call = calls_[i];
    const bool gives_up =
        call.state == State::kWaits && clock_.UnixMillis() - call.sent_at_ms > kPatienceMs;
    if ((gives_up || call.state == State::kRests) && call.attempts < kMostAttempts &&
        dice_.OneIn(2)) {
      Send(call);
    }
  }
}

void Host::Receive(std::string_view line) {
  const nlohmann::json message = nlohmann::json::parse(line, nullptr, false);
  const auto waits_for = [&](const HostCall& call) {
    return call.state == State::kWaits && message.is_object() && message.contains("id") &&
           message["id"] == call.id;
  };
  const auto found = std::find_if(calls_.begin(), calls_.end(), waits_for);
  if (found == calls_.end()) {
    witness_.HostSaw(line, "");
    return;
  }
  HostCall& call = *found;
  witness_.HostSaw(line, CallText(call.server, call.tool, call.arguments));
  const std::string text =
      message.value("/result/content/0/text"_json_pointer, std::string("(error)"));
  const bool has_result = text.starts_with("result");
  call.state = has_result ? State::kDone : State::kRests;
  if (!has_result) last_words_ = text;
}

void Host::Interrupted() {
  for (HostCall& call : calls_) {
    if (call.state == State::kWaits) call.state = State::kRests;
  }
}

void Host::CallTwice(const std::string& tool, const std::string& arguments) {
  for (int i = 0; i < 2; ++i) {
    calls_.emplace_back(tool, arguments);
    Send(calls_.back());
  }
}

void Host::Insist(const std::string& arguments) {
  for (size_t i = 0; i < calls_.size(); ++i) {
    if (calls_[i].arguments == arguments && calls_[i].state == State::kRests) Send(calls_[i]);
  }
}

bool Host::HasResultsOf(const std::string& arguments) const {
  return std::all_of(calls_.begin(), calls_.end(), [&](const HostCall& call) {
    return call.arguments != arguments || call.state == State::kDone;
  });
}

}  // namespace tollpass::simulation
