#include "mandates/ledger_reader.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "mandates/chain.h"
#include "mandates/codec.h"
#include "mandates/log_rows.h"
#include "mandates/open_file.h"
#include "mandates/row_values.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/mandates.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/pins.h"
#include "mandates/sql/schema.h"
#include "mandates/verify.h"

namespace tollpass {
namespace {

/// True if a total of the mandate that counts `asset` has no room left.
absl::StatusOr<bool> IsSpentFor(sql::Database& database, const MandateTerms& terms,
                                const Asset& asset) {
  for (const LimitSpec& spec : terms.limits) {
    const std::optional<Limit> limit = ApplyLimit(spec, asset, Amount(1), 0);
    if (spec.window != WindowKind::kTotal || !limit) {
      continue;
    }
    const sql::CounterRow key = {.counter = MandateCounter(terms.id),
                                 .unit = limit->unit,
                                 .window = std::string(WindowName(limit->window)),
                                 .seconds = limit->seconds,
                                 .bucket = 0,
                                 .sum = Amount()};
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Amount> sum,
                              sql::SumSince(database, key, limit->from));
    if (!sum || *sum >= limit->maximum) {
      return true;
    }
  }
  return false;
}

/// True if nothing can be paid under the mandate any more, whatever the asset.
absl::StatusOr<bool> IsSpent(sql::Database& database, const MandateTerms& terms) {
  for (const Asset& asset : terms.assets) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool spent, IsSpentFor(database, terms, asset));
    if (!spent) {
      return false;
    }
  }
  return !terms.assets.empty();
}

class FileReader final : public LedgerReader {
 public:
  FileReader(const Home& home, sql::Database database, const sql::MetaRow& meta)
      : home_(home),
        database_(std::move(database)),
        ledger_id_(meta.ledger_id),
        approval_key_(meta.approval_key.bytes) {}

  [[nodiscard]] const std::string& ledger_id() const override { return ledger_id_; }
  [[nodiscard]] const std::string& approval_key() const override { return approval_key_; }

  absl::StatusOr<bool> Paused() override {
    TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database_));
    return meta.paused_at != 0;
  }

  absl::StatusOr<std::vector<LogRow>> Log(int64_t after_sequence, int64_t limit) override {
    // Calls and their charges are two questions: one state of the ledger answers both.
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::CallRow> calls,
                              sql::ListCalls(database_, after_sequence, limit));
    std::vector<LogRow> log;
    log.reserve(calls.size());
    for (const sql::CallRow& call : calls) {
      TOLLPASS_ASSIGN_OR_RETURN(LogRow row, ReadLogRow(database_, call));
      log.push_back(std::move(row));
    }
    return log;
  }

  absl::StatusOr<LogRow> Show(std::string_view id) override {
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::CallRow> found,
                              sql::FindCallsByBeginning(database_, id));
    if (found.empty()) {
      return absl::NotFoundError(
          absl::StrFormat("the log has no entry %s; see 'tollpass log'", Printable(id)));
    }
    if (found.size() > 1 && found.front().id != id) {
      return absl::FailedPreconditionError(
          absl::StrFormat("several entries begin with '%s'; give more of the id", Printable(id)));
    }
    return ReadLogRow(database_, found.front());
  }

  absl::StatusOr<std::vector<Approval>> Pending(int64_t now) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ApprovalRow> rows,
                              sql::ListPending(database_, now));
    std::vector<Approval> pending;
    for (const sql::ApprovalRow& row : rows) {
      TOLLPASS_ASSIGN_OR_RETURN(Approval approval, ApprovalOf(row));
      pending.push_back(std::move(approval));
    }
    return pending;
  }

  absl::StatusOr<std::vector<Approval>> Granted(int64_t now) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ApprovalRow> rows, sql::ListGrants(database_));
    std::vector<Approval> granted;
    for (const sql::ApprovalRow& row : rows) {
      TOLLPASS_ASSIGN_OR_RETURN(Approval approval, ApprovalOf(row));
      if (approval.state == ApprovalState::kGranted && approval.expires_at > now) {
        granted.push_back(std::move(approval));
      }
    }
    return granted;
  }

  absl::StatusOr<Approval> FindApproval(std::string_view id) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> row,
                              sql::FindApproval(database_, id));
    if (!row) {
      return absl::NotFoundError(absl::StrFormat("there is no question %s", Printable(id)));
    }
    return ApprovalOf(*row);
  }

  absl::StatusOr<std::vector<MandateRow>> Mandates() override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::SignedMandate> rows,
                              sql::ListMandates(database_));
    std::vector<MandateRow> mandates;
    for (const sql::SignedMandate& row : rows) {
      TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(row.order.bytes));
      TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, DecodeMandate(order.body));
      TOLLPASS_ASSIGN_OR_RETURN(const bool spent, IsSpent(database_, terms));
      const bool used_up = spent || (terms.uses > 0 && row.used >= terms.uses);
      mandates.push_back({std::move(terms), row.revoked_at != 0, row.used, used_up});
    }
    return mandates;
  }

  absl::StatusOr<std::vector<CounterRow>> Counters() override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::CounterRow> rows,
                              sql::ListCounters(database_));
    std::vector<CounterRow> counters;
    for (const sql::CounterRow& row : rows) {
      counters.push_back({row.counter, row.unit, row.window, row.seconds, row.bucket, row.sum});
    }
    return counters;
  }

  absl::StatusOr<std::vector<PinRow>> Pins() override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::PinRow> rows, sql::ListPins(database_));
    std::vector<PinRow> pins;
    for (const sql::PinRow& row : rows) {
      pins.push_back({row.server_id, row.payee, row.since});
    }
    return pins;
  }

  absl::StatusOr<VerifyReport> Verify(
      const std::function<void(int64_t, int64_t)>& progress) override {
    TOLLPASS_ASSIGN_OR_RETURN(const ChainKey key, ReadChainKey(home_));
    return VerifyLedger(database_, key, progress);
  }

 private:
  Home home_;
  sql::Database database_;
  std::string ledger_id_;
  std::string approval_key_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<LedgerReader>> LedgerReader::Open(const Home& home) {
  TOLLPASS_RETURN_IF_ERROR(CheckPlace(home));
  const std::string path = home.LedgerPath();
  TOLLPASS_ASSIGN_OR_RETURN(sql::Database database,
                            sql::Database::Open(path, sql::Database::Mode::kReadOnly));
  TOLLPASS_ASSIGN_OR_RETURN(const int64_t format, sql::ReadFormat(database));
  if (format < sql::kFormat) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%s has the older format %d; the next payment, or 'tollpass pause', brings it up to date",
        path, format));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  return std::make_unique<FileReader>(home, std::move(database), meta);
}

}  // namespace tollpass
