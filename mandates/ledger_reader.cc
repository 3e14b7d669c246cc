#include "mandates/ledger_reader.h"

#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "mandates/authority.h"
#include "mandates/budget.h"
#include "mandates/chain.h"
#include "mandates/epoch.h"
#include "mandates/log_rows.h"
#include "mandates/mandate_rows.h"
#include "mandates/open_file.h"
#include "mandates/over_price.h"
#include "mandates/read_facts.h"
#include "mandates/read_payment.h"
#include "mandates/read_story.h"
#include "mandates/row_values.h"
#include "mandates/sql/charges.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/meta.h"
#include "mandates/sql/payees.h"
#include "mandates/sql/pins.h"
#include "mandates/sql/schema.h"
#include "mandates/sql/tool_history.h"
#include "mandates/standing.h"
#include "mandates/verify.h"

namespace tollpass {
namespace {

absl::StatusOr<std::vector<Approval>> ApprovalsOf(const std::vector<sql::ApprovalRow>& rows) {
  std::vector<Approval> approvals;
  for (const sql::ApprovalRow& row : rows) {
    TOLLPASS_ASSIGN_OR_RETURN(Approval approval, ApprovalOf(row));
    approvals.push_back(std::move(approval));
  }
  return approvals;
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

  absl::StatusOr<LedgerStanding> Standing(int64_t now, const BootTime& since_boot) override {
    TOLLPASS_ASSIGN_OR_RETURN(const ChainKey key, ReadChainKey(home_));
    TOLLPASS_ASSIGN_OR_RETURN(Authority authority, ReadAuthority(database_, key));
    Mirror mirror(home_, authority.ledger_id, key);
    const auto seen = mirror.Read();
    TOLLPASS_ASSIGN_OR_RETURN(FileMark mark, FileMark::Of(database_));
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    return ReadStanding(database_, {key, std::move(authority), std::move(mirror), std::move(mark)},
                        seen, {now * 1000, since_boot});
  }

  absl::StatusOr<std::vector<LogRow>> Log(int64_t after_sequence, int64_t limit) override {
    // Calls and their charges are two questions: one state of the ledger answers both.
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::CallRow> calls,
                              sql::ListCalls(database_, after_sequence, limit));
    return RowsOf(calls);
  }

  absl::StatusOr<LogRow> Show(std::string_view id) override {
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const sql::CallRow call, FindOne(id));
    return ReadLogRow(database_, call);
  }

