#include "home/mandate_text.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "home/asset_text.h"
#include "home/money_text.h"

namespace tollpass {
namespace {

constexpr std::string_view kEveryTool = "*";

std::string Joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!part.empty()) {
      absl::StrAppendFormat(&text, "%s%s", text.empty() ? "" : separator, part);
    }
  }
  return text;
}

/// A list of a mandate that another one may have written.
std::string Shown(const std::vector<std::string>& texts, std::string_view separator) {
  std::vector<std::string> printable;
  for (const std::string& text : texts) {
    printable.push_back(Printable(text));
  }
  return Joined(printable, separator);
}

std::string LimitsText(const std::vector<LimitSpec>& limits) {
  std::vector<std::string> parts;
  for (const LimitSpec& limit : limits) {
    parts.push_back(LimitText(limit));
  }
  return Joined(parts, ", ");
}

std::string AskText(const std::vector<LimitSpec>& ask_above, bool always, bool answers) {
  std::vector<std::string> parts;
  if (always) {
    parts.emplace_back("always");
  }
  for (const LimitSpec& limit : ask_above) {
    parts.push_back(absl::StrFormat("above %s", SumText(limit.maximum, limit.unit)));
  }
  const std::string when = Joined(parts, ", ");
  return when.empty() ? when : (answers ? "answers what is asked " : "asks ") + when;
}

std::string PayeesText(std::vector<std::string> payees, bool pinned,
                       const std::vector<std::string>& pins) {
  if (pinned) {
    payees.push_back(pins.empty() ? "the payee that is pinned once you approved the first"
                                  : "the pinned payee " + Joined(pins, ", "));
  }
  return payees.empty() ? "nobody" : Shown(payees, ", ");
}

std::string ToolText(const ToolRule& rule, bool answers, const std::vector<std::string>& pins) {
  if (!rule.pay) {
    return "not " + Printable(rule.tool);
  }
  const bool own_payees = !rule.payees.empty() || rule.pinned_payee;
  const std::string parts =
      Joined({LimitsText(rule.limits), AskText(rule.ask_above, rule.ask_always, answers),
              own_payees ? "to " + PayeesText(rule.payees, rule.pinned_payee, pins) : "",
              rule.schemes.empty() ? "" : "by " + Shown(rule.schemes, ", ")},
             ", ");
  const std::string name = rule.tool == kEveryTool ? "every tool" : "tool " + Printable(rule.tool);
  return parts.empty() ? name : absl::StrFormat("%s (%s)", name, parts);
}

std::string ToolsText(const MandateTerms& terms, const std::vector<std::string>& pins) {
  std::vector<std::string> only;
  for (const std::string& tool : terms.only_tools) {
    only.push_back(Printable(tool));
  }
  std::vector<std::string> rules;
  for (const ToolRule& rule : terms.tools) {
    rules.push_back(ToolText(rule, AnswersAsk(terms), pins));
  }
  if (only.empty() || rules.empty()) {
    return "none";
  }
  const bool every = std::find(only.begin(), only.end(), kEveryTool) != only.end();
  return (every ? "" : absl::StrFormat("only %s; of these ", Joined(only, ", "))) +
         Joined(rules, "; ");
}

std::string AssetsText(const std::vector<Asset>& assets) {
  std::vector<std::string> parts;
  for (const Asset& asset : assets) {
    const std::string origin = AssetOrigin(asset);
    parts.push_back(absl::StrFormat("%s on %s%s", Printable(asset.symbol), Printable(asset.network),
                                    origin.empty() ? "" : " (" + origin + ")"));
  }
  return parts.empty() ? "nothing" : Joined(parts, ", ");
}

const ServerSection* SectionNamed(std::string_view name, const MandateSetting& at) {
  const auto found = std::find_if(at.servers->begin(), at.servers->end(),
                                  [&](const ServerSection& server) { return server.name == name; });
  return found == at.servers->end() ? nullptr : &*found;
}

bool HasServer(const MandateTerms& terms, const MandateSetting& at) {
  return !at.servers ||
         std::any_of(at.servers->begin(), at.servers->end(), [&](const ServerSection& server) {
           return server.identity == terms.server_id;
         });
}

}  // namespace

