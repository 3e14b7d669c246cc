#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

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
#include "home/money_text.h"
#include "home/open_home.h"
#include "mandates/codec.h"
#include "wallet/kernel/refusal.h"

namespace tollpass {
namespace {

/// Totals of the policy as it is today: what was lost may have used them up.
std::vector<SpentTotal> TotalsOf(const Policy& policy) {
  std::vector<SpentTotal> totals;
  for (const Limit& total : policy.Totals()) {
    totals.push_back({total.counter, total.unit, total.maximum});
  }
  return totals;
}

/// FailedPrecondition: nothing is wrong, or accepting cannot help.
absl::Status CheckUse(const LedgerStanding& standing) {
  if (standing.payable.ok()) {
    return absl::FailedPreconditionError(
        "nothing is wrong: no newer copy of the ledger is known, and the clock was not set");
  }
  const Reason reason = ReasonOfLedgerFailure(standing.payable);
  const bool clock = reason == Reason::kClockWentBack || reason == Reason::kClockJumped;
  return standing.lost || clock ? absl::OkStatus() : standing.payable;
}

absl::StatusOr<Acceptance> AcceptanceOf(const Home& home, const LedgerStanding& standing) {
  Acceptance acceptance;
  acceptance.epoch = standing.next_epoch;
  acceptance.events = standing.head.events;
  acceptance.head = standing.head.hash;
  acceptance.lost = standing.lost;
  if (standing.lost) {
    TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
    acceptance.totals = TotalsOf(policy);
  }
  return acceptance;
}

std::string AgeText(int64_t seconds) {
  return seconds < 0 ? FormatDuration(-seconds) + " ahead of the clock"
                     : FormatDuration(seconds) + " ago";
}

std::string Text(const Home& home, const LedgerStanding& standing, const Acceptance& acceptance,
                 int64_t now) {
  std::string text =
      absl::StrFormat("ledger   %s\nevents   %d, the newest of %s (%s)\nhead     %s\nproblem  %s",
                      home.LedgerPath(), standing.head.events, FormatTime(standing.newest),
                      AgeText(now - standing.newest), HexEncode(standing.head.hash),
                      Printable(std::string(standing.payable.message()), 4096));
  absl::StrAppendFormat(&text,
                        "\neffect   epoch %d; every window that began by now counts as used up",
                        acceptance.epoch);
  if (acceptance.lost) {
    text += ", and what you allowed or approved before holds no more";
  }
  for (const SpentTotal& total : acceptance.totals) {
    absl::StrAppendFormat(&text, "\nspent    %s in all, of %s%s",
                          SumText(total.maximum, total.unit), Printable(total.counter),
                          NetworksText(total.unit));
  }
  return text;
}

std::string Json(const LedgerReader& reader, const LedgerStanding& standing,
                 const Acceptance& acceptance, int64_t now) {
  std::vector<std::string> totals;
  for (const SpentTotal& total : acceptance.totals) {
    totals.push_back(json::ObjectWriter()
                         .String("counter", total.counter)
                         .String("unit", total.unit)
                         .Raw("spent", SumJson(total.maximum, total.unit, nullptr))
                         .Done());
  }
  const std::string seen = standing.seen ? json::ObjectWriter()
                                               .Integer("epoch", standing.seen->epoch)
                                               .Integer("events", standing.seen->events)
                                               .String("head", HexEncode(standing.seen->hash))
                                               .Done()
                                         : std::string("null");
  return json::ObjectWriter()
      .String("ledger", reader.ledger_id())
      .Integer("events", standing.head.events)
      .String("head", HexEncode(standing.head.hash))
      .String("newest", FormatTime(standing.newest))
      .Integer("age_seconds", now - standing.newest)
      .Raw("seen", seen)
      .String("reason", ReasonCode(ReasonOfLedgerFailure(standing.payable)))
      .String("problem", std::string(standing.payable.message()))
      .Bool("lost", acceptance.lost)
      .Integer("epoch", acceptance.epoch)
      .Raw("spent_totals", json::Array(totals))
      .Done();
}

absl::StatusOr<int> Accept(const CommandLine& line, bool json) {
  const Home home = HomeOf(line);
  const int64_t now = NowOf(line);
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const LedgerStanding standing,
                            reader->Standing(now, line.clock.SinceBoot()));
  TOLLPASS_RETURN_IF_ERROR(CheckUse(standing));
  TOLLPASS_ASSIGN_OR_RETURN(const Acceptance acceptance, AcceptanceOf(home, standing));
  json ? PrintLine(Json(*reader, standing, acceptance, now))
       : PrintText(Text(home, standing, acceptance, now));
  Order order = NewOrder(line, OrderKind::kAcceptLedger, reader->ledger_id(), "");
  order.body = EncodeAcceptance(acceptance);
  TOLLPASS_RETURN_IF_ERROR(GiveOrder(line, home, order));
  PrintMessage(acceptance.lost
                   ? "accepted: payments go on as windows end; sign anew what may be paid, with: "
                     "tollpass allow NAME"
                   : "accepted: payments go on as windows end");
  return kExitDone;
}

}  // namespace

void AddLedgerAccept(CLI::App& ledger, CommandLine& line) {
  auto json = std::make_shared<bool>(false);
  CLI::App* command = AddCommand(ledger, line,
                                 {"accept",
                                  "Go on with a restored ledger, or after the clock was set "
                                  "(approval key)",
                                  "tollpass ledger accept"},
                                 [&line, json] { return Accept(line, *json); });
  command->add_flag("--json", *json, "Print what is accepted as an object");
  AddPassphraseFlags(*command, line);
}

}  // namespace tollpass
