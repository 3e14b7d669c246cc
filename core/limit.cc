#include "core/limit.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/join.h"
#include "core/network.h"

namespace tollpass {
namespace {

constexpr std::array<std::pair<WindowKind, std::string_view>, 9> kNames = {{
    {WindowKind::kCall, "call"},
    {WindowKind::kRate, "rate"},
    {WindowKind::kHour, "hour"},
    {WindowKind::kDay, "day"},
    {WindowKind::kWeek, "week"},
    {WindowKind::kMonth, "month"},
    {WindowKind::kTotal, "total"},
    {WindowKind::kRolling, "rolling"},
    {WindowKind::kUses, "uses"},
}};

/// Buckets that a sliding window is cut into.
constexpr int64_t kBuckets = 60;

/// Years beyond these are clamped: calendar arithmetic stays defined for every clock.
constexpr int64_t kLatest = int64_t{1} << 40;

int64_t FloorTo(int64_t value, int64_t step) {
  const int64_t rest = value % step;
  return value - (rest < 0 ? rest + step : rest);
}

int64_t CalendarStart(WindowKind window, const TimeZone& zone, int64_t now) {
  switch (window) {
    case WindowKind::kHour:
      return zone.StartOfHour(now);
    case WindowKind::kDay:
      return zone.StartOfDay(now);
    case WindowKind::kWeek:
      return zone.StartOfWeek(now);
    case WindowKind::kMonth:
      return zone.StartOfMonth(now);
    default:
      return 0;
  }
}

void PlaceInTime(Limit& limit, const TimeZone& zone, int64_t now) {
  now = std::clamp(now, -kLatest, kLatest);
  if (limit.window == WindowKind::kCall) {
    limit.from = limit.bucket = now;
  } else if (limit.window == WindowKind::kRate || limit.window == WindowKind::kRolling) {
    const int64_t length = std::clamp<int64_t>(limit.seconds, 1, kLatest);
    const int64_t step = std::max<int64_t>(1, length / kBuckets);
    limit.bucket = FloorTo(now, step);
    limit.from = FloorTo(now - length, step);
  } else {
    limit.from = limit.bucket = CalendarStart(limit.window, zone, now);
  }
}

bool CountsCalls(WindowKind window) {
  return window == WindowKind::kRate || window == WindowKind::kUses;
}

}  // namespace

bool IsCalendar(WindowKind kind) {
  return kind == WindowKind::kHour || kind == WindowKind::kDay || kind == WindowKind::kWeek ||
         kind == WindowKind::kMonth;
}

std::string_view WindowName(WindowKind kind) {
  for (const auto& [value, name] : kNames) {
    if (value == kind) return name;
  }
  return "";
}

std::optional<WindowKind> WindowFromName(std::string_view name) {
  for (const auto& [value, text] : kNames) {
    if (text == name) return value;
  }
  return std::nullopt;
}

std::string CountedUnit(const LimitSpec& spec, std::string_view network_class) {
  // A number of payments is one number, wherever each of them is made.
  return spec.window == WindowKind::kUses ? spec.unit : Join({spec.unit, "/", network_class});
}

CountedPayment::CountedPayment(const Asset& asset, Amount charge, int64_t seconds)
    : asset_key(AssetKey(asset.network, asset.id)),
      network_class(ClassName(ClassOf(asset.network))),
      sum(charge.Rescale(asset.decimals, kSumDecimals)),
      now(seconds) {}

std::optional<Counted> CountIn(const LimitSpec& spec, const CountedPayment& payment) {
  if (CountsCalls(spec.window)) return Counted{.amount = Amount(1)};
  if (std::find(spec.assets.begin(), spec.assets.end(), payment.asset_key) == spec.assets.end()) {
    return std::nullopt;
  }
  return Counted{.amount = payment.sum.value_or(Amount(1)), .fits = payment.sum.has_value()};
}

bool ApplyLimit(const LimitSpec& spec, const CountedPayment& payment, Limit& limit) {
  const std::optional<Counted> counted = CountIn(spec, payment);
  if (!counted) return false;
  limit.unit = CountedUnit(spec, payment.network_class);
  limit.window = spec.window;
  limit.seconds = spec.seconds;
  limit.amount = counted->amount;
  limit.maximum = counted->fits ? spec.maximum : Amount();
  PlaceInTime(limit, spec.zone, payment.now);
  return true;
}

std::optional<Limit> ApplyLimit(const LimitSpec& spec, const CountedPayment& payment) {
  std::optional<Limit> limit(std::in_place);
  if (!ApplyLimit(spec, payment, *limit)) limit.reset();
  return limit;
}

std::optional<Limit> ApplyLimit(const LimitSpec& spec, const Asset& asset, Amount charge,
                                int64_t now) {
  return ApplyLimit(spec, CountedPayment(asset, charge, now));
}

}  // namespace tollpass
