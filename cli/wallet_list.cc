#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/list_command.h"
#include "core/status.h"
#include "home/key_text.h"
#include "home/open_home.h"
#include "wallet/keys/key_folder.h"

namespace tollpass {
namespace {

absl::StatusOr<std::vector<std::string>> Keys(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<StoredKey> keys, ListStoredKeys(home.KeysPath()));
  std::vector<std::string> texts;
  for (const StoredKey& key : keys) {
    texts.push_back(json ? StoredKeyJson(key).Done() : StoredKeyText(key));
  }
  return texts;
}

}  // namespace

void AddWalletList(CLI::App& wallet, CommandLine& line) {
  AddListCommand(
      wallet, line,
      {"list", "Show every key: the approval key, those that pay, and those that were replaced",
       "tollpass wallet list"},
      Keys, "");
}

}  // namespace tollpass
