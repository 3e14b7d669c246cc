#include "policy/safeguards.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/amount.h"
#include "core/facts.h"
#include "policy/read_section.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr std::string_view kOff = "off";
constexpr int kDriftDecimals = 3;
constexpr uint64_t kThousand = 1000;
constexpr uint64_t kLargestDrift = 1'000'000;

/// The thousandths of a number with at most three decimals from 1 to 1000.
std::optional<uint64_t> ThousandthsOf(const Node& node) {
  const double real =
      node.kind == NodeKind::kInteger ? static_cast<double>(node.integer) : node.real;
  // Written so that what is no number is refused.
  if (!(real >= 1 && real <= static_cast<double>(kLargestDrift / kThousand))) return std::nullopt;
  const double thousandths = std::round(real * kThousand);
  constexpr double kNoise = 1e-6;
  if (std::abs(real * kThousand - thousandths) > kNoise) return std::nullopt;
  return static_cast<uint64_t>(thousandths);
}

bool IsOff(const Node& node) { return node.kind == NodeKind::kString && node.text == kOff; }

}  // namespace

void ReadSafeguards(const Node& table, Section& section, LoadErrors& errors) {
  if (const Node* node = FindMember(table, "price_drift")) {
    const bool number = node->kind == NodeKind::kInteger || node->kind == NodeKind::kReal;
    section.price_drift = number ? ThousandthsOf(*node) : std::nullopt;
    if (IsOff(*node)) section.price_drift = 0;
    if (!section.price_drift) {
      errors.Add(node->at,
                 "'price_drift' must be a number from 1 to 1000 with at most three decimals, like "
                 "1.5, or \"off\"");
    }
  }
  if (const Node* node = FindMember(table, "breaker")) {
    if (node->kind == NodeKind::kInteger && node->integer >= 1 &&
        node->integer <= kMostUndelivered) {
      section.breaker = node->integer;
    } else if (IsOff(*node)) {
      section.breaker = 0;
    } else {
      errors.Add(node->at, "'breaker' must be a whole number from 1 to 1000, or \"off\"");
    }
  }
}

std::optional<Reason> StoppedBy(const ServerRules& server, const ToolSection* tool,
                                const Facts& facts) {
  const int64_t breaker = BreakerOf(server, tool);
  if (breaker != 0 && facts.undelivered >= breaker) return Reason::kBreakerOpen;
  if (facts.refused_prices >= kMostRefusedPrices) return Reason::kPriceProbing;
  return std::nullopt;
}

bool Drifts(uint64_t price_drift, const Intent& intent) {
  if (price_drift == 0) return false;
  const auto& prices = intent.facts.last_prices;
  const auto last = std::find_if(prices.begin(), prices.end(), [&](const LastPrice& price) {
    return price.asset == intent.counted.asset_key;
  });
  if (last == prices.end()) return false;
  const std::optional<Amount> price = intent.terms.charge.Times(kThousand);
  const std::optional<Amount> most = last->amount.Times(price_drift);
  return !price || !most || *price > *most;  // What cannot be told is asked.
}

bool IsToolChanged(const Intent& intent) {
  const std::string& pinned = intent.facts.pinned_tool;
  const std::string& said = intent.call.tool_definition;
  return !pinned.empty() && !said.empty() && pinned != said;
}

std::string PriceDriftText(uint64_t price_drift) {
  return price_drift == 0 ? std::string(kOff) : FormatDecimal(Amount(price_drift), kDriftDecimals);
}

std::string BreakerText(int64_t breaker) {
  return breaker == 0 ? std::string(kOff) : std::to_string(breaker);
}

}  // namespace tollpass
