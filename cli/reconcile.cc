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
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/ask_chain.h"
#include "home/json_rows.h"
#include "home/money_text.h"
#include "home/open_home.h"

namespace tollpass {
namespace {

struct ReconcileOptions {
  std::vector<std::string> ids;
  bool all_open = false;
  bool settled = false;
  bool not_settled = false;
  bool from_chain = false;
  bool json = false;
};

constexpr int64_t kPage = 500;

/// Whether the charge of `row` is one of which nobody knows any more what became of it.
bool IsOpenEnded(const LogRow& row, int64_t now) {
  return row.money.has_value() && row.call != CallState::kLive &&
         MoneyAt(*row.money, row.dead_after, now) == MoneyState::kPresumedSpent;
}

absl::StatusOr<std::vector<std::string>> AllOpen(LedgerReader& reader, int64_t now) {
  std::vector<std::string> ids;
  int64_t after = 0;
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<LogRow> rows, reader.Page(after, kPage));
    if (rows.empty()) {
      return ids;
    }
    after = rows.back().sequence;
    for (const LogRow& row : rows) {
      if (IsOpenEnded(row, now)) {
        ids.push_back(row.id);
      }
    }
  }
}

std::string ChargeText(Amount amount, const LogRow& row) {
  return absl::StrFormat("%s for %s of server %s to %s",
                         MoneyText(amount, row.asset ? &*row.asset : nullptr, row.network),
                         Printable(row.tool), Printable(row.server), Printable(row.payee));
}

/// What became of one id.
struct Outcome {
  std::string id;
  std::optional<LogRow> row;
  absl::Status done;       // not OK already where there is nothing to reconcile
  Amount uncounted = {};   // what of the charge counted no more before
  Amount given_back = {};  // what came back since, once it is done
};

/// What of the charge counts no more.
Amount Uncounted(const CallStory& story) {
  return story.steps.empty() ? Amount() : story.steps.back().counts_no_more;
}

Outcome LookUp(LedgerReader& reader, const std::string& id) {
  const absl::StatusOr<CallStory> story = reader.Story(id);
  if (!story.ok()) {
    return {id, std::nullopt, story.status()};
  }
  const absl::Status paid =
      story->row.money.has_value()
          ? absl::OkStatus()
          : absl::FailedPreconditionError("it was not paid: there is nothing to reconcile");
  return {story->row.id, story->row, paid, Uncounted(*story)};
}

/// What the ledger says now of what was done.
absl::Status LookAgain(LedgerReader& reader, std::vector<Outcome>& outcomes) {
  for (Outcome& outcome : outcomes) {
    if (!outcome.done.ok()) continue;
    TOLLPASS_ASSIGN_OR_RETURN(const CallStory story, reader.Story(outcome.id));
    outcome.row = story.row;
    outcome.given_back = Uncounted(story).Minus(outcome.uncounted).value_or(Amount());
  }
  return absl::OkStatus();
}

std::string DoneText(const Outcome& outcome) {
  const LogRow& row = *outcome.row;
  if (!outcome.given_back.IsZero()) {
    return absl::StrFormat("gives back: %s", ChargeText(outcome.given_back, row));
  }
  return absl::StrFormat("%s, nothing comes back: %s", MoneyName(*row.money),
                         ChargeText(row.amount, row));
}

void Show(const std::vector<Outcome>& outcomes) {
  for (const Outcome& outcome : outcomes) {
    if (outcome.done.ok()) {
      PrintText(absl::StrFormat("%s  %s", outcome.id, DoneText(outcome)));
    }
  }
}

/// Has the user's chain sources say what became of each.
absl::Status AskChain(const CommandLine& line, const Home& home, std::vector<Outcome>& outcomes) {
  std::vector<std::string> ids;
  for (const Outcome& outcome : outcomes) {
    if (outcome.done.ok()) ids.push_back(outcome.id);
  }
  if (ids.empty()) return absl::OkStatus();
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<ChainFinding> findings,
                            AskChainAbout(home, ids, line.clock, line.random));
  auto finding = findings.begin();
  for (Outcome& outcome : outcomes) {
    if (!outcome.done.ok()) continue;
    outcome.done = finding->found.status();
    ++finding;
  }
  return absl::OkStatus();
}

