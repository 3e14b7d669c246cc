#ifndef TOLLPASS_MANDATES_FILE_ACCESS_H_
#define TOLLPASS_MANDATES_FILE_ACCESS_H_

#include <string>

#include "absl/status/status.h"
#include "core/home.h"

namespace tollpass {

/// FailedPrecondition, with file and mode, where somebody else could have changed the ledger in
/// `home`: the home, the database or a file beside it belongs to another user or may be written by
/// group or others. Asked before each payment; orders that narrow are taken all the same.
absl::Status CheckAccess(const Home& home);

/// FailedPrecondition where the database at `path` or a file of SQLite beside it is there and is no
/// regular file: opening a pipe would wait for ever.
absl::Status CheckRegular(const std::string& path);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_FILE_ACCESS_H_
