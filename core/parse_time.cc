#include "core/parse_time.h"

#include <algorithm>
#include <chrono>
#include <string>

namespace tollpass {
namespace {

/// `pattern`: 'd' stands for a digit, everything else for itself.
bool Fits(std::string_view text, std::string_view pattern) {
  return text.size() == pattern.size() &&
         std::equal(text.begin(), text.end(), pattern.begin(), [](char c, char wanted) {
           return wanted == 'd' ? c >= '0' && c <= '9' : c == wanted;
         });
}

unsigned Number(std::string_view digits) {
  unsigned number = 0;
  for (const char digit : digits) {
    number = number * 10 + static_cast<unsigned>(digit - '0');
  }
  return number;
}

}  // namespace

std::optional<int64_t> ParseTime(std::string_view text) {
  const bool day_only = Fits(text, "dddd-dd-dd");
  if (!day_only && !Fits(text, "dddd-dd-ddTdd:dd:ddZ")) {
    return std::nullopt;
  }
  const std::chrono::year_month_day date(
      std::chrono::year(static_cast<int>(Number(text.substr(0, 4)))),
      std::chrono::month(Number(text.substr(5, 2))), std::chrono::day(Number(text.substr(8, 2))));
  if (!date.ok()) {
    return std::nullopt;
  }
  const int64_t day =
      std::chrono::sys_seconds(std::chrono::sys_days(date)).time_since_epoch().count();
  if (day_only) {
    return day;
  }
  const unsigned hour = Number(text.substr(11, 2));
  const unsigned minute = Number(text.substr(14, 2));
  const unsigned second = Number(text.substr(17, 2));
  if (hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  return day + int64_t{hour} * 3600 + int64_t{minute} * 60 + second;
}

}  // namespace tollpass
