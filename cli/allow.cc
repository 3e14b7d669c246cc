#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/narrowing_flags.h"
#include "cli/passphrases.h"
#include "core/status.h"
#include "home/allow_order.h"
#include "home/find_mandate.h"
#include "home/mandate_json.h"
#include "home/mandate_text.h"
#include "home/open_home.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

struct AllowOptions {
  NarrowingFlags flags;
  bool json = false;
};

/// What is signed counts, but a sealed key pays nothing under it yet.
void WarnOfSealedKeys(const Home& home, const MandateTerms& terms) {
  const absl::StatusOr<std::vector<KeyDescription>> keys = KeyRing(home.KeysPath()).List();
  for (const KeyDescription& key : keys.ok() ? *keys : std::vector<KeyDescription>()) {
    if (!key.hot && std::ranges::find(terms.wallet_keys, key.account) != terms.wallet_keys.end()) {
      PrintMessage(absl::StrFormat(
          "%s is sealed: nothing is paid from it until an agent can unlock it, or you make it hot "
          "(tollpass wallet passphrase --hot)",
          key.account));
    }
  }
}

absl::StatusOr<int> Allow(const CommandLine& line, const AllowOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const Permission permission, PermissionOf(options.flags));
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms,
                            TermsOf(permission, home, *reader, line.clock, line.random));
  const Order order = AllowOrder(terms, line.clock, line.random);
  TOLLPASS_RETURN_IF_ERROR(GiveOrder(line, home, order));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateSetting at,
                            ReadMandateSetting(home, *reader, NowOf(line)));
  WarnOfSealedKeys(home, terms);
  if (options.json) {
    PrintLine(MandateJson({.terms = terms}, at));
    return kExitDone;
  }
  PrintLine(terms.id);
  PrintText(MandateText(terms, at));
  PrintMessage(absl::StrFormat("take it back with: tollpass mandate revoke %s", terms.id));
  return kExitDone;
}

}  // namespace

void AddAllow(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<AllowOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"allow", "Sign a mandate: let a server be paid within its policy section (approval key)",
       "tollpass allow search --per-day \"0.10 USD\" --for 7d"},
      [&line, options] { return Allow(line, *options); });
  command->add_option("NAME", options->flags.permission.server, "A server of the policy file")
      ->required();
  command
      ->add_option("--parent", options->flags.permission.parent,
                   "Under this mandate: all that it says, or less; it is charged too")
      ->type_name("ID");
  AddNarrowingFlags(*command, options->flags, "the policy's, or the parent's");
  command->add_flag("--json", options->json, "Print the mandate as JSON");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
