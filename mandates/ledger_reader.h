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
#include "core/call.h"
#include "core/clock.h"
#include "core/facts.h"
#include "core/home.h"
#include "core/limit.h"
#include "core/mandate_terms.h"
#include "core/proof.h"
#include "core/verdict.h"
#include "mandates/call_story.h"
#include "mandates/ledger_head.h"
#include "mandates/log_row.h"
#include "mandates/payment_record.h"
#include "mandates/states.h"

namespace tollpass {

/// A mandate as the ledger knows it. What became of one above it became of it.
struct MandateRow {
  MandateTerms terms = {};
  bool revoked = false;
  bool ended = false;      // by a `ledger accept` after it
  int64_t used = 0;        // charges under it and those below it
  bool used_up = false;    // its uses are, or its totals for every asset
  std::string order = {};  // OrderBytes by which it was allowed, as they were signed
  std::string signature = {};
  bool by_delegate = false;  // the delegate key of the mandate above it signed
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

/// What a server's list said about a tool when it was paid first, or accepted.
struct ToolPinRow {
  std::string server_id;
  std::string tool;
  std::string definition;  // Call::tool_definition
  int64_t since = 0;       // unix seconds
};

/// A tool that something speaks against; what stops it is the policy's to say.
struct ToolTrouble {
  std::string server_id;
  std::string tool;
  int64_t undelivered = 0;     // as in Facts
  int64_t refused_prices = 0;  // as in Facts
};

/// Where the ledger stands, and whether it may be paid from.
struct LedgerStanding {
  LedgerHead head;
  int64_t newest = 0;  // time of the newest event; unix seconds
  /// What the mirror holds, where it can be read.
  std::optional<LedgerHead> seen;
  /// OK, or why no payment begins, with the way out; errors as Ledger::Begin.
  absl::Status payable;
  /// It is an older copy, or that cannot be told any more: `ledger accept` goes on with it.
  bool lost = false;
  int64_t next_epoch = 2;  // that accepting begins
  /// Limits whose window began by then count as used up; unix seconds, 0: none.
  int64_t spent_until = 0;
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
  /// At `now` (unix seconds) and `since_boot`, as the clock tells. Needs ledger.key. DataLoss: the
  /// chain is broken.
  virtual absl::StatusOr<LedgerStanding> Standing(int64_t now, const BootTime& since_boot = {}) = 0;
  /// Newest last; those after `after_sequence`; at most `limit` of the newest (0: all).
  virtual absl::StatusOr<std::vector<LogRow>> Log(int64_t after_sequence, int64_t limit) = 0;
  /// By id or a unique beginning of one. NotFound, FailedPrecondition (several).
  virtual absl::StatusOr<LogRow> Show(std::string_view id) = 0;
  /// The oldest of those after `after_sequence`, at most `limit`, oldest first: to read all of them
  /// piece by piece.
  virtual absl::StatusOr<std::vector<LogRow>> Page(int64_t after_sequence, int64_t limit) = 0;
  /// The newest of those whose charge has an alarm. This and PaymentsTo cost the same whatever the
  /// length of the log.
  virtual absl::StatusOr<std::optional<LogRow>> NewestAlarm() = 0;
  /// Payments made to `payee` for a server; those that were released do not count.
  virtual absl::StatusOr<int64_t> PaymentsTo(std::string_view server_id, std::string_view network,
                                             std::string_view payee) = 0;
  /// All that is kept about one; errors as Show.
  virtual absl::StatusOr<CallStory> Story(std::string_view id) = 0;
  /// All that proves a payment, by its id or a unique beginning of it. Errors as Show;
  /// FailedPrecondition also where nothing was paid.
  virtual absl::StatusOr<PaymentRecord> Payment(std::string_view id) = 0;
  /// Questions that wait for an answer at `now` (unix seconds).
  virtual absl::StatusOr<std::vector<Approval>> Pending(int64_t now) = 0;
  /// Grants that were not used and hold at `now` (unix seconds).
  virtual absl::StatusOr<std::vector<Approval>> Granted(int64_t now) = 0;
  virtual absl::StatusOr<Approval> FindApproval(std::string_view id) = 0;
  virtual absl::StatusOr<std::vector<MandateRow>> Mandates() = 0;
  virtual absl::StatusOr<std::vector<CounterRow>> Counters() = 0;
  virtual absl::StatusOr<std::vector<PinRow>> Pins() = 0;
  virtual absl::StatusOr<std::vector<ToolPinRow>> ToolPins() = 0;
  /// At `now` (unix seconds).
  virtual absl::StatusOr<std::vector<ToolTrouble>> ToolTroubles(int64_t now) = 0;
  /// What a decision about `call` at `now` would rest on, but for outcome_unknown_before.
  virtual absl::StatusOr<Facts> FactsFor(const Call& call, int64_t now) = 0;
  /// As LedgerTransaction::FirstFull and Used, of this moment.
  virtual absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) = 0;
  virtual absl::StatusOr<std::vector<Amount>> Used(const std::vector<Limit>& limits) = 0;
  /// Recomputes the chain of events and every projection. `progress` gets (done, all).
  virtual absl::StatusOr<VerifyReport> Verify(
      const std::function<void(int64_t, int64_t)>& progress) = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_LEDGER_READER_H_
