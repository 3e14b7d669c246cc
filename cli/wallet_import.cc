#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/place_key.h"
#include "core/status.h"
#include "wallet/keys/raw_key.h"

namespace tollpass {
namespace {

struct WalletImportOptions {
  std::string file;
  PlaceKeyOptions place;
};

absl::StatusOr<int> Import(const CommandLine& line, const WalletImportOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const int code, PlaceKey(line, options.place, [&](KeyKind kind) {
                              return ReadRawSecret(options.file, kind);
                            }));
  PrintMessage(absl::StrFormat("%s still holds the key for everybody who can read it; remove it",
                               options.file));
  return code;
}

}  // namespace

void AddWalletImport(CLI::App& wallet, CommandLine& line) {
  auto options = std::make_shared<WalletImportOptions>();
  CLI::App* command = AddCommand(wallet, line,
                                 {"import", "Take over a payment key from a file of hex digits",
                                  "tollpass wallet import key.hex --hot"},
                                 [&line, options] { return Import(line, *options); });
  command
      ->add_option("FILE", options->file,
                   "64 hex digits, in a file of yours with mode 0600; never on a command line")
      ->required();
  AddPlaceKeyFlags(*command, line, options->place);
}

}  // namespace tollpass
