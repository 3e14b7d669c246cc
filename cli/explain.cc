#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "absl/strings/str_format.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/exit_code.h"
#include "core/status.h"
#include "home/explain_payment.h"
#include "home/find_story.h"
#include "home/open_home.h"
#include "home/story_text.h"

namespace tollpass {
namespace {

struct ExplainOptions {
  std::string id;
  bool last = false;
  SupposedPayment payment;
  bool json = false;
};

/// InvalidArgument unless exactly one thing is to be explained.
absl::Status CheckOptions(const ExplainOptions& options) {
  const SupposedPayment& payment = options.payment;
  const bool supposed = !payment.server.empty() || !payment.tool.empty() ||
                        !payment.network.empty() || !payment.asset.empty() ||
                        !payment.pay_to.empty() || !payment.amount.empty();
  if (int{!options.id.empty()} + int{options.last} + int{supposed} != 1) {
    return absl::InvalidArgumentError(
        "say what to explain: an ID of `tollpass log`, --last, or a payment by --server and so on");
  }
  if (supposed && (payment.server.empty() || payment.network.empty() || payment.asset.empty() ||
                   payment.pay_to.empty() || payment.amount.empty())) {
    return absl::InvalidArgumentError(
        "a payment needs --server, --network, --asset, --pay-to and --amount");
  }
  return absl::OkStatus();
}

absl::StatusOr<int> Explain(const CommandLine& line, const ExplainOptions& options) {
  TOLLPASS_RETURN_IF_ERROR(RequireHome(HomeOf(line)));
  TOLLPASS_RETURN_IF_ERROR(CheckOptions(options));
  if (!options.payment.server.empty()) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::string text, ExplainSupposed(HomeOf(line), options.payment,
                                                                      NowOf(line), options.json));
    options.json ? PrintLine(text) : PrintText(text);
    return kExitDone;
  }
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(HomeOf(line)));
  TOLLPASS_ASSIGN_OR_RETURN(const CallStory story,
                            options.last ? NewestStory(*reader) : FindStory(*reader, options.id));
  options.json ? PrintLine(StoryJson(story, NowOf(line)))
               : PrintText(StoryText(story, NowOf(line)));
  return kExitDone;
}

}  // namespace

void AddExplain(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<ExplainOptions>();
  options->payment.by_flags = true;
  CLI::App* command =
      AddCommand(parent, line,
                 {"explain", "Tell how one call was decided, or how a payment would be",
                  "tollpass explain --last\n"
                  "  tollpass explain --server weather --tool forecast --network eip155:84532 "
                  "--asset USDC \\\n"
                  "      --pay-to 0x209693Bc6afc0C5328bA36FaF03C514EF312287C --amount 0.01"},
                 [&line, options] { return Explain(line, *options); });
  command->add_option("ID", options->id, "Of `tollpass log` or `pending`, or a unique beginning");
  command->add_flag("--last", options->last, "The newest row of the log");
  command->add_option("--server", options->payment.server, "Its section in the policy file");
  command->add_option("--tool", options->payment.tool, "Name of the tool");
  command->add_option("--network", options->payment.network, "CAIP-2 id");
  command->add_option("--asset", options->payment.asset, "Symbol or id");
  command->add_option("--pay-to", options->payment.pay_to, "Account that would be paid");
  command->add_option("--amount", options->payment.amount, "\"0.01\" or \"0.01 USDC\"");
  command->add_flag("--json", options->json, "Print an object");
}

}  // namespace tollpass
