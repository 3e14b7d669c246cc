#ifndef TOLLPASS_MANDATES_LEDGER_READER_H_
#define TOLLPASS_MANDATES_LEDGER_READER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/approval.h"
#include "core/asset.h"
#include "core/home.h"
#include "core/mandate_terms.h"
#include "core/proof.h"
#include "core/verdict.h"
#include "mandates/states.h"

namespace tollpass {

/// One decided call, as `tollpass log` shows it.
struct LogRow {
  std::string id;
  int64_t sequence = 0;
  int64_t time = 0;    // unix seconds
  std::string server;  // section name, or empty
  std::string server_id;
  std::string tool;
  std::string principal;            // operating-system user, then "/LABEL" of `proxy --as`
  std::optional<MoneyState> money;  // absent: nothing was charged
  std::optional<CallState> call;
  VerdictKind verdict = VerdictKind::kDeny;
  std::string reason;  // reason code
  std::string section;
  std::string mandate;
  std::string approval;
  std::string dialect;
  std::string scheme;
  std::string network;
  std::optional<Asset> asset;  // as it was when decided
  Amount amount;               // atomic units
  std::string payee;
  std::string payer;
  std::string offered;  // untrusted; OfferedText, where no offer could be read; else empty
  Evidence evidence = Evidence::kNone;
  std::string transaction;
  std::string alarm;
  std::string server_text;  // untrusted
  int64_t dead_after = 0;
  std::string replaced_by;
  int64_t repeats = 0;  // how often its proof was taken for a repeat of the call
};

/// A mandate as the ledger knows it.
struct MandateRow {
  MandateTerms terms = {};
  bool revoked = false;
  int64_t used = 0;      // charges under it
  bool used_up = false;  // its uses are, or its totals for every asset
};

/// The sum of one counter in one window.
struct CounterRow {
  std::string counter;
  std::string unit;
  std::string window;   // WindowName
  int64_t seconds = 0;  // length, for rates and rolling windows
  int64_t bucket = 0;   // unix seconds
  Amount sum;           // kSumDecimals; a plain count for "calls"
};

struct PinRow {
  std::string server_id;
  std::string payee;  // AssetKey(network, payee)
  int64_t since = 0;  // unix seconds
};

/// What `ledger verify` found.
struct VerifyReport {
  int64_t events = 0;
  std::string head;                 // hash of the newest event, hex
  std::vector<std::string> faults;  // empty: everything holds
};

/// Read-only view of the ledger: takes no write lock and changes nothing. One thread.
class LedgerReader {
 public:
  /// As Ledger::Open. Works without ledger.key, except for Verify.
  static absl::StatusOr<std::unique_ptr<LedgerReader>> Open(const Home& home);
  virtual ~LedgerReader() = default;

  [[nodiscard]] virtual const std::string& ledger_id() const = 0;
  [[nodiscard]] virtual const std::string& approval_key() const = 0;  // 32 bytes
  virtual absl::StatusOr<bool> Paused() = 0;
  /// Newest last; those after `after_sequence`; at most `limit` of the newest (0: all).
  virtual absl::StatusOr<std::vector<LogRow>> Log(int64_t after_sequence, int64_t limit) = 0;
  /// By id or a unique beginning of one. NotFound, FailedPrecondition (several).
  virtual absl::StatusOr<LogRow> Show(std::string_view id) = 0;
  /// Questions that wait for an answer at `now` (unix seconds).
  virtual absl::StatusOr<std::vector<Approval>> Pending(int64_t now) = 0;
  /// Grants that were not used and hold at `now` (unix seconds).
  virtual absl::StatusOr<std::vector<Approval>> Granted(int64_t now) = 0;
  virtual absl::StatusOr<Approval> FindApproval(std::string_view id) = 0;
  virtual absl::StatusOr<std::vector<MandateRow>> Mandates() = 0;
  virtual absl::StatusOr<std::vector<CounterRow>> Counters() = 0;
  virtual absl::StatusOr<std::vector<PinRow>> Pins() = 0;
  /// Recomputes the chain of events and every projection. `progress` gets (done, all).
  virtual absl::StatusOr<VerifyReport> Verify(
      const std::function<void(int64_t, int64_t)>& progress) = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_LEDGER_READER_H_
