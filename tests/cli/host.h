#ifndef TOLLPASS_TESTS_CLI_HOST_H_
#define TOLLPASS_TESTS_CLI_HOST_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "tests/cli/running.h"

namespace tollpass {

/// A whole command, for a Host whose proxy is started by something else.
struct StartedBy {
  Words command;
};

/// A plain MCP client that started `tollpass proxy` with `arguments` and has shaken hands.
class Host {
 public:
  Host(Sandbox& sandbox, const StartedBy& starter, const Variables& variables = {});
  explicit Host(Sandbox& sandbox, const Words& arguments = {"proxy", "sample"},
                const Variables& variables = {});

  /// Sends tools/call and returns its id.
  int Send(std::string_view tool, const nlohmann::json& arguments);
  /// The answer to `id`, in whatever order answers come; null, with a failure of the test, if none
  /// comes.
  nlohmann::json Receive(int id);
  nlohmann::json Call(std::string_view tool, const nlohmann::json& arguments);
  /// The first text of the answer to a call.
  std::string CallText(std::string_view tool, const nlohmann::json& arguments);

  /// Closes the connection as hosts do; the program's exit code.
  int Close();
  [[nodiscard]] Running& program() { return program_; }
  /// Every byte that came from the server's side.
  [[nodiscard]] const std::string& saw() const { return saw_; }

 private:
  Running program_;
  int last_id_ = 0;
  std::string saw_;
  std::map<int, nlohmann::json> early_;  // answers that came before they were asked for
};

/// The one text of an answer, "" if there is none.
std::string TextOf(const nlohmann::json& answer);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CLI_HOST_H_
