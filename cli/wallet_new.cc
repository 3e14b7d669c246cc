#include <CLI/CLI.hpp>
#include <memory>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/place_key.h"
#include "wallet/keys/key_kinds.h"

namespace tollpass {

void AddWalletNew(CLI::App& wallet, CommandLine& line) {
  auto options = std::make_shared<PlaceKeyOptions>();
  CLI::App* command = AddCommand(
      wallet, line,
      {"new", "Make a payment key; sealed unless --hot", "tollpass wallet new --hot --replace"},
      [&line, options] {
        return PlaceKey(line, *options,
                        [&line](KeyKind kind) { return NewSecret(kind, line.random); });
      });
  AddPlaceKeyFlags(*command, line, *options);
}

}  // namespace tollpass
