#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/network.h"
#include "core/status.h"
#include "home/key_text.h"
#include "home/open_home.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

struct WalletAddressOptions {
  std::string network;
  bool json = false;
};

absl::StatusOr<int> Address(const CommandLine& line, const WalletAddressOptions& options) {
  const std::string& network = options.network;
  if (!network.empty() && !IsNetworkId(network)) {
    return absl::InvalidArgumentError("--network: not a CAIP-2 id, like eip155:84532");
  }
  const Home home = HomeOf(line);
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<KeyDescription> keys, KeyRing(home.KeysPath()).List());
  if (keys.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "there is no payment key in %s; make one with: tollpass wallet new", home.KeysPath()));
  }
  if (!network.empty()) {
    std::erase_if(keys, [&](const KeyDescription& key) {
      return key.family != NetworkFamily(network) || key.network_class != ClassOf(network);
    });
    if (keys.empty()) {
      return absl::NotFoundError(absl::StrFormat("no key of %s pays on %s", home.path, network));
    }
  }
  if (options.json) {
    PrintLine(KeysJson(keys));
    return kExitDone;
  }
  for (const KeyDescription& key : keys) {
    PrintLine(network.empty() ? KeyText(key) : key.account);
  }
  return kExitDone;
}

}  // namespace

void AddWalletAddress(CLI::App& wallet, CommandLine& line) {
  auto options = std::make_shared<WalletAddressOptions>();
  CLI::App* command = AddCommand(wallet, line,
                                 {"address", "Show the accounts that payments come from",
                                  "tollpass wallet address --network eip155:84532"},
                                 [&line, options] { return Address(line, *options); });
  command->add_option("--network", options->network, "Only the account that pays there, bare")
      ->type_name("CAIP-2");
  command->add_flag("--json", options->json, "Print an array");
}

}  // namespace tollpass
