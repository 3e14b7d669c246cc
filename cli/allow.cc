#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/passphrases.h"
#include "core/duration.h"
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
  Permission permission;
  std::string lasting = "30d";
  bool json = false;
};

constexpr int64_t kMaxUses = 1'000'000'000;

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

absl::StatusOr<int> Allow(const CommandLine& line, AllowOptions options) {
  const std::optional<int64_t> lasting = ParseDuration(options.lasting);
  if (!lasting.has_value() || *lasting == 0) {
    return absl::InvalidArgumentError("--for is a time like 12h or 30d, at most 36500d");
  }
  options.permission.seconds = *lasting;
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms,
                            TermsOf(options.permission, home, *reader, line.clock, line.random));
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
  PrintLine(MandateText(terms, at));
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
  command->add_option("NAME", options->permission.server, "A server of the policy file")
      ->required();
  command
      ->add_option("--tool", options->permission.tools,
                   "Only this tool, by name or glob; may be repeated")
      ->type_name("TOOL")
      ->allow_extra_args(false);
  command->add_option("--per-call", options->permission.per_call, "Less than the policy's")
      ->type_name("AMOUNT");
  command->add_option("--per-day", options->permission.per_day, "Less than the policy's")
      ->type_name("AMOUNT");
  command->add_option("--total", options->permission.total, "In all, under this mandate")
      ->type_name("AMOUNT");
  command
      ->add_option("--uses", options->permission.uses,
                   "Payments at most; 1 also answers what is asked")
      ->check(CLI::Range(int64_t{1}, kMaxUses))
      ->type_name("N");
  command->add_option("--for", options->lasting, "How long it holds")
      ->type_name("TIME")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print the mandate as JSON");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
