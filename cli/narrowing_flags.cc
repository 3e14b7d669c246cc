#include "cli/narrowing_flags.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>

#include "core/duration.h"

namespace tollpass {

void AddNarrowingFlags(CLI::App& command, NarrowingFlags& flags, const std::string& than) {
  Permission& permission = flags.permission;
  command
      .add_option("--tool", permission.tools, "Only this tool, by name or glob; may be repeated")
      ->type_name("TOOL")
      ->allow_extra_args(false);
  command.add_option("--per-call", permission.per_call, "Less than " + than)->type_name("AMOUNT");
  command.add_option("--per-day", permission.per_day, "Less than " + than)->type_name("AMOUNT");
  command.add_option("--total", permission.total, "In all, under this mandate")
      ->type_name("AMOUNT");
  command.add_option("--uses", permission.uses, "Payments at most; 1 also answers what is asked")
      ->check(CLI::Range(int64_t{1}, kMostUses))
      ->type_name("N");
  command
      .add_option("--delegate", permission.delegate_key,
                  "Whoever has this key may sign mandates under this one (64 hex digits)")
      ->type_name("KEY");
  command.add_option("--for", flags.lasting, "How long it holds")
      ->type_name("TIME")
      ->capture_default_str();
}

absl::StatusOr<Permission> PermissionOf(const NarrowingFlags& flags) {
  const std::optional<int64_t> lasting = ParseDuration(flags.lasting);
  if (!lasting.has_value() || *lasting == 0) {
    return absl::InvalidArgumentError("--for is a time like 12h or 30d, at most 36500d");
  }
  Permission permission = flags.permission;
  permission.seconds = *lasting;
  permission.by_flags = true;
  return permission;
}

}  // namespace tollpass