  absl::StatusOr<CallStory> Story(std::string_view id) override {
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const sql::CallRow call, FindOne(id));
    return ReadStory(database_, call);
  }

  absl::StatusOr<PaymentRecord> Payment(std::string_view id) override {
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const sql::CallRow call, FindOne(id));
    return ReadPayment(database_, call);
  }

  absl::StatusOr<std::vector<LogRow>> Page(int64_t after_sequence, int64_t limit) override {
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::CallRow> calls,
                              sql::ListCallsAfter(database_, after_sequence, limit));
    return RowsOf(calls);
  }

  absl::StatusOr<std::optional<LogRow>> NewestAlarm() override {
    TOLLPASS_ASSIGN_OR_RETURN(sql::Transaction reading, sql::Transaction::BeginRead(database_));
    TOLLPASS_ASSIGN_OR_RETURN(const std::string id, sql::FindNewestAlarm(database_));
    if (id.empty()) {
      return std::nullopt;
    }
    TOLLPASS_ASSIGN_OR_RETURN(const sql::CallRow call, FindOne(id));
    return ReadLogRow(database_, call);
  }

  absl::StatusOr<int64_t> PaymentsTo(std::string_view server_id, std::string_view network,
                                     std::string_view payee) override {
    return sql::PaymentsTo(database_, server_id, network, payee);
  }

  absl::StatusOr<Facts> FactsFor(const Call& call, int64_t now) override {
    TOLLPASS_ASSIGN_OR_RETURN(const Epoch epoch, ReadEpoch(database_, AuthorityHere()));
    return ReadFacts(database_, AuthorityHere(), epoch, call, CallKey(call), now);
  }

  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override {
    TOLLPASS_ASSIGN_OR_RETURN(const Epoch epoch, ReadEpoch(database_, AuthorityHere()));
    CounterSums sums(database_);
    return FirstFullLimit(sums, epoch, limits);
  }

  absl::StatusOr<std::vector<Amount>> Used(const std::vector<Limit>& limits) override {
    TOLLPASS_ASSIGN_OR_RETURN(const Epoch epoch, ReadEpoch(database_, AuthorityHere()));
    CounterSums sums(database_);
    return UsedOf(sums, epoch, limits);
  }

  absl::StatusOr<std::vector<Approval>> Pending(int64_t now) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ApprovalRow> rows,
                              sql::ListPending(database_, now));
    return ApprovalsOf(rows);
  }

  absl::StatusOr<std::vector<Approval>> Granted(int64_t now) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ApprovalRow> rows,
                              sql::ListUnusedGrants(database_, now));
    return ApprovalsOf(rows);
  }

  absl::StatusOr<Approval> FindApproval(std::string_view id) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ApprovalRow> row,
                              sql::FindApproval(database_, id));
    if (!row) {
      return absl::NotFoundError(absl::StrFormat(
          "there is no question %s; see what waits with: tollpass pending", Printable(id)));
    }
    return ApprovalOf(*row);
  }

  absl::StatusOr<std::vector<MandateRow>> Mandates() override {
    return ReadMandateRows(database_, AuthorityHere());
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

  absl::StatusOr<std::vector<ToolPinRow>> ToolPins() override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ToolPinRow> rows,
                              sql::ListToolPins(database_));
    std::vector<ToolPinRow> pins;
    for (const sql::ToolPinRow& row : rows) {
      pins.push_back({row.server_id, row.tool, row.definition, row.since});
    }
    return pins;
  }

  absl::StatusOr<std::vector<ToolTrouble>> ToolTroubles(int64_t now) override {
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::TroubleRow> rows,
                              sql::ListTroubles(database_, now - kRefusedPriceSeconds));
    std::vector<ToolTrouble> troubles;
    for (const sql::TroubleRow& row : rows) {
      troubles.push_back({row.server_id, row.tool, row.undelivered, row.refused_prices});
    }
    return troubles;
  }

  absl::StatusOr<VerifyReport> Verify(
      const std::function<void(int64_t, int64_t)>& progress) override {
    TOLLPASS_ASSIGN_OR_RETURN(const ChainKey key, ReadChainKey(home_));
    return VerifyLedger(database_, key, progress);
  }

 private:
  /// The call that has this id, or alone begins so.
  absl::StatusOr<sql::CallRow> FindOne(std::string_view id) {
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
    return found.front();
  }

  absl::StatusOr<std::vector<LogRow>> RowsOf(const std::vector<sql::CallRow>& calls) {
    std::vector<LogRow> rows;
    rows.reserve(calls.size());
    for (const sql::CallRow& call : calls) {
      TOLLPASS_ASSIGN_OR_RETURN(LogRow row, ReadLogRow(database_, call));
      rows.push_back(std::move(row));
    }
    return rows;
  }

  /// As `meta` says, where there is no key to prove it.
  [[nodiscard]] Authority AuthorityHere() const { return {ledger_id_, approval_key_}; }

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
  const absl::StatusOr<int64_t> format = sql::ReadFormat(database);
  TOLLPASS_RETURN_IF_ERROR(At(path, format.status()));
  if (*format < sql::kFormat) {
    TOLLPASS_RETURN_IF_ERROR(OpenLedgerFile(home).status());  // Brings it up to date.
  }
  TOLLPASS_ASSIGN_OR_RETURN(const sql::MetaRow meta, sql::ReadMeta(database));
  return std::make_unique<FileReader>(home, std::move(database), meta);
}

}  // namespace tollpass
