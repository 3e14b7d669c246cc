#include "cli/since_flag.h"

#include <CLI/CLI.hpp>
#include <optional>

#include "absl/strings/str_format.h"
#include "core/duration.h"
#include "core/json/json.h"
#include "core/parse_time.h"

namespace tollpass {

void AddSinceFlag(CLI::App& command, std::string& since, const std::string& what) {
  command
      .add_option("--since", since,
                  what +
                      " from this time on: 2026-11-30 or 2026-11-30T04:14:46Z (UTC), or of so "
                      "long until now: 30d")
      ->type_name("TIME");
}

absl::StatusOr<int64_t> SinceOf(const std::string& text, int64_t now) {
  if (text.empty()) {
    return 0;
  }
  if (const std::optional<int64_t> lasting = ParseDuration(text)) {
    return now - *lasting;
  }
  if (const std::optional<int64_t> time = ParseTime(text)) {
    return *time;
  }
  return absl::InvalidArgumentError(absl::StrFormat(
      "--since: %s is no time like 2026-11-30, 2026-11-30T04:14:46Z or 30d", json::Quote(text)));
}

}  // namespace tollpass
