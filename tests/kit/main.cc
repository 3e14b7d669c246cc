// Tests the integration of Tollpass in any host: docs/kit.md.

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_format.h"
#include "core/status.h"
#include "tests/kit/calls.h"
#include "tests/kit/check.h"
#include "tests/kit/plain_host.h"
#include "tests/kit/record.h"
#include "tests/kit/server.h"

namespace tollpass::kit {
namespace {

// Exit codes, as those of tollpass.
constexpr int kDone = 0;
constexpr int kFailed = 1;
constexpr int kUsage = 2;
constexpr int kUnavailable = 3;

struct Flags {
  std::string record;
  std::string seen;
  bool as_json = false;
  PlainHostOptions host;
};

int CodeOf(const absl::Status& status) {
  if (status.ok()) return kDone;
  std::cerr << "tollpass-kit: " << status.message() << "\n";
  return kUnavailable;
}

absl::StatusOr<std::string> ReadAll(const std::string& path) {
  if (path == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(absl::StrFormat("%s: cannot be read", path));
  return std::string(std::istreambuf_iterator<char>(file), {});
}

int RunCheck(const Flags& flags) {
  const auto events = ReadRecord(flags.record);
  if (!events.ok()) return CodeOf(events.status());
  const auto seen = ReadAll(flags.seen);
  if (!seen.ok()) return CodeOf(seen.status());
  const auto findings = Check(*events, Transcript(*seen));
  std::cout << ReportText(findings, flags.as_json);
  return AllPassed(findings) ? kDone : kFailed;
}

CLI::App& AddCommand(CLI::App& app, const char* name, const char* does, const char* example) {
  CLI::App& command = *app.add_subcommand(name, does);
  command.footer(std::string("Example: tollpass-kit ") + example);
  return command;
}

void AddRecord(CLI::App& command, Flags& flags, const char* what) {
  command.add_option("--record", flags.record, what)->type_name("FILE")->required();
}

void AddJson(CLI::App& command, Flags& flags) {
  command.add_flag("--json", flags.as_json, "Print one JSON document");
}

int Main(int argc, char** argv) {
  Flags flags;
  CLI::App app("Tests the integration of Tollpass in a host.", "tollpass-kit");
  app.footer("Example: tollpass-kit check --record FILE --seen TRANSCRIPT");
  app.require_subcommand(1);

  app.set_version_flag("--version", "tollpass-kit " TOLLPASS_VERSION);

  CLI::App& server = AddCommand(
      app, "server", "An MCP server on stdio with paid tools and marked payment messages",
      "server --record \"$PWD/record\"");
  AddRecord(server, flags,
            "File to write what it is asked and tells; absolute, as hosts choose the folder; the "
            "same for all connections of a run, a new one for each run");

  CLI::App& calls = AddCommand(app, "calls", "Print the calls that a host has to make", "calls");
  AddJson(calls, flags);

  CLI::App& quote_key = AddCommand(
      app, "quote-key", "Print the server's entry for a policy's quote_keys", "quote-key");

  CLI::App& play =
      AddCommand(app, "play", "Make the calls as a plain host, to see that all is set up",
                 "play --record record --seen seen -- tollpass proxy kit");
  AddRecord(play, flags, "The record that the server which it starts writes; not there before");
  play.add_option("--seen", flags.host.seen, "File for every byte that it gets; not there before")
      ->type_name("FILE")
      ->required();
  play.add_option("command", flags.host.command, "What to start, after --")->required();

  CLI::App& check = AddCommand(app, "check", "Hold a record and a transcript to the rules",
                               "check --record record --seen seen");
  AddRecord(check, flags, "The record that the server wrote");
  check.add_option("--seen", flags.seen, "File with what the model saw, or - for stdin")
      ->type_name("FILE")
      ->required();
  AddJson(check, flags);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kDone : kUsage;
  }
  if (server.parsed()) return CodeOf(Serve(flags.record));
  flags.host.record = flags.record;
  if (play.parsed()) return CodeOf(Play(flags.host, std::cout));
  if (check.parsed()) return RunCheck(flags);
  if (quote_key.parsed()) std::cout << QuoteKey() << "\n";
  if (calls.parsed()) std::cout << CallsText(flags.as_json);
  return kDone;
}

}  // namespace
}  // namespace tollpass::kit

int main(int argc, char** argv) { return tollpass::kit::Main(argc, argv); }
