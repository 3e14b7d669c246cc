#include "mandates/connections.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/file_access.h"
#include "mandates/file_mark.h"

namespace tollpass {

Connections::Lease::Lease(Lease&& other) noexcept
    : owner_(std::exchange(other.owner_, nullptr)), connection_(std::move(other.connection_)) {}

Connections::Lease::~Lease() {
  if (owner_ != nullptr) {
    owner_->GiveBack(std::move(connection_));
  }
}

absl::StatusOr<Connections::Lease> Connections::Take() {
  if (!os::Exists(path_)) {
    return LedgerIsGone(path_);
  }
  TOLLPASS_RETURN_IF_ERROR(CheckRegular(path_));
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      if (os::FileIdentity(LogPath()) != idle_.back().log) {
        return absl::DataLossError(absl::StrFormat(
            "%s was removed or replaced while it was in use; restart what uses the ledger, then "
            "run 'tollpass ledger verify'",
            LogPath()));
      }
      Lease lease(*this, std::move(idle_.back()));
      idle_.pop_back();
      (*lease).SetLongestLog(sql::Database::kUsualLogPages);
      return lease;
    }
  }
  TOLLPASS_ASSIGN_OR_RETURN(sql::Database database,
                            sql::Database::Open(path_, sql::Database::Mode::kReadWrite));
  return Lease(*this, {std::move(database), os::FileIdentity(LogPath())});
}

void Connections::GiveBack(Connection connection) {
  // One whose file was taken away would stay useless for ever.
  if (connection.database.WasMoved()) {
    return;
  }
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(connection));
}

}  // namespace tollpass
