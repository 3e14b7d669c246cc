#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/status.h"
#include "home/key_text.h"
#include "home/open_home.h"
#include "wallet/keys/key_folder.h"

namespace tollpass {
namespace {

absl::StatusOr<int> List(const CommandLine& line, bool as_json) {
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<StoredKey> keys, ListStoredKeys(home.KeysPath()));
  std::vector<std::string> rows;
  for (const StoredKey& key : keys) {
    rows.push_back(as_json ? StoredKeyJson(key).Done() : StoredKeyText(key));
  }
  if (as_json) {
    PrintLine(json::Array(rows));
    return kExitDone;
  }
  for (const std::string& row : rows) {
    PrintLine(row);
  }
  return kExitDone;
}

}  // namespace

void AddWalletList(CLI::App& wallet, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = AddCommand(
      wallet, line,
      {"list", "Show every key: the approval key, those that pay, and those that were replaced",
       "tollpass wallet list"},
      [&line, json] { return List(line, *json); });
  command->add_flag("--json", *json, "Print an array");
}

}  // namespace tollpass
