#ifndef TOLLPASS_CLI_SINCE_FLAG_H_
#define TOLLPASS_CLI_SINCE_FLAG_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace CLI {
class App;
}

namespace tollpass {

/// Adds --since, which leaves out what was before. `what`: "Only calls".
void AddSinceFlag(CLI::App& command, std::string& since, const std::string& what);

/// What --since says, unix seconds: a time, or a length of time before `now`. Empty: 0.
/// InvalidArgument: neither.
absl::StatusOr<int64_t> SinceOf(const std::string& text, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_SINCE_FLAG_H_
