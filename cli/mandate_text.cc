#include "cli/mandate_text.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "cli/money_text.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"

namespace tollpass {
namespace {

std::string Joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    absl::StrAppendFormat(&text, "%s%s", text.empty() ? "" : separator, part);
  }
  return text;
}

std::string LimitsText(const std::vector<LimitSpec>& limits) {
  std::vector<std::string> parts;
  for (const LimitSpec& limit : limits) {
    parts.push_back(LimitText(limit));
  }
  return Joined(parts, ", ");
}

std::string AskText(const std::vector<LimitSpec>& ask_above) {
  std::vector<std::string> parts;
  for (const LimitSpec& limit : ask_above) {
    parts.push_back(absl::StrFormat("asks above %s", SumText(limit.maximum, limit.unit)));
  }
  return Joined(parts, ", ");
}

std::string ToolText(const ToolRule& rule) {
  if (!rule.pay) {
    return "not " + Printable(rule.tool);
  }
  std::vector<std::string> parts;
  for (const std::string& part : {LimitsText(rule.limits), AskText(rule.ask_above),
                                  std::string(rule.ask_always ? "asks always" : "")}) {
    if (!part.empty()) {
      parts.push_back(part);
    }
  }
  const std::string name = rule.tool == "*" ? "every tool" : "tool " + Printable(rule.tool);
  return parts.empty() ? name : absl::StrFormat("%s (%s)", name, Joined(parts, ", "));
}

std::string PayeesText(const MandateTerms& terms) {
  std::vector<std::string> parts = terms.payees;
  if (terms.pinned_payee) {
    parts.push_back("the pinned payee, once you approved the first");
  }
  return parts.empty() ? "nobody" : Joined(parts, ", ");
}

std::string AssetsText(const std::vector<Asset>& assets) {
  std::vector<std::string> parts;
  for (const Asset& asset : assets) {
    parts.push_back(absl::StrFormat("%s on %s", asset.symbol, asset.network));
  }
  return parts.empty() ? "nothing" : Joined(parts, ", ");
}

}  // namespace

std::string_view MandateStateWord(const MandateRow& row, int64_t now) {
  if (row.revoked) {
    return "revoked";
  }
  if (now >= row.terms.not_after) {
    return "expired";
  }
  if (row.terms.uses > 0 && row.used >= row.terms.uses) {
    return "used up";
  }
  return now < row.terms.not_before ? "not yet valid" : "live";
}

std::string MandateText(const MandateTerms& terms) {
  std::vector<std::string> tools;
  for (const ToolRule& rule : terms.tools) {
    tools.push_back(ToolText(rule));
  }
  std::vector<std::string> limits;
  for (const std::string& part : {LimitsText(terms.limits), AskText(terms.ask_above),
                                  std::string(terms.ask_always ? "asks always" : "")}) {
    if (!part.empty()) {
      limits.push_back(part);
    }
  }
  if (terms.uses > 0) {
    limits.push_back(
        absl::StrFormat("%d %s at most", terms.uses, terms.uses == 1 ? "payment" : "payments"));
  }
  return absl::StrFormat(
      "server  %s\ntools   %s\nlimits  %s\npays    %s\nto      %s\nfrom    %s\nuntil   %s",
      Printable(terms.server_name), tools.empty() ? "none" : Joined(tools, "; "),
      limits.empty() ? "none" : Joined(limits, ", "), AssetsText(terms.assets), PayeesText(terms),
      Joined(terms.wallet_keys, ", "), FormatTime(terms.not_after));
}

std::string MandateLine(const MandateRow& row, int64_t now) {
  const std::string of = row.terms.uses == 0 ? "" : absl::StrFormat(" of %d", row.terms.uses);
  return absl::StrFormat("%s  %-8s  %s  until %s  used %d%s  %s", row.terms.id,
                         MandateStateWord(row, now), Printable(row.terms.server_name),
                         FormatTime(row.terms.not_after), row.used, of,
                         LimitsText(row.terms.limits));
}

absl::StatusOr<MandateRow> FindMandate(LedgerReader& reader, std::string_view id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<MandateRow> rows, reader.Mandates());
  std::optional<MandateRow> found;
  for (MandateRow& row : rows) {
    if (row.terms.id == id) {
      return std::move(row);
    }
    if (!row.terms.id.starts_with(id)) {
      continue;
    }
    if (found.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrFormat("several mandates begin with %s; give more of the id", json::Quote(id)));
    }
    found = std::move(row);
  }
  if (!found.has_value()) {
    return absl::NotFoundError(
        absl::StrFormat("there is no mandate %s; see: tollpass mandate list", json::Quote(id)));
  }
  return *std::move(found);
}

}  // namespace tollpass
