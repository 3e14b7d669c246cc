#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

constexpr size_t kMaxMessageLine = 4096;
constexpr char kTailHelp[] =
    "Behind `--`:\n  COMMAND ARG...              The MCP server's command line, taken as it is\n\n";

void AddHome(CLI::App& app, CommandLine& line) {
  app.add_option("--home", line.home_flag, "Folder with policy, keys and ledger")->type_name("DIR");
}

}  // namespace

CLI::App* AddCommand(CLI::App& parent, CommandLine& line, const CommandText& text, RunCommand run) {
  CLI::App* command = parent.add_subcommand(text.name, text.purpose);
  command->footer(std::string(text.takes_tail ? kTailHelp : "") + "Example:\n  " + text.example);
  AddHome(*command, line);
  const bool in_group = parent.get_parent() != nullptr;
  const std::string full_name = in_group ? parent.get_name() + " " + text.name : text.name;
  command->callback(
      [&line, command, full_name, takes_tail = text.takes_tail, run = std::move(run)] {
        if (!command->get_subcommands().empty()) {
          return;  // One of its own commands was chosen.
        }
        line.chosen = full_name;
        line.takes_tail = takes_tail;
        line.run = run;
      });
  return command;
}

CLI::App* AddGroup(CLI::App& parent, CommandLine& line, const std::string& name,
                   const std::string& purpose, const std::string& example) {
  CLI::App* group = parent.add_subcommand(name, purpose);
  group->footer("Example:\n  " + example);
  AddHome(*group, line);
  group->require_subcommand(1);
  return group;
}

Home HomeOf(const CommandLine& line) { return FindHome(line.home_flag); }

int64_t NowOf(const CommandLine& line) { return line.clock.UnixMillis() / 1000; }

void PrintMessage(std::string_view message) {
  const char* prefix = "tollpass: ";
  while (true) {
    const size_t end = message.find('\n');
    absl::FPrintF(stderr, "%s%s\n", prefix, Printable(message.substr(0, end), kMaxMessageLine));
    if (end == std::string_view::npos || end + 1 == message.size()) {
      return;
    }
    message.remove_prefix(end + 1);
    prefix = "  ";
  }
}

void PrintLine(std::string_view line) { absl::FPrintF(stdout, "%s\n", line); }

void PrintText(std::string_view text) {
  for (size_t end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    PrintLine(Printable(text.substr(0, end), text.size()));
    text.remove_prefix(end + 1);
  }
  PrintLine(Printable(text, text.size()));
}

}  // namespace tollpass
