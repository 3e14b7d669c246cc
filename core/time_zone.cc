#include "core/time_zone.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "absl/time/civil_time.h"
#include "absl/time/time.h"

namespace tollpass {
namespace {

using std::chrono::days;
using std::chrono::seconds;
using std::chrono::sys_days;
using std::chrono::sys_seconds;

constexpr std::string_view kUtc = "UTC";
// Absolute, so that TZDIR does not lead elsewhere.
constexpr std::string_view kZoneInfo = "/usr/share/zoneinfo/";
constexpr size_t kLongestName = 64;
constexpr int64_t kHourSeconds = 3600;
constexpr int64_t kDaySeconds = 86'400;

int64_t Rest(int64_t value, int64_t step) {
  const int64_t rest = value % step;
  return rest < 0 ? rest + step : rest;
}

int64_t UnixSeconds(sys_days day) { return sys_seconds(day).time_since_epoch().count(); }

sys_days DayInUtc(int64_t now) { return std::chrono::floor<days>(sys_seconds(seconds(now))); }

/// True for names of the database of zones; not for paths, nor for its copies that count leap
/// seconds or follow the setting of this machine.
bool IsZoneName(std::string_view name) {
  const auto is_letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  return !name.empty() && name.size() <= kLongestName && is_letter(name.front()) &&
         name.find("//") == std::string_view::npos && !name.starts_with("right/") &&
         !name.starts_with("posix/") && name != "localtime" && name != "posixrules" &&
         std::all_of(name.begin(), name.end(), [&](char c) {
           return is_letter(c) || (c >= '0' && c <= '9') || c == '/' || c == '_' || c == '-' ||
                  c == '+';
         });
}

}  // namespace

struct TimeZone::Rules {
  /// When `civil` is first shown; where it never is, when the clocks are put over it.
  [[nodiscard]] int64_t FirstMoment(absl::CivilSecond civil) const {
    const absl::TimeZone::TimeInfo info = zone.At(civil);
    const bool skipped = info.kind == absl::TimeZone::TimeInfo::SKIPPED;
    return absl::ToUnixSeconds(skipped ? info.trans : info.pre);
  }

  [[nodiscard]] absl::CivilSecond Shown(int64_t now) const {
    return absl::ToCivilSecond(absl::FromUnixSeconds(now), zone);
  }

  std::string name;
  absl::TimeZone zone;
  bool known = true;
};

std::optional<TimeZone> TimeZone::Named(std::string_view name) {
  if (name == kUtc) return TimeZone();
  if (!IsZoneName(name)) return std::nullopt;
  auto rules = std::make_shared<Rules>();
  rules->name = name;
  if (!absl::LoadTimeZone(std::string(kZoneInfo) + rules->name, &rules->zone)) return std::nullopt;
  return TimeZone(std::move(rules));
}

std::optional<TimeZone> TimeZone::Missing(std::string_view name) {
  if (name == kUtc || !IsZoneName(name)) return std::nullopt;
  auto rules = std::make_shared<Rules>();
  rules->name = name;
  rules->known = false;
  return TimeZone(std::move(rules));
}

bool TimeZone::IsKnown() const { return !rules_ || rules_->known; }

std::string_view TimeZone::name() const { return rules_ ? std::string_view(rules_->name) : kUtc; }

int64_t TimeZone::SecondsOfDay(int64_t now) const {
  if (!rules_) return Rest(now, kDaySeconds);
  const absl::CivilSecond shown = rules_->Shown(now);
  return shown - absl::CivilSecond(absl::CivilDay(shown));
}

int64_t TimeZone::StartOfHour(int64_t now) const {
  if (!rules_) return now - Rest(now, kHourSeconds);
  const absl::CivilSecond shown = rules_->Shown(now);
  return now - (shown - absl::CivilSecond(absl::CivilHour(shown)));
}

int64_t TimeZone::StartOfDay(int64_t now) const {
  if (!rules_) return now - Rest(now, kDaySeconds);
  return rules_->FirstMoment(absl::CivilSecond(absl::CivilDay(rules_->Shown(now))));
}

int64_t TimeZone::StartOfWeek(int64_t now) const {
  if (!rules_) {
    const sys_days day = DayInUtc(now);
    return UnixSeconds(day - (std::chrono::weekday(day) - std::chrono::Monday));
  }
  const absl::CivilDay day(rules_->Shown(now));
  const absl::CivilDay monday = absl::PrevWeekday(day + 1, absl::Weekday::monday);
  return rules_->FirstMoment(absl::CivilSecond(monday));
}

int64_t TimeZone::StartOfMonth(int64_t now) const {
  if (!rules_) {
    const std::chrono::year_month_day date(DayInUtc(now));
    return UnixSeconds(sys_days(date.year() / date.month() / 1));
  }
  return rules_->FirstMoment(absl::CivilSecond(absl::CivilMonth(rules_->Shown(now))));
}

}  // namespace tollpass
