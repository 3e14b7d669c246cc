#ifndef TOLLPASS_TESTS_CLI_RUNNING_H_
#define TOLLPASS_TESTS_CLI_RUNNING_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/os/process.h"
#include "tests/cli/sandbox.h"

namespace tollpass {

/// A program that runs while the test talks to it.
class Running {
 public:
  /// A failure of the test where it cannot be started.
  Running(Sandbox& sandbox, const Words& command, const Variables& variables = {});
  ~Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  /// Writes all of `bytes` to its stdin.
  void Send(std::string_view bytes);
  void CloseInput();
  /// The next line that it writes; std::nullopt at its end, or if none comes for `timeout_ms`.
  std::optional<std::string> ReadLine(int timeout_ms = 20'000);
  /// Everything until it closes its stdout.
  std::string ReadAll();
  void Signal(int signal) { child_->SignalGroup(signal); }
  int Wait();
  [[nodiscard]] std::string Errors() const;

 private:
  bool ReadMore(int timeout_ms);

  Sandbox& sandbox_;
  std::string error_path_;
  std::optional<os::Child> child_;
  std::string buffer_;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CLI_RUNNING_H_
