#ifndef TOLLPASS_CLI_READ_DRAFT_H_
#define TOLLPASS_CLI_READ_DRAFT_H_

#include <string>

#include "absl/status/statusor.h"

namespace tollpass {

/// The text of a policy file that decides nothing, so that anybody may own it. FailedPrecondition:
/// it is a link, which no home would take.
absl::StatusOr<std::string> ReadDraft(const std::string& path);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_READ_DRAFT_H_
