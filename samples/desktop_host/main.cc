// A desktop MCP host that embeds Tollpass: it starts the server of a policy section, lets a
// scripted model use its tools, and asks its user in the terminal where a payment needs that.
//
//   desktop_host SERVER SCRIPT
//
// SERVER is a section of the policy in the home as `tollpass` finds it. SCRIPT is a file with a
// line `TOOL JSON` for each call, such as  weather {"city": "Oslo"}  ; docs/embedding.md says more.
//
// What the model sees goes to stdout, what the user sees to stderr.

#include <csignal>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>

#include "approval_dialog.h"
#include "scripted_model.h"
#include "server_process.h"
#include "server_talk.h"
#include "tollpass/tollpass.h"

namespace desktop_host {
namespace {

int Fail(const absl::Status& status) {
  std::cerr << "desktop_host: " << status.message() << "\n";
  return 1;
}

/// What the model sees of an answer: a result, or an error such as that of an unknown tool.
std::string TextOf(const nlohmann::json& answer) {
  for (const char* place : {"/result/content/0/text", "/error/message"}) {
    const auto text = nlohmann::json::json_pointer(place);
    if (answer.contains(text) && answer.at(text).is_string())
      return answer.at(text).get<std::string>();
  }
  return answer.is_object() ? "" : "(the server gave no answer)";
}

void RunModel(ServerTalk& talk, std::istream& script) {
  ScriptedModel model(script);
  while (const std::optional<ToolUse> use = model.Next()) {
    std::cout << "model: " << use->tool << " " << use->arguments.dump() << "\n";
    const nlohmann::json answer =
        talk.Request("tools/call", {{"name", use->tool}, {"arguments", use->arguments}});
    std::cout << "tool:  " << TextOf(answer) << "\n" << std::flush;
  }
}

int Main(const std::string& server, const std::string& script_path) {
  std::ifstream script(script_path);
  const std::optional<std::string> fault = FaultOf(script);
  if (fault) {
    std::cerr << "desktop_host: " << script_path << ": " << *fault << "\n";
    return 2;
  }
  const auto home = tollpass::Open();
  if (!home.ok()) return Fail(home.status());
  const auto endpoint = (*home)->EndpointOf(server);
  if (!endpoint.ok()) return Fail(endpoint.status());
  const auto connection = (*home)->ConnectionTo(server, "desktop_host");
  if (!connection.ok()) return Fail(connection.status());
  auto process = ServerProcess::Start(endpoint->command, endpoint->cwd, endpoint->env);
  if (!process) return Fail(absl::UnavailableError("the server cannot be started"));

  tollpass::Session session(**home, *connection, [&](const tollpass::Question& question) {
    return ShowDialog(**home, question);
  });
  ServerTalk talk(*process, session);
  if (!talk.Initialize()) return Fail(absl::UnavailableError("the server does not answer"));
  RunModel(talk, script);
  talk.Close();
  return 0;
}

}  // namespace
}  // namespace desktop_host

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr
        << "usage: desktop_host SERVER SCRIPT\n"
           "  SERVER  a section of the policy file\n"
           "  SCRIPT  a file with a line TOOL JSON for each call: weather {\"city\": \"Oslo\"}\n";
    return 2;
  }
  // A server that ended must not end its host.
  std::signal(SIGPIPE, SIG_IGN);
  return desktop_host::Main(argv[1], argv[2]);
}
