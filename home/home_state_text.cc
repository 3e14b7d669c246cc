#include "home/home_state_text.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/reason.h"
#include "home/json_rows.h"
#include "home/key_text.h"
#include "home/lines.h"
#include "home/mandate_json.h"
#include "home/money_text.h"
#include "wallet/kernel/refusal.h"

namespace tollpass {
namespace {

constexpr size_t kMaxErrorText = 4096;

/// Continues a line of the form "name     text".
constexpr std::string_view kNextLine = "\n         ";

std::string StatusWord(const absl::Status& status) {
  if (status.ok()) {
    return "good";
  }
  std::string text;
  for (const std::string& line : Lines(std::string(status.message()))) {
    absl::StrAppendFormat(&text, "%s%s", text.empty() ? "" : kNextLine,
                          Printable(line, kMaxErrorText));
  }
  return text;
}

std::string PaymentsText(const HomeState& state) {
  const std::vector<std::string> obstacles = state.Obstacles();
  if (obstacles.empty()) {
    return state.paused ? "paused; see: tollpass resume" : "on";
  }
  std::string parts;
  for (const std::string& part : obstacles) {
    absl::StrAppendFormat(&parts, "%s%s", parts.empty() ? "" : ", ", part);
  }
  return absl::StrFormat("impossible until this is repaired: %s; free calls go on", parts);
}

std::string_view PaymentsWord(const HomeState& state) {
  if (!state.Obstacles().empty()) {
    return "impossible";
  }
  return state.paused ? "paused" : "on";
}

std::string_view NoServersText(const HomeState& state) {
  return state.policy.ok() ? "\nservers  none; see: tollpass add --help"
                           : "\nservers  not known while the policy cannot be read";
}

std::string SpendingText(const Spending& spending) {
  const Limit& limit = spending.limit;
  return absl::StrFormat("    %s of %s %s%s  (%s)", SumText(spending.spent, limit.unit),
                         SumText(limit.maximum, limit.unit),
                         WindowText(limit.window, limit.seconds), NetworksText(limit.unit),
                         Printable(limit.section));
}

/// What gives budget back on the server's word, and whether that is signed.
std::string TrustText(const ServerState& server) {
  std::string text;
  for (const std::string& word : server.trust) {
    const bool is_signed = std::ranges::any_of(server.mandates, [&](const MandateRow& row) {
      return std::ranges::find(row.terms.trust, word) != row.terms.trust.end();
    });
    absl::StrAppendFormat(&text, "%s%s%s", text.empty() ? "its word gives budget back: " : ", ",
                          word, is_signed ? "" : " (not signed, so it does not yet)");
  }
  return text;
}

std::string ServerText(const ServerState& server) {
  std::string text = absl::StrFormat("  %s", server.section.name);
  if (server.mandates.empty()) {
    absl::StrAppendFormat(&text, "  no mandate: every payment asks; see: tollpass allow %s",
                          server.section.name);
  }
  for (const MandateRow& row : server.mandates) {
    absl::StrAppendFormat(&text, "  %s until %s", Printable(row.terms.id),
                          FormatTime(row.terms.not_after));
  }
  if (!server.trust.empty()) {
    text += "\n    " + TrustText(server);
  }
  for (const Spending& spending : server.spending) {
    text += "\n" + SpendingText(spending);
  }
  return text;
}

std::string SpendingJson(const Spending& spending) {
  const Limit& limit = spending.limit;
  const Asset* asset = spending.asset.has_value() ? &*spending.asset : nullptr;
  return json::ObjectWriter()
      .String("section", limit.section)
      .String("window", WindowName(limit.window))
      .Integer("seconds", limit.seconds)
      .String("unit", limit.unit)
      .Raw("spent", SumJson(spending.spent, limit.unit, asset))
      .Raw("maximum", SumJson(limit.maximum, limit.unit, asset))
      .Done();
}

std::string ServerJson(const ServerState& server, const MandateSetting& at) {
  std::vector<std::string> mandates;
  for (const MandateRow& row : server.mandates) {
    mandates.push_back(MandateJson(row, at));
  }
  std::vector<std::string> spending;
  for (const Spending& row : server.spending) {
    spending.push_back(SpendingJson(row));
  }
  return json::ObjectWriter()
      .String("name", server.section.name)
      .String("identity", server.section.identity)
      .Raw("mandates", json::Array(mandates))
      .Raw("trust", StringsJson(server.trust))
      .Raw("limits", json::Array(spending))
      .Done();
}

std::string PartJson(const std::string& path, const absl::Status& status) {
  return json::ObjectWriter()
      .String("path", path)
      .Bool("ok", status.ok())
      .Raw("error", TextOrNull(std::string(status.message())))
      .Done();
}

std::string LedgerJson(const Home& home, const HomeState& state) {
  json::ObjectWriter writer;
  writer.String("path", home.LedgerPath())
      .Bool("ok", state.ledger.ok())
      .Raw("reason", state.ledger.ok()
                         ? "null"
                         : json::Quote(ReasonCode(ReasonOfLedgerFailure(state.ledger))))
      .Raw("error", TextOrNull(std::string(state.ledger.message())));
  const bool known = state.standing.has_value();
  writer.Raw("epoch", known ? std::to_string(state.standing->head.epoch) : "null")
      .Raw("events", known ? std::to_string(state.standing->head.events) : "null")
      .Raw("newest", known ? json::Quote(FormatTime(state.standing->newest)) : "null");
  return writer.Done();
}

std::string AlarmJson(const HomeState& state) {
  if (!state.alarm.has_value()) {
    return "null";
  }
  return json::ObjectWriter()
      .String("id", state.alarm->id)
      .String("time", FormatTime(state.alarm->time))
      .String("alarm", state.alarm->alarm)
      .Done();
}

}  // namespace

std::string HomeStateText(const Home& home, const HomeState& state) {
  std::string text = absl::StrFormat(
      "home     %s\npayments %s\npolicy   %s\nledger   %s\nkeys     %s\npending  %d\nalarm    %s",
      home.path, PaymentsText(state), StatusWord(state.policy), StatusWord(state.ledger),
      StatusWord(state.keys), state.pending,
      state.alarm.has_value()
          ? absl::StrFormat("%s at %s: %s", state.alarm->id, FormatTime(state.alarm->time),
                            Printable(state.alarm->alarm))
          : std::string("none"));
  for (const KeyDescription& key : state.key_list) {
    text += "\npays from " + KeyText(key);
  }
  for (const std::string& warning : state.warnings) {
    text += "\nwarning  " + Printable(warning);
  }
  for (const std::string& chain : state.chains) {
    text += "\nchain    " + Printable(chain);
  }
  text += state.servers.empty() ? NoServersText(state) : "\nservers";
  for (const ServerState& server : state.servers) {
    text += "\n" + ServerText(server);
  }
  return text;
}

std::string HomeStateJson(const Home& home, const HomeState& state, int64_t now) {
  const MandateSetting at = {.now = now, .servers = {}, .pins = state.pins};
  std::vector<std::string> servers;
  for (const ServerState& server : state.servers) {
    servers.push_back(ServerJson(server, at));
  }
  return json::ObjectWriter()
      .String("home", home.path)
      .String("payments", PaymentsWord(state))
      .Raw("obstacles", StringsJson(state.Obstacles()))
      .Bool("paused", state.paused)
      .Raw("policy", PartJson(home.PolicyPath(), state.policy))
      .Raw("warnings", StringsJson(state.warnings))
      .Raw("ledger", LedgerJson(home, state))
      .Raw("wallet", PartJson(home.KeysPath(), state.keys))
      .Raw("keys", KeysJson(state.key_list))
      .Raw("chains", StringsJson(state.chains))
      .Raw("servers", json::Array(servers))
      .Integer("pending", state.pending)
      .Raw("alarm", AlarmJson(state))
      .Done();
}

}  // namespace tollpass
