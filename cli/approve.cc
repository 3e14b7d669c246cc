#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "cli/give_order.h"
#include "cli/passphrases.h"
#include "core/clock.h"
#include "core/duration.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/approval_text.h"
#include "home/approve_order.h"
#include "home/money_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct ApproveOptions {
  std::string id;
  std::string up_to;
  std::string lasting = "1h";
  bool json = false;
};

absl::StatusOr<int64_t> LastingOf(const ApproveOptions& options) {
  const std::optional<int64_t> lasting = ParseDuration(options.lasting);
  if (!lasting.has_value() || *lasting == 0 || *lasting > kLongestApprovalSeconds) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--for is a time like 30m, 12h or 7d, at most %s; for longer sign a mandate: tollpass "
        "allow",
        FormatDuration(kLongestApprovalSeconds)));
  }
  return *lasting;
}

/// When the call pays: `approve` must not promise what the next call does not keep.
absl::StatusOr<std::string> WhenItPays(LedgerReader& reader) {
  TOLLPASS_ASSIGN_OR_RETURN(const bool paused, reader.Paused());
  return std::string(paused ? "Payments are paused: nothing is paid before 'tollpass resume'"
                            : "The same call pays now, as far as limits over time have room");
}

absl::StatusOr<int> Approve(const CommandLine& line, const ApproveOptions& options) {
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t lasting, LastingOf(options));
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Approval approval,
                            FindApprovable(*reader, options.id, NowOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const Amount ceiling, CeilingOf("--up-to", options.up_to, approval));
  TOLLPASS_ASSIGN_OR_RETURN(
      const Order order,
      ApproveOrder(home, *reader, approval, {ceiling, lasting}, line.clock, line.random));
  TOLLPASS_RETURN_IF_ERROR(GiveOrder(line, home, order));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string when, WhenItPays(*reader));
  if (options.json) {
    PrintLine(json::ObjectWriter()
                  .String("id", approval.id)
                  .String("state", ApprovalStateName(ApprovalState::kGranted))
                  .Raw("up_to", MoneyJson(order.ceiling, &approval.asset, approval.asset.id))
                  .String("expires_at", FormatTime(order.expires_at))
                  .Done());
  }
  PrintMessage(absl::StrFormat("approved %s: once, up to %s, to %s, for %s of %s, until %s. %s",
                               approval.id, FormatMoney(order.ceiling, approval.asset),
                               Printable(approval.payee), Printable(approval.tool),
                               ServerWords(approval), FormatTime(order.expires_at), when));
  return kExitDone;
}

}  // namespace

void AddApprove(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<ApproveOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"approve", "Let one call that was asked about be paid, also one that you denied by mistake",
       "tollpass approve a16c3 --up-to \"0.02 USDC\" --for 2h"},
      [&line, options] { return Approve(line, *options); });
  command
      ->add_option("ID", options->id,
                   "Of `tollpass pending`, or a unique beginning; the whole one of what was denied")
      ->required();
  command->add_option("--up-to", options->up_to, "Allow a price up to this (default: as asked)")
      ->type_name("AMOUNT");
  command->add_option("--for", options->lasting, "How long the answer holds, at most 30d")
      ->type_name("TIME")
      ->capture_default_str();
  AddPassphraseFlags(*command, line);
  command->add_flag("--json", options->json, "Print the answer as JSON");
}

}  // namespace tollpass
