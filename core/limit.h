#ifndef TOLLPASS_CORE_LIMIT_H_
#define TOLLPASS_CORE_LIMIT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/amount.h"
#include "core/asset.h"
#include "core/time_zone.h"

namespace tollpass {

/// The span over which a limit adds up: hour, day, week and month are those of the calendar.
enum class WindowKind { kCall, kRate, kHour, kDay, kWeek, kMonth, kTotal, kRolling, kUses };

/// True for the hour, day, week and month of a calendar.
bool IsCalendar(WindowKind kind);

/// "call", "rate", "hour", ...: stable, stored in the ledger.
std::string_view WindowName(WindowKind kind);
std::optional<WindowKind> WindowFromName(std::string_view name);

/// What a policy section or a mandate says: at most `maximum` of `unit` in each window.
struct LimitSpec {
  WindowKind window = WindowKind::kCall;
  int64_t seconds = 0;              // length, for kRate and kRolling only
  std::string unit;                 // "USD", "USDC", "USDC@eip155:8453"; "calls" for kRate, kUses
  std::vector<std::string> assets;  // AssetKeys that count in it; empty for "calls"
  Amount maximum;                   // at kSumDecimals; a plain count for "calls"
  TimeZone zone = {};               // whose calendar, for a calendar window; else UTC

  friend bool operator==(const LimitSpec&, const LimitSpec&) = default;
};

/// One limit as it applies to one payment: the currency between policy, mandates and ledger.
///
/// The ledger keeps one sum for each (counter, unit, window, seconds, bucket). The limit holds if
/// the sum over all buckets at or after `from`, plus `amount`, does not exceed `maximum`; charging
/// adds `amount` to `bucket`. A bucket that the window covers in part counts in full. A kCall limit
/// has no sum: `amount` alone is compared and nothing is added.
struct Limit {
  std::string counter;  // "all", "budget.team", "server.search", "mandate.m1", ...
  std::string unit;     // CountedUnit
  WindowKind window = WindowKind::kCall;
  int64_t seconds = 0;  // as in LimitSpec
  int64_t from = 0;     // unix seconds, inclusive
  int64_t bucket = 0;   // unix seconds; where this payment is added
  Amount amount;        // what this payment adds
  Amount maximum;
  std::string section;  // where the user wrote it: "server.search.tool.deep_research"
  std::string mandate;  // id, if a mandate and not the policy file sets it

  friend bool operator==(const Limit&, const Limit&) = default;
};

/// One payment as limits see it: what is the same for all of them, derived once. A plain value.
struct CountedPayment {
  /// `charge` atomic units of `asset` at `now` (unix seconds).
  CountedPayment(const Asset& asset, Amount charge, int64_t now);

  std::string asset_key;           // AssetKey
  std::string_view network_class;  // ClassName
  std::optional<Amount> sum;       // the charge at kSumDecimals; std::nullopt: it does not fit
  int64_t now = 0;                 // unix seconds
};

/// What a payment on networks of that class (ClassName) is counted in: the unit of `spec` with the
/// class, "USD/testnet"; for kUses the unit alone, so that one number holds for all networks.
std::string CountedUnit(const LimitSpec& spec, std::string_view network_class);

/// What `spec` counts of `payment`: its sum, or 1 for the number of calls; std::nullopt where it
/// does not count this asset. What does not fit exceeds every maximum.
struct Counted {
  Amount amount;
  bool fits = true;
};
std::optional<Counted> CountIn(const LimitSpec& spec, const CountedPayment& payment);

/// `spec` for `payment`; std::nullopt where the spec does not count this asset. `counter`,
/// `section` and `mandate` are left to the caller. An amount that does not fit is represented by a
/// maximum of zero, so that it is refused.
std::optional<Limit> ApplyLimit(const LimitSpec& spec, const CountedPayment& payment);
/// The same into `limit`, a new one: false where the spec does not count this asset.
bool ApplyLimit(const LimitSpec& spec, const CountedPayment& payment, Limit& limit);
std::optional<Limit> ApplyLimit(const LimitSpec& spec, const Asset& asset, Amount charge,
                                int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_LIMIT_H_
