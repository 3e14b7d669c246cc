#include "tests/cli/host.h"

#include <gtest/gtest.h>

#include <utility>

namespace tollpass {
namespace {

using nlohmann::json;

StartedBy Tollpass(const Words& arguments) {
  StartedBy starter = {{TOLLPASS_PROGRAM}};
  starter.command.insert(starter.command.end(), arguments.begin(), arguments.end());
  return starter;
}

}  // namespace

Host::Host(Sandbox& sandbox, const Words& arguments, const Variables& variables)
    : Host(sandbox, Tollpass(arguments), variables) {}

Host::Host(Sandbox& sandbox, const StartedBy& starter, const Variables& variables)
    : program_(sandbox, starter.command, variables) {
  const json hello = {{"jsonrpc", "2.0"},
                      {"id", ++last_id_},
                      {"method", "initialize"},
                      {"params",
                       {{"protocolVersion", "2025-06-18"},
                        {"capabilities", json::object()},
                        {"clientInfo", {{"name", "host"}, {"version", "1"}}}}}};
  program_.Send(hello.dump() + "\n");
  EXPECT_TRUE(Receive(last_id_).contains("result")) << program_.Errors();
  program_.Send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}\n");
}

int Host::Send(std::string_view tool, const json& arguments) {
  const json call = {{"jsonrpc", "2.0"},
                     {"id", ++last_id_},
                     {"method", "tools/call"},
                     {"params", {{"name", tool}, {"arguments", arguments}}}};
  program_.Send(call.dump() + "\n");
  return last_id_;
}

json Host::Receive(int id) {
  if (const auto early = early_.find(id); early != early_.end()) {
    json message = std::move(early->second);
    early_.erase(early);
    return message;
  }
  while (const std::optional<std::string> line = program_.ReadLine()) {
    saw_ += *line + "\n";
    json message = json::parse(*line, nullptr, false);
    EXPECT_FALSE(message.is_discarded()) << *line;
    if (!message.contains("id")) continue;
    if (message["id"] == id) {
      return message;
    }
    if (const json other = message["id"]; other.is_number_integer()) {
      early_[other.get<int>()] = std::move(message);
    }
  }
  ADD_FAILURE() << "no answer to " << id << "; stderr: " << program_.Errors();
  return nullptr;
}

json Host::Call(std::string_view tool, const json& arguments) {
  return Receive(Send(tool, arguments));
}

std::string Host::CallText(std::string_view tool, const json& arguments) {
  return TextOf(Call(tool, arguments));
}

int Host::Close() {
  program_.CloseInput();
  saw_ += program_.ReadAll();
  return program_.Wait();
}

std::string TextOf(const json& answer) {
  const json* content =
      answer.is_object() && answer.contains("result") && answer["result"].contains("content")
          ? &answer["result"]["content"]
          : nullptr;
  return content != nullptr && !content->empty() ? content->front().value("text", "") : "";
}

}  // namespace tollpass
