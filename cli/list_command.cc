#include "cli/list_command.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli/exit_code.h"
#include "core/json/json.h"
#include "core/status.h"

namespace tollpass {
namespace {

absl::StatusOr<int> List(const CommandLine& line, const ReadList& read, bool json,
                         std::string_view if_empty) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<std::string> texts, read(line, json));
  if (json) {
    PrintLine(json::Array(texts));
    return kExitDone;
  }
  for (const std::string& text : texts) {
    PrintText(text);
  }
  if (texts.empty() && !if_empty.empty()) {
    PrintMessage(if_empty);
  }
  return kExitDone;
}

}  // namespace

void AddListCommand(CLI::App& parent, CommandLine& line, const CommandText& text, ReadList read,
                    std::string_view if_empty) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command =
      AddCommand(parent, line, text, [&line, json, read = std::move(read), if_empty] {
        return List(line, read, *json, if_empty);
      });
  command->add_flag("--json", *json, "Print an array");
}

}  // namespace tollpass
