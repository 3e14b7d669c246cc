#ifndef TOLLPASS_SAMPLES_DESKTOP_HOST_SERVER_TALK_H_
#define TOLLPASS_SAMPLES_DESKTOP_HOST_SERVER_TALK_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "server_process.h"
#include "tollpass/session.h"

namespace desktop_host {

/// Requests to one MCP server, each waited for. Every message of either side goes through the
/// session: what comes back here has no payment in it.
class ServerTalk {
 public:
  /// Both must outlive this.
  ServerTalk(ServerProcess& server, tollpass::Session& session)
      : server_(server), session_(session) {}

  /// The handshake. False: the server does not answer.
  bool Initialize();
  /// The answer to a request, with a result or an error; null where none comes.
  nlohmann::json Request(const std::string& method, const nlohmann::json& params);
  /// The end: whatever still waits gets its answer.
  void Close();

 private:
  /// Hands on what the session returned; the answer to the request `id` if it is among it.
  std::optional<nlohmann::json> HandOn(const tollpass::Session::Messages& messages, int id);

  ServerProcess& server_;
  tollpass::Session& session_;
  int last_id_ = 0;
};

}  // namespace desktop_host

#endif  // TOLLPASS_SAMPLES_DESKTOP_HOST_SERVER_TALK_H_
