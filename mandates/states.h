#ifndef TOLLPASS_MANDATES_STATES_H_
#define TOLLPASS_MANDATES_STATES_H_

#include <cstdint>
#include <optional>
#include <string_view>

namespace tollpass {

/// What is known about the money of a charge. All of them but kReleased count in every limit.
/// `kPresumedSpent` is never stored: it is what a refused or unknown charge is called once its
/// proof has passed its last moment.
enum class MoneyState { kHeld, kSettled, kRefused, kUnknown, kPresumedSpent, kReleased };

/// Whether the host got its answer. Live: being served. Answered: a result, or an error with a
/// good receipt, was written under a live id. Open: it ended without.
enum class CallState { kLive, kAnswered, kOpen };

/// "held", "settled", "refused", "unknown", "presumed_spent", "released".
std::string_view MoneyName(MoneyState state);
std::optional<MoneyState> MoneyFromName(std::string_view name);
/// "live", "answered", "open".
std::string_view CallName(CallState state);
std::optional<CallState> CallFromName(std::string_view name);

/// The state to show at `now` (unix seconds) for a proof that is dead from `dead_after` on.
MoneyState MoneyAt(MoneyState stored, int64_t dead_after, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_STATES_H_
