#include "wallet/kernel/check_ledger.h"

#include <memory>

#include "absl/strings/str_format.h"
#include "core/call.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/file_access.h"
#include "mandates/ledger.h"

namespace tollpass {
namespace {

/// A payment writes some pages of 4 KiB into the write-ahead log, and that into the database.
constexpr uint64_t kRoomBytes = 256 * 1024;

}  // namespace

absl::Status CheckLedger(const Home& home, const Clock& clock, Random& random) {
  // As before a payment: opening may replace files that others wrote.
  const absl::Status access = CheckAccess(home);
  TOLLPASS_ASSIGN_OR_RETURN(const std::unique_ptr<Ledger> ledger,
                            Ledger::Open(home, clock, random));
  TOLLPASS_RETURN_IF_ERROR(access);
  const int64_t now_ms = clock.UnixMillis();
  TOLLPASS_RETURN_IF_ERROR(ledger->Begin(Call(), now_ms, now_ms).status());
  TOLLPASS_ASSIGN_OR_RETURN(const uint64_t free, os::FreeBytes(home.path));
  if (free < kRoomBytes) {
    return absl::UnavailableError(absl::StrFormat(
        "the disk of %s has only %d bytes free; make room on it", home.LedgerPath(), free));
  }
  return absl::OkStatus();
}

}  // namespace tollpass