std::string MissingZone(const MandateTerms& terms) {
  const auto missing = [](const std::vector<LimitSpec>& limits) -> std::string {
    for (const LimitSpec& limit : limits) {
      if (!limit.zone.IsKnown()) {
        return std::string(limit.zone.name());
      }
    }
    return {};
  };
  std::string zone = missing(terms.limits);
  for (auto rule = terms.tools.begin(); zone.empty() && rule != terms.tools.end(); ++rule) {
    zone = missing(rule->limits);
  }
  return zone;
}

std::string_view MandateStateWord(const MandateRow& row, const MandateSetting& at) {
  if (row.revoked) {
    return "revoked";
  }
  if (row.ended) {
    return "ended";
  }
  if (at.now >= row.terms.not_after) {
    return "expired";
  }
  if (row.used_up) {
    return "used up";
  }
  if (!HasServer(row.terms, at)) {
    return "no server";
  }
  if (!MissingZone(row.terms).empty()) {
    return "no zone";
  }
  return at.now < row.terms.not_before ? "not yet valid" : "live";
}

std::string MandateStateText(const MandateRow& row, const MandateSetting& at) {
  const std::string_view word = MandateStateWord(row, at);
  std::string text =
      absl::StrFormat("%s, used %d %s", word, row.used, row.used == 1 ? "time" : "times");
  if (word == "no server") {
    const std::string name = Printable(row.terms.server_name);
    absl::StrAppendFormat(
        &text,
        SectionNamed(row.terms.server_name, at) != nullptr
            ? ": [server.%s] is another server now (what tells where it is was edited). Sign "
              "a new mandate with: tollpass allow %s"
            : ": the policy has no section for it. Add it again with: tollpass add %s",
        name, name);
  }
  if (word == "no zone") {
    absl::StrAppendFormat(&text,
                          ": this system has no time zone %s, in which it counts, so it covers "
                          "nothing. Install the zones (package tzdata), or sign a new one with: "
                          "tollpass allow %s",
                          Printable(MissingZone(row.terms)), Printable(row.terms.server_name));
  }
  return text;
}

std::vector<std::string> PinnedFor(std::string_view server_id, const MandateSetting& at) {
  std::vector<std::string> pinned;
  for (const PinRow& pin : at.pins) {
    if (pin.server_id == server_id) {
      pinned.push_back(PinText(pin.payee));
    }
  }
  return pinned;
}

std::string MandateText(const MandateTerms& terms, const MandateSetting& at) {
  const std::vector<std::string> pins = PinnedFor(terms.server_id, at);
  const std::string uses =
      terms.uses == 0
          ? ""
          : absl::StrFormat("%d %s at most", terms.uses, terms.uses == 1 ? "payment" : "payments");
  const std::string limits =
      Joined({LimitsText(terms.limits),
              AskText(terms.ask_above, terms.ask_always, AnswersAsk(terms)), uses},
             ", ");
  std::string text = absl::StrFormat(
      "server  %s\ntools   %s\nlimits  %s\npays    %s\nto      %s\nfrom    %s\nuntil   %s",
      Printable(terms.server_name), ToolsText(terms, pins), limits.empty() ? "none" : limits,
      AssetsText(terms.assets), PayeesText(terms.payees, terms.pinned_payee, pins),
      Shown(terms.wallet_keys, ", "), FormatTime(terms.not_after));
  if (!terms.trust.empty()) {
    absl::StrAppendFormat(&text, "\ntrusts  its %s: they give budget back",
                          Shown(terms.trust, " and "));
  }
  for (const std::string& source : terms.chain_sources) {
    absl::StrAppendFormat(&text, "\nchain   %s: what it saw unpaid gives budget back",
                          Printable(source));
  }
  if (!terms.parent.empty()) {
    absl::StrAppendFormat(&text, "\nunder   %s, which is charged too", Printable(terms.parent));
  }
  if (!terms.delegate_key.empty()) {
    absl::StrAppendFormat(&text, "\nbelow   mandates that the key %s signs",
                          Printable(terms.delegate_key));
  }
  return text;
}

std::string MandateLine(const MandateRow& row, const MandateSetting& at) {
  const std::string of = row.terms.uses == 0 ? "" : absl::StrFormat(" of %d", row.terms.uses);
  const std::string under =
      row.terms.parent.empty() ? "" : "  under " + Printable(row.terms.parent);
  return absl::StrFormat("%s  %-9s  %s  until %s  used %d%s  %s%s", Printable(row.terms.id),
                         MandateStateWord(row, at), Printable(row.terms.server_name),
                         FormatTime(row.terms.not_after), row.used, of,
                         LimitsText(row.terms.limits), under);
}

}  // namespace tollpass
