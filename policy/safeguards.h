#ifndef TOLLPASS_POLICY_SAFEGUARDS_H_
#define TOLLPASS_POLICY_SAFEGUARDS_H_

#include <cstdint>
#include <optional>
#include <string>

#include "core/reason.h"
#include "policy/intent.h"
#include "policy/rules.h"

/// The rules that look at what a tool did before.
namespace tollpass {

/// A price may be this many thousandths of the last one before it is asked about.
inline constexpr uint64_t kDefaultPriceDrift = 1500;
/// So many paid calls without delivery, one after the other, stop payments to a tool.
inline constexpr int64_t kDefaultBreaker = 3;
/// So many different prices over a limit within an hour stop payments to a tool: enough for a
/// server whose prices vary, too few to find out where the limit lies.
inline constexpr int64_t kMostRefusedPrices = 5;

/// Why nothing is paid to the tool because of what it did: kBreakerOpen or kPriceProbing.
std::optional<Reason> StoppedBy(const ServerRules& server, const ToolSection* tool,
                                const Facts& facts);
/// True if the price is so far above the last one of this asset that it is asked about.
bool Drifts(uint64_t price_drift, const Intent& intent);
/// True if the server's list says other things about the tool than what is pinned.
bool IsToolChanged(const Intent& intent);

/// "1.5", "off".
std::string PriceDriftText(uint64_t price_drift);
/// "3", "off".
std::string BreakerText(int64_t breaker);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_SAFEGUARDS_H_
