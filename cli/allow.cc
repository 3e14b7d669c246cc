#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/find_mandate.h"
#include "cli/give_order.h"
#include "cli/mandate_json.h"
#include "cli/mandate_text.h"
#include "cli/narrow_mandate.h"
#include "cli/open_home.h"
#include "cli/passphrases.h"
#include "core/duration.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

struct Options {
  std::string name;
  std::vector<std::string> tools;
  std::string per_call;
  std::string per_day;
  std::string total;
  std::optional<int64_t> uses;
  std::string lasting = "30d";
  bool json = false;
};

constexpr int64_t kMaxUses = 1'000'000'000;

absl::Status ApplyFlags(const Options& options, MandateTerms& terms) {
  TOLLPASS_RETURN_IF_ERROR(KeepTools(terms, options.tools));
  const struct {
    const char* flag;
    WindowKind window;
    const std::string& text;
  } flags[] = {{"--per-call", WindowKind::kCall, options.per_call},
               {"--per-day", WindowKind::kDay, options.per_day},
               {"--total", WindowKind::kTotal, options.total}};
  for (const auto& [flag, window, text] : flags) {
    if (!text.empty()) {
      TOLLPASS_ASSIGN_OR_RETURN(const MoneyFlag money, ParseMoneyFlag(flag, text));
      TOLLPASS_RETURN_IF_ERROR(Narrow(terms, {flag, window, money}));
    }
  }
  if (options.uses.has_value()) {
    terms.uses = *options.uses;
  }
  return absl::OkStatus();
}

/// The accounts that may pay: those of the network classes that the policy allows.
absl::StatusOr<std::vector<std::string>> PayersFor(const Home& home, const MandateTerms& terms) {
  std::set<std::pair<std::string, NetworkClass>> wanted;
  for (const Asset& asset : terms.assets) {
    wanted.emplace(NetworkFamily(asset.network), ClassOf(asset.network));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<KeyDescription> keys,
                            KeyRing(home.KeysPath()).List());
  std::vector<std::string> payers;
  for (const KeyDescription& key : keys) {
    if (wanted.count({key.family, key.network_class}) != 0) {
      payers.push_back(key.account);
    }
  }
  if (payers.empty()) {
    return absl::NotFoundError(
        absl::StrFormat("no key in %s can pay on the networks that the policy allows for %s",
                        home.KeysPath(), terms.server_name));
  }
  return payers;
}

absl::StatusOr<MandateTerms> TermsFor(const CommandLine& line, const Home& home,
                                      const Options& options, int64_t lasting) {
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, policy.MandateFor(options.name));
  TOLLPASS_RETURN_IF_ERROR(ApplyFlags(options, terms));
  TOLLPASS_ASSIGN_OR_RETURN(terms.wallet_keys, PayersFor(home, terms));
  terms.id = RandomId(line.random, "m", 10);
  terms.not_before = NowOf(line);
  terms.not_after = terms.not_before + lasting;
  return terms;
}

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

absl::StatusOr<int> Allow(const CommandLine& line, const Options& options) {
  const std::optional<int64_t> lasting = ParseDuration(options.lasting);
  if (!lasting.has_value() || *lasting == 0) {
    return absl::InvalidArgumentError("--for is a time like 12h or 30d, at most 36500d");
  }
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, TermsFor(line, home, options, *lasting));
  terms.ledger_id = reader->ledger_id();
  Order order = NewOrder(line, OrderKind::kAllow, terms.ledger_id, terms.id);
  order.body = EncodeMandate(terms);
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
  auto options = std::make_shared<Options>();
  CLI::App* command = AddCommand(
      parent, line,
      {"allow", "Sign a mandate: let a server be paid within its policy section (approval key)",
       "tollpass allow search --per-day \"0.10 USD\" --for 7d"},
      [&line, options] { return Allow(line, *options); });
  command->add_option("NAME", options->name, "A server of the policy file")->required();
  command->add_option("--tool", options->tools, "Only this tool, by name or glob; may be repeated")
      ->type_name("TOOL")
      ->allow_extra_args(false);
  command->add_option("--per-call", options->per_call, "Less than the policy's")
      ->type_name("AMOUNT");
  command->add_option("--per-day", options->per_day, "Less than the policy's")->type_name("AMOUNT");
  command->add_option("--total", options->total, "In all, under this mandate")->type_name("AMOUNT");
  command->add_option("--uses", options->uses, "Payments at most; 1 also answers what is asked")
      ->check(CLI::Range(int64_t{1}, kMaxUses))
      ->type_name("N");
  command->add_option("--for", options->lasting, "How long it holds")
      ->type_name("TIME")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print the mandate as JSON");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
