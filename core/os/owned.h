#ifndef TOLLPASS_CORE_OS_OWNED_H_
#define TOLLPASS_CORE_OS_OWNED_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "core/os/file.h"

struct stat;

/// What makes a file one of this user alone. Only for sources of this room.
namespace tollpass::os {

/// FailedPrecondition: what `facts` tell of is not this user's, or has a mode bit of `forbidden`;
/// `way_out` is the chmod that mends that.
absl::Status CheckFacts(const struct stat& facts, const std::string& path, unsigned forbidden,
                        std::string_view way_out);

/// The same for an open file, which must be regular. Judged on the descriptor, so that the file
/// which was checked is the one that is used.
absl::Status CheckOwned(const Fd& file, const std::string& path, unsigned forbidden,
                        std::string_view way_out);

/// FailedPrecondition: `path` is a symbolic link.
absl::Status IsALink(const std::string& path);

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_OWNED_H_
