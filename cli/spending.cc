#include "cli/spending.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr std::string_view kProbe = "probe";

/// Asks the policy under which limits it would pay `tool` of `server` in `asset`: the smallest
/// payment, under a mandate that allows what the policy does. So nobody else knows how limits are
/// found.
std::vector<Limit> PolicyLimits(const Policy& policy, const ServerSection& server,
                                const std::string& tool, const MandateTerms& allowed,
                                const Asset& asset, int64_t now) {
  Terms terms;
  terms.scheme = allowed.schemes.empty() ? "exact" : allowed.schemes.front();
  terms.network = asset.network;
  terms.asset = asset;
  terms.charge = Amount(1);
  terms.payee = allowed.payees.empty() ? std::string(kProbe) : allowed.payees.front();
  terms.payer = kProbe;
  terms.timeout_seconds = 1;
  Facts facts;
  facts.pinned_payees = {AssetKey(asset.network, terms.payee)};
  MandateTerms mandate = allowed;
  mandate.id = kProbe;
  mandate.wallet_keys = {terms.payer};
  mandate.answers_ask = true;
  mandate.not_before = now;
  mandate.not_after = now + 1;
  facts.mandates.push_back(std::move(mandate));
  Call call;
  call.server_id = server.identity;
  call.method = "tools/call";
  call.tool = tool;
  std::vector<Limit> limits = policy.Decide(call, terms, facts, now).limits;
  std::erase_if(limits, [](const Limit& limit) { return !limit.mandate.empty(); });
  return limits;
}

std::vector<Limit> MandateLimits(const MandateTerms& terms, const Asset& asset, int64_t now) {
  std::vector<Limit> limits;
  for (const LimitSpec& spec : terms.limits) {
    if (std::optional<Limit> limit = ApplyLimit(spec, asset, Amount(1), now); limit.has_value()) {
      limit->counter = MandateCounter(terms.id);
      limit->section = limit->counter;
      limit->mandate = terms.id;
      limits.push_back(*std::move(limit));
    }
  }
  return limits;
}

bool SameSum(const Limit& a, const Limit& b) {
  return a.counter == b.counter && a.unit == b.unit && a.window == b.window &&
         a.seconds == b.seconds && a.maximum == b.maximum;
}

}  // namespace

absl::StatusOr<std::vector<Spending>> SpendingOf(const Policy& policy, const ServerSection& server,
                                                 const std::vector<MandateRow>& mandates,
                                                 LedgerReader& reader, int64_t now) {
  std::vector<Spending> spending;
  const auto add = [&](const std::vector<Limit>& limits, const Asset& asset) {
    for (const Limit& limit : limits) {
      const auto known = std::find_if(spending.begin(), spending.end(), [&](const Spending& other) {
        return SameSum(other.limit, limit);
      });
      if (known != spending.end()) {
        known->asset = known->asset == asset ? known->asset : std::nullopt;
      } else if (limit.window != WindowKind::kCall) {
        spending.push_back({limit, Amount(), asset});
      }
    }
  };
  if (const absl::StatusOr<MandateTerms> allowed = policy.MandateFor(server.name); allowed.ok()) {
    std::vector<std::string> tools = {""};
    for (const ToolRule& rule : allowed->tools) {
      tools.push_back(rule.tool);  // A glob matches itself.
    }
    for (const Asset& asset : allowed->assets) {
      for (const std::string& tool : tools) {
        add(PolicyLimits(policy, server, tool, *allowed, asset, now), asset);
      }
    }
  }
  for (const MandateRow& row : mandates) {
    for (const Asset& asset : row.terms.assets) {
      add(MandateLimits(row.terms, asset, now), asset);
    }
  }
  for (Spending& one : spending) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Amount> used, reader.Used({one.limit}));
    one.spent = used.front();
  }
  return spending;
}

}  // namespace tollpass
