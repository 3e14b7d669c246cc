#ifndef TOLLPASS_TESTS_CLI_TERMINAL_H_
#define TOLLPASS_TESTS_CLI_TERMINAL_H_

#include <string>
#include <string_view>

#include "core/os/file.h"
#include "tests/cli/sandbox.h"

namespace tollpass {

/// `tollpass` on a terminal of its own, as a person has it before them.
class Terminal {
 public:
  Terminal(Sandbox& sandbox, const Words& arguments, const Variables& variables = {});
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Waits until the screen shows `text` behind what was awaited before; a failure of the test if
  /// the program ends first.
  void Await(std::string_view text);
  void Type(std::string_view keys);
  /// Await `question`, type `answer` and Enter.
  void Answer(std::string_view question, std::string_view answer);
  /// True while what is typed is shown.
  [[nodiscard]] bool Echoes() const;
  /// Exit code, or 128 + signal.
  int Wait();
  /// All that was shown.
  [[nodiscard]] const std::string& screen() const { return screen_; }

 private:
  bool ReadMore();

  os::Fd terminal_;
  int pid_ = -1;
  std::string screen_;
  size_t seen_ = 0;  // bytes of screen_
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CLI_TERMINAL_H_