absl::Status GiveAll(const CommandLine& line, const Home& home, std::string_view ledger_id,
                     std::string_view word, std::vector<Outcome>& outcomes) {
  const bool any = std::any_of(outcomes.begin(), outcomes.end(),
                               [](const Outcome& outcome) { return outcome.done.ok(); });
  if (!any) {
    return absl::OkStatus();
  }
  TOLLPASS_ASSIGN_OR_RETURN(const ApprovalKey key, OpenApprovalKey(line, home));
  for (Outcome& outcome : outcomes) {
    if (outcome.done.ok()) {
      Order order = NewOrder(line, OrderKind::kReconcile, ledger_id, outcome.id);
      order.binding = std::string(word);
      order.ceiling = outcome.row->amount;
      outcome.done = GiveSignedOrder(line, home, order, key);
    }
  }
  return absl::OkStatus();
}

std::string Json(const Outcome& outcome) {
  const LogRow* row = outcome.row ? &*outcome.row : nullptr;
  const bool back = row != nullptr && row->asset && !outcome.given_back.IsZero();
  json::ObjectWriter writer;
  writer.String("id", outcome.id).Bool("done", outcome.done.ok());
  writer.Raw("money", row != nullptr && row->money ? json::Quote(MoneyName(*row->money)) : "null");
  writer.Raw("given_back", back ? MoneyJson(outcome.given_back, &*row->asset, "") : "null");
  return writer.Raw("error", TextOrNull(std::string(outcome.done.message()))).Done();
}

absl::StatusOr<int> Reconcile(const CommandLine& line, const ReconcileOptions& options) {
  TOLLPASS_RETURN_IF_ERROR(RequireHome(HomeOf(line)));
  if (options.settled + options.not_settled + options.from_chain != 1) {
    return absl::InvalidArgumentError(
        "say what you found out, --settled or --not-settled, or have it looked up: --from-chain");
  }
  if (options.ids.empty() != options.all_open) {
    return absl::InvalidArgumentError("name the charges by their ids, or all by --all-open");
  }
  const Home home = HomeOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  std::vector<std::string> ids = options.ids;
  if (options.all_open) {
    TOLLPASS_ASSIGN_OR_RETURN(ids, AllOpen(*reader, NowOf(line)));
  }
  std::vector<Outcome> outcomes;
  for (const std::string& id : ids) {
    outcomes.push_back(LookUp(*reader, id));
  }
  if (options.from_chain) {
    TOLLPASS_RETURN_IF_ERROR(AskChain(line, home, outcomes));
  }
  if (!options.from_chain) {
    TOLLPASS_RETURN_IF_ERROR(GiveAll(line, home, reader->ledger_id(),
                                     options.settled ? kSettledWord : kNotSettledWord, outcomes));
  }
  TOLLPASS_RETURN_IF_ERROR(LookAgain(*reader, outcomes));
  if (!options.json) {
    Show(outcomes);
  }
  int code = kExitDone;
  std::vector<std::string> rows;
  for (const Outcome& outcome : outcomes) {
    if (!outcome.done.ok()) {
      code = std::max(code, ExitCodeFor(outcome.done));
      PrintMessage(absl::StrFormat("%s: %s: %s", outcome.id,
                                   options.from_chain ? "unchanged" : "refused",
                                   std::string(outcome.done.message())));
    }
    rows.push_back(Json(outcome));
  }
  if (options.json) {
    PrintLine(json::Array(rows));
  } else if (ids.empty()) {
    PrintMessage("no charge is open that can be reconciled");
  }
  return code;
}

}  // namespace

void AddReconcile(CLI::App& parent, CommandLine& line) {
  auto options = std::make_shared<ReconcileOptions>();
  CLI::App* command = AddCommand(
      parent, line,
      {"reconcile",
       "Say of open charges that they did or did not settle (approval key), or have your chain "
       "source tell; what did not settle gives its budget back",
       "tollpass reconcile c41d0c8e2b7 --not-settled"},
      [&line, options] { return Reconcile(line, *options); });
  command->add_option("ID", options->ids, "Of `tollpass log`, or unique beginnings");
  command->add_flag("--all-open", options->all_open,
                    "All whose proof is past its last moment and that nobody knows about");
  command->add_flag("--settled", options->settled, "You saw that the payment was made");
  command->add_flag("--not-settled", options->not_settled,
                    "You saw that the payment was not made, and never will be");
  command->add_flag("--from-chain", options->from_chain,
                    "Ask the [chain] of the policy file; no key is needed for what you signed");
  command->add_flag("--json", options->json, "Print an array");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
