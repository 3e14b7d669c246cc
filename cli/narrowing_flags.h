#ifndef TOLLPASS_CLI_NARROWING_FLAGS_H_
#define TOLLPASS_CLI_NARROWING_FLAGS_H_

#include <string>

#include "absl/status/statusor.h"
#include "home/permission.h"

namespace CLI {
class App;
}

namespace tollpass {

/// The flags by which a mandate becomes narrower than what it is made from.
struct NarrowingFlags {
  Permission permission;
  std::string lasting = "30d";
};

/// Adds --tool, --per-call, --per-day, --total, --uses, --for and --delegate. `than`: what they
/// are held against, "the policy's".
void AddNarrowingFlags(CLI::App& command, NarrowingFlags& flags, const std::string& than);

/// What was given. InvalidArgument: --for is no time.
absl::StatusOr<Permission> PermissionOf(const NarrowingFlags& flags);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_NARROWING_FLAGS_H_
