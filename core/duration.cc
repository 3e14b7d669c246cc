#include "core/duration.h"

#include <array>
#include <charconv>

#include "absl/strings/str_format.h"

namespace tollpass {
namespace {

struct Unit {
  char letter;
  int64_t seconds;
};

// Largest first: the order in which a text is made.
constexpr std::array<Unit, 4> kUnits = {{{'d', 86'400}, {'h', 3'600}, {'m', 60}, {'s', 1}}};

}  // namespace

std::optional<int64_t> ParseDuration(std::string_view text) {
  if (text.size() < 2 || text.front() < '0' || text.front() > '9') {
    return std::nullopt;
  }
  const std::string_view digits = text.substr(0, text.size() - 1);
  int64_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc() || end != digits.data() + digits.size()) {
    return std::nullopt;
  }
  for (const Unit& unit : kUnits) {
    if (text.back() == unit.letter && count <= kMaxDurationSeconds / unit.seconds) {
      return count * unit.seconds;
    }
  }
  return std::nullopt;
}

std::string FormatDuration(int64_t seconds) {
  for (const Unit& unit : kUnits) {
    if (seconds != 0 && seconds % unit.seconds == 0) {
      return absl::StrFormat("%d%c", seconds / unit.seconds, unit.letter);
    }
  }
  return "0s";
}

}  // namespace tollpass
