#ifndef TOLLPASS_CORE_TIME_ZONE_H_
#define TOLLPASS_CORE_TIME_ZONE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace tollpass {

/// How the clocks on the wall are set somewhere: rules of the system's zoneinfo, read once. A plain
/// value; the default is UTC. Thread-safe. Moments are unix seconds.
class TimeZone {
 public:
  TimeZone() = default;

  /// The zone of a name like "Europe/Oslo" or "UTC"; std::nullopt where the system has none. Read
  /// from /usr/share/zoneinfo whatever the environment says, which others may set.
  static std::optional<TimeZone> Named(std::string_view name);

  /// A zone of that name whose rules nobody here knows, so that what was signed with it can still
  /// be read; std::nullopt for what is no name of a zone.
  static std::optional<TimeZone> Missing(std::string_view name);

  [[nodiscard]] std::string_view name() const;
  /// False for one that is Missing: what depends on its calendar cannot be told.
  [[nodiscard]] bool IsKnown() const;
  [[nodiscard]] bool IsUtc() const { return rules_ == nullptr; }

  /// What the clock on the wall shows, as seconds after midnight: 0 to 86,399.
  [[nodiscard]] int64_t SecondsOfDay(int64_t now) const;

  /// When the hour, day, week (from Monday) or month of the calendar began that `now` is in. Where
  /// the clocks are put over midnight, a day begins when its first moment is shown. An hour that is
  /// shown twice is two.
  [[nodiscard]] int64_t StartOfHour(int64_t now) const;
  [[nodiscard]] int64_t StartOfDay(int64_t now) const;
  [[nodiscard]] int64_t StartOfWeek(int64_t now) const;
  [[nodiscard]] int64_t StartOfMonth(int64_t now) const;

  friend bool operator==(const TimeZone& a, const TimeZone& b) { return a.name() == b.name(); }

 private:
  struct Rules;
  explicit TimeZone(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {}

  std::shared_ptr<const Rules> rules_;  // none for UTC
};

}  // namespace tollpass

#endif  // TOLLPASS_CORE_TIME_ZONE_H_
