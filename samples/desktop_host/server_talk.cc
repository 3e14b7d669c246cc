#include "server_talk.h"

#include <iostream>

namespace desktop_host {

using nlohmann::json;

bool ServerTalk::Initialize() {
  const json answer =
      Request("initialize", {{"protocolVersion", "2025-06-18"},
                             {"capabilities", json::object()},
                             {"clientInfo", {{"name", "desktop_host"}, {"version", "1"}}}});
  if (!answer.contains("result")) return false;
  const json ready = {{"jsonrpc", "2.0"}, {"method", "notifications/initialized"}};
  HandOn(session_.FromHost(ready.dump()), 0);
  return true;
}

json ServerTalk::Request(const std::string& method, const json& params) {
  const int id = ++last_id_;
  const json request = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}};
  std::optional<json> answer = HandOn(session_.FromHost(request.dump()), id);
  while (!answer) {
    const std::optional<std::string> line = server_.Read();
    answer = HandOn(line ? session_.FromServer(*line) : session_.Close(), id);
    if (!line && !answer) return nullptr;
  }
  return *std::move(answer);
}

void ServerTalk::Close() { HandOn(session_.Close(), 0); }

std::optional<json> ServerTalk::HandOn(const tollpass::Session::Messages& messages, int id) {
  for (const std::string& note : messages.notes) std::cerr << "tollpass: " << note << "\n";
  for (const std::string& message : messages.to_server) server_.Write(message);
  std::optional<json> answer;
  for (const std::string& message : messages.to_host) {
    json parsed = json::parse(message, nullptr, /*allow_exceptions=*/false);
    if (parsed.is_object() && parsed.value("id", json()) == id) answer = std::move(parsed);
  }
  return answer;
}

}  // namespace desktop_host
