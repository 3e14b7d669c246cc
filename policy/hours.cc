#include "policy/hours.h"

#include "absl/strings/str_format.h"
#include "policy/values.h"

namespace tollpass {
namespace {

constexpr int64_t kMinuteSeconds = 60;
constexpr int64_t kHourSeconds = 3600;
constexpr int64_t kDaySeconds = 86'400;
constexpr size_t kTimeLength = 5;  // "08:00"

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

/// "08:00" as seconds after midnight, "24:00" included; std::nullopt for another form.
std::optional<int64_t> ParseTimeOfDay(std::string_view text) {
  if (text.size() != kTimeLength || !IsDigit(text[0]) || !IsDigit(text[1]) || text[2] != ':' ||
      !IsDigit(text[3]) || !IsDigit(text[4])) {
    return std::nullopt;
  }
  const int64_t hours = (text[0] - '0') * 10 + (text[1] - '0');
  const int64_t minutes = (text[3] - '0') * 10 + (text[4] - '0');
  const int64_t seconds = hours * kHourSeconds + minutes * kMinuteSeconds;
  if (minutes >= 60 || seconds > kDaySeconds) return std::nullopt;
  return seconds;
}

/// "08:00-20:00" without a zone; std::nullopt for another form, and for a span of no length.
std::optional<Hours> ParseSpan(std::string_view text) {
  if (text.size() != 2 * kTimeLength + 1 || text[kTimeLength] != '-') return std::nullopt;
  const std::optional<int64_t> from = ParseTimeOfDay(text.substr(0, kTimeLength));
  const std::optional<int64_t> to = ParseTimeOfDay(text.substr(kTimeLength + 1));
  if (!from || !to || *from == *to || *from == kDaySeconds) return std::nullopt;
  Hours hours;
  hours.from = *from;
  hours.to = *to;
  return hours;
}

void AddUnknownZone(Position at, std::string_view key, std::string_view name, LoadErrors& errors) {
  errors.Add(at, absl::StrFormat("'%s': this system has no time zone %s; write one like "
                                 "\"Europe/Oslo\" or \"UTC\" (package tzdata)",
                                 key, Quoted(name)));
}

std::string TimeText(int64_t seconds) {
  return absl::StrFormat("%02d:%02d", seconds / kHourSeconds,
                         seconds % kHourSeconds / kMinuteSeconds);
}

}  // namespace

bool Hours::Include(int64_t now) const {
  const int64_t time = zone.SecondsOfDay(now);
  return from < to ? from <= time && time < to : from <= time || time < to;
}

std::optional<Hours> ReadHours(const Node& table, const TimeZone& zone, LoadErrors& errors) {
  const std::optional<std::string> text = ReadText(table, "hours", errors);
  if (!text) return std::nullopt;
  const Position at = FindMember(table, "hours")->at;
  const size_t space = text->find(' ');
  std::optional<Hours> hours = ParseSpan(std::string_view(*text).substr(0, space));
  if (!hours) {
    errors.Add(at, absl::StrFormat("%s are no hours; write 'hours' like \"08:00-20:00\" or "
                                   "\"22:00-06:00 Europe/Oslo\"",
                                   Quoted(*text)));
    return std::nullopt;
  }
  hours->zone = zone;
  if (space == std::string::npos) return hours;
  const std::string name = text->substr(space + 1);
  const std::optional<TimeZone> own = TimeZone::Named(name);
  if (!own) {
    AddUnknownZone(at, "hours", name, errors);
    return std::nullopt;
  }
  hours->zone = *own;
  return hours;
}

std::optional<TimeZone> ReadZone(const Node& table, LoadErrors& errors) {
  const std::optional<std::string> name = ReadText(table, "zone", errors);
  if (!name) return std::nullopt;
  std::optional<TimeZone> zone = TimeZone::Named(*name);
  if (!zone) AddUnknownZone(FindMember(table, "zone")->at, "zone", *name, errors);
  return zone;
}

std::string HoursText(const Hours& hours) {
  return absl::StrFormat("%s-%s %s", TimeText(hours.from), TimeText(hours.to), hours.zone.name());
}

}  // namespace tollpass
