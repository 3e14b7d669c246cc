#include "mandates/left_unanswered.h"

#include <string>
#include <vector>

#include "core/os/file.h"
#include "core/status.h"
#include "mandates/file_access.h"
#include "mandates/sql/charges.h"
#include "mandates/sql/database.h"
#include "mandates/sql/schema.h"

namespace tollpass {
namespace {

using sql::Database;

absl::StatusOr<bool> LookUp(Database& database, const Call& call, int64_t repeat_before_ms) {
  TOLLPASS_RETURN_IF_ERROR(sql::ReadFormat(database).status());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ChargeRow> charges,
                            sql::FindUnanswered(database, CallKey(call), repeat_before_ms));
  return !charges.empty();
}

absl::StatusOr<bool> LookUpIn(const std::string& path, Database::Mode mode, const Call& call,
                              int64_t repeat_before_ms) {
  TOLLPASS_ASSIGN_OR_RETURN(Database database, Database::Open(path, mode));
  TOLLPASS_ASSIGN_OR_RETURN(const bool left, LookUp(database, call, repeat_before_ms));
  if (database.MissesLog()) {
    return absl::UnavailableError("somebody wrote into the ledger while it was read");
  }
  return left;
}

}  // namespace

absl::StatusOr<bool> ReadLeftUnanswered(const Home& home, const Call& call,
                                        int64_t repeat_before_ms) {
  const std::string path = home.LedgerPath();
  if (!os::Exists(path)) {
    // A key without its ledger: there was one.
    return os::Exists(home.LedgerKeyPath()) ? absl::NotFoundError(path + " is gone")
                                            : absl::StatusOr<bool>(false);
  }
  TOLLPASS_RETURN_IF_ERROR(CheckRegular(path));
  absl::StatusOr<bool> left = LookUpIn(path, Database::Mode::kReadOnly, call, repeat_before_ms);
  if (left.ok() || absl::IsDataLoss(left.status())) return left;
  return LookUpIn(path, Database::Mode::kFileAlone, call, repeat_before_ms);
}

}  // namespace tollpass
