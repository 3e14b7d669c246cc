#ifndef TOLLPASS_SAMPLES_DESKTOP_HOST_SERVER_PROCESS_H_
#define TOLLPASS_SAMPLES_DESKTOP_HOST_SERVER_PROCESS_H_

#include <sys/types.h>

#include <cstdio>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace desktop_host {

/// An MCP server that runs as a child, one message a line on its stdin and stdout. Move-only.
class ServerProcess {
 public:
  /// std::nullopt: it cannot be started. `cwd` may be empty; `env` is added to ours. Variables that
  /// begin with TOLLPASS_ stay here: they are about the user's money.
  static std::optional<ServerProcess> Start(const std::vector<std::string>& command,
                                            const std::string& cwd,
                                            const std::map<std::string, std::string>& env);
  ServerProcess(ServerProcess&& other) noexcept;
  ServerProcess& operator=(ServerProcess&&) = delete;
  /// Closes its stdin, on which a server ends, and waits for it.
  ~ServerProcess();

  /// False: it reads no more.
  bool Write(const std::string& message);
  /// The next line; std::nullopt at the end of its output.
  std::optional<std::string> Read();

 private:
  ServerProcess(pid_t pid, FILE* to, FILE* from) : pid_(pid), to_(to), from_(from) {}

  pid_t pid_;
  FILE* to_;
  FILE* from_;
};

}  // namespace desktop_host

#endif  // TOLLPASS_SAMPLES_DESKTOP_HOST_SERVER_PROCESS_H_
