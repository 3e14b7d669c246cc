#ifndef TOLLPASS_MANDATES_OPEN_FILE_H_
#define TOLLPASS_MANDATES_OPEN_FILE_H_

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/home.h"
#include "mandates/authority.h"
#include "mandates/chain.h"
#include "mandates/file_mark.h"
#include "mandates/mirror.h"

namespace tollpass {

/// What is known of a ledger whose file was opened and found to be one.
struct OpenedFile {
  ChainKey key;
  Authority authority;
  Mirror mirror;
  FileMark mark;
};

/// Errors as Ledger::Open.
absl::StatusOr<OpenedFile> OpenLedgerFile(const Home& home);

/// NotFound, with the way out: no part of a home is in `home`, so none was ever made there.
absl::Status CheckMade(const Home& home);

/// NotFound, with the way out: no database in `home`. FailedPrecondition: it is no regular file, or
/// lies on a network file system.
absl::Status CheckPlace(const Home& home);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_OPEN_FILE_H_
