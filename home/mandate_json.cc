#include "home/mandate_json.h"

#include <vector>

#include "core/clock.h"
#include "core/json/json.h"
#include "home/json_rows.h"
#include "home/limits_json.h"

namespace tollpass {
namespace {

std::string AssetsJson(const std::vector<Asset>& assets) {
  std::vector<std::string> rows;
  for (const Asset& asset : assets) {
    rows.push_back(json::ObjectWriter()
                       .String("symbol", asset.symbol)
                       .String("network", asset.network)
                       .String("id", asset.id)
                       .Integer("decimals", asset.decimals)
                       .Done());
  }
  return json::Array(rows);
}

}  // namespace

std::string ToolRulesJson(const std::vector<ToolRule>& rules, const std::vector<Asset>& assets) {
  std::vector<std::string> rows;
  for (const ToolRule& rule : rules) {
    rows.push_back(json::ObjectWriter()
                       .String("tool", rule.tool)
                       .Raw("limits", LimitsJson(rule.limits, assets))
                       .Raw("ask_above", LimitsJson(rule.ask_above, assets))
                       .Bool("ask_always", rule.ask_always)
                       .Bool("pay", rule.pay)
                       .Raw("payees", StringsJson(rule.payees))
                       .Bool("pinned_payee", rule.pinned_payee)
                       .Raw("schemes", StringsJson(rule.schemes))
                       .Done());
  }
  return json::Array(rows);
}

std::string MandateJson(const MandateRow& row, const MandateSetting& at) {
  const MandateTerms& terms = row.terms;
  return json::ObjectWriter()
      .String("id", terms.id)
      .String("state", MandateStateWord(row, at))
      .String("server", terms.server_name)
      .String("server_id", terms.server_id)
      .Raw("assets", AssetsJson(terms.assets))
      .Raw("limits", LimitsJson(terms.limits, terms.assets))
      .Raw("tools", ToolRulesJson(terms.tools, terms.assets))
      .Raw("only_tools", StringsJson(terms.only_tools))
      .Integer("uses", terms.uses)
      .Integer("used", row.used)
      .Raw("payees", StringsJson(terms.payees))
      .Bool("pinned_payee", terms.pinned_payee)
      .Raw("pinned_now", StringsJson(PinnedFor(terms.server_id, at)))
      .Raw("wallet_keys", StringsJson(terms.wallet_keys))
      .Raw("schemes", StringsJson(terms.schemes))
      .Raw("ask_above", LimitsJson(terms.ask_above, terms.assets))
      .Bool("ask_always", terms.ask_always)
      .Bool("answers_ask", terms.answers_ask)
      .Integer("max_validity", terms.max_validity)
      .Raw("trust", StringsJson(terms.trust))
      .Raw("chain_sources", StringsJson(terms.chain_sources))
      .String("not_before", FormatTime(terms.not_before))
      .String("not_after", FormatTime(terms.not_after))
      .Raw("parent", TextOrNull(terms.parent))
      .Raw("delegate_key", TextOrNull(terms.delegate_key))
      .String("signed_by", row.by_delegate ? "delegate" : "approval_key")
      .Done();
}

}  // namespace tollpass
