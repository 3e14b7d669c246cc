#ifndef TOLLPASS_MANDATES_MIRROR_H_
#define TOLLPASS_MANDATES_MIRROR_H_

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/home.h"
#include "mandates/chain.h"
#include "mandates/ledger_head.h"

namespace tollpass {

/// What was last seen of a ledger, in a file outside of its home, so that an older copy of the
/// whole home is noticed. It is written after each commit, only forwards, under a lock, and is not
/// made durable by itself: after a crash it may be behind the ledger, never before it.
/// Any number of processes and threads. Format: docs/ledger.md.
class Mirror {
 public:
  /// Takes no side effect. `key` is that of the ledger.
  Mirror(const Home& home, std::string_view ledger_id, const ChainKey& key);

  [[nodiscard]] const std::string& path() const { return path_; }

  /// What it holds, the newer of two slots that can be read; std::nullopt where nothing was ever
  /// written. Beginning with kMirrorBrokenMessage, with the way out: DataLoss, neither slot can be
  /// read; FailedPrecondition, the file cannot be read and written.
  [[nodiscard]] absl::StatusOr<std::optional<LedgerHead>> Read() const;
  /// Whether a missing one could be made; fails as Read does.
  [[nodiscard]] absl::Status CheckPlace() const;

  /// Writes `head` unless it holds a newer one; makes the file where there is none. Fails as Read
  /// does; Unavailable: another process holds the lock for too long, and nothing is changed.
  [[nodiscard]] absl::Status Advance(const LedgerHead& head) const;
  /// Writes `head` whatever it holds: only for one that the user accepted.
  [[nodiscard]] absl::Status Reset(const LedgerHead& head) const;

 private:
  [[nodiscard]] std::string Slot(const LedgerHead& head) const;
  [[nodiscard]] std::optional<LedgerHead> ReadSlot(std::string_view slot) const;
  [[nodiscard]] absl::Status Write(const LedgerHead& head, bool whatever_it_holds) const;

  std::string path_;
  std::string ledger_id_;
  ChainKey key_;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_MIRROR_H_
