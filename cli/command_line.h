#ifndef TOLLPASS_CLI_COMMAND_LINE_H_
#define TOLLPASS_CLI_COMMAND_LINE_H_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"

namespace CLI {
class App;
}

namespace tollpass {

/// Carries a command out; its exit code, or why it could not.
using RunCommand = std::function<absl::StatusOr<int>()>;

/// What the commands share. One thread; clock and random must outlive it.
struct CommandLine {
  const Clock& clock;
  Random& random;
  std::string home_flag{};          // --home
  int passphrase_fd = -1;           // --passphrase-fd; negative: not given
  std::string passphrase_file{};    // --passphrase-file
  std::vector<std::string> tail{};  // the words behind `--`, as they are
  bool has_tail = false;
  std::string chosen{};     // full name of the command that was given: "policy check"
  bool takes_tail = false;  // the chosen command allows words behind `--`
  RunCommand run{};         // set by the chosen command
};

/// How a command presents itself.
struct CommandText {
  std::string name;
  std::string purpose;
  std::string example;      // one or more whole command lines
  bool takes_tail = false;  // words behind `--` belong to it
};

/// Adds a command with its `--home` and help text to `parent`. Reading the command line only
/// stores `run` in `line`, so that no work happens inside the parser, which throws.
CLI::App* AddCommand(CLI::App& parent, CommandLine& line, const CommandText& text, RunCommand run);

/// Adds a word that only holds commands: "policy". `example`: a whole command line.
CLI::App* AddGroup(CLI::App& parent, CommandLine& line, const std::string& name,
                   const std::string& purpose, const std::string& example);

/// The home that the command line, else the environment, names; always absolute.
Home HomeOf(const CommandLine& line);

/// Unix seconds.
int64_t NowOf(const CommandLine& line);

/// Prints one message for the user on stderr, control characters made visible.
void PrintMessage(std::string_view message);

/// Prints a line of data on stdout, as it is: JSON, an id.
void PrintLine(std::string_view line);

/// Prints lines for people on stdout. Others may have written parts of them (servers, delegates,
/// models), so what a terminal would obey is shown as bytes, wherever it comes from.
void PrintText(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_COMMAND_LINE_H_
