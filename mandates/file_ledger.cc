#include <memory>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/fault_point.h"
#include "core/os/file.h"
#include "core/status.h"
#include "mandates/closing_ledger.h"
#include "mandates/connections.h"
#include "mandates/epoch.h"
#include "mandates/file_access.h"
#include "mandates/ledger.h"
#include "mandates/left_unanswered.h"
#include "mandates/open_file.h"
#include "mandates/recovery.h"
#include "mandates/resolve.h"
#include "mandates/row_values.h"
#include "mandates/settle.h"
#include "mandates/sql/charges.h"
#include "mandates/transaction.h"
#include "mandates/witness.h"

namespace tollpass {
namespace {

/// Where no call ever ends in this process, its charges must bring the log into the file.
constexpr int kLongLogPages = 4 * sql::Database::kUsualLogPages;

/// The ledger of one home. Every operation takes a connection of its own, so threads wait for each
/// other only where processes do: at the write lock.
class FileLedger final : public Ledger {
 public:
  FileLedger(const Home& home, OpenedFile opened, const Clock& clock, Random& random,
             const os::Processes& processes)
      : file_(std::move(opened)),
        clock_(clock),
        random_(random),
        processes_(processes),
        home_(home),
        connections_(home.LedgerPath()) {}

  [[nodiscard]] const std::string& id() const override { return file_.authority.ledger_id; }

  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override {
    // A key that is gone stops payments here as it does for a process that starts now.
    if (!os::Exists(home_.LedgerKeyPath())) {
      return NoChainKey(home_);
    }
    TOLLPASS_RETURN_IF_ERROR(CheckAccess(home_));
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    // A host waits for this commit, and nobody for the one that tells how the call ended.
    (*connection).SetLongestLog(kLongLogPages);
    return FileTransaction::Begin(std::move(connection), file_, clock_, random_, processes_,
                                  {call, called_at_ms, repeat_before_ms});
  }

  absl::StatusOr<bool> WasLeftUnanswered(const Call& call, int64_t repeat_before_ms) override {
    const absl::StatusOr<bool> left = LookUpLeft(call, repeat_before_ms);
    // With a connection of its own: one that failed may fail again.
    return left.ok() || absl::IsDataLoss(left.status())
               ? left
               : ReadLeftUnanswered(home_, call, repeat_before_ms);
  }

  absl::StatusOr<int64_t> Recover() override {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    TOLLPASS_ASSIGN_OR_RETURN(const bool orphans, HasOrphans(*connection, processes_));
    if (!orphans) {
      return 0;
    }
    TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::Begin(*connection, file_, clock_));
    TOLLPASS_ASSIGN_OR_RETURN(const int64_t count, WriteRecovery(*connection, journal, processes_));
    TOLLPASS_RETURN_IF_ERROR(journal.Commit());
    return count;
  }

  absl::StatusOr<std::pair<Terms, Proof>> Find(std::string_view charge_id) override {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::ChargeRow> charge,
                              sql::FindCharge(*connection, charge_id));
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::CallRow> call,
                              sql::FindCall(*connection, charge_id));
    if (!charge || !call) {
      return absl::NotFoundError(absl::StrFormat("there is no charge %s", charge_id));
    }
    TOLLPASS_ASSIGN_OR_RETURN(Terms terms, TermsOf(*call));
    return std::make_pair(std::move(terms), ProofOf(*charge));
  }

  absl::Status Settle(const Conclusion& conclusion) override {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::Begin(*connection, file_, clock_));
    TOLLPASS_ASSIGN_OR_RETURN(const bool changed,
                              WriteConclusion(*connection, journal, file_.authority, conclusion));
    if (!changed) {
      return absl::OkStatus();
    }
    TOLLPASS_FAULT_POINT("settle_before_commit");
    TOLLPASS_RETURN_IF_ERROR(journal.Commit());
    TOLLPASS_FAULT_POINT("settle_after_commit");
    return absl::OkStatus();
  }

  absl::StatusOr<std::vector<UnsettledCharge>> FindUnsettled(std::string_view network, int64_t now,
                                                             int64_t limit) override {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ChargeRow> rows,
                              sql::ListUnsettled(*connection, network, now, limit));
    std::vector<UnsettledCharge> unsettled;
    for (const sql::ChargeRow& row : rows) {
      TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::CallRow> call,
                                sql::FindCall(*connection, row.id));
      if (call) {
        TOLLPASS_ASSIGN_OR_RETURN(Terms terms, TermsOf(*call));
        unsettled.push_back({row.id, std::move(terms), ProofOf(row)});
      }
    }
    return unsettled;
  }

  absl::StatusOr<Witnessed> Witness(std::string_view charge_id,
                                    const ChainSighting& sighting) override {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::Begin(*connection, file_, clock_));
    TOLLPASS_ASSIGN_OR_RETURN(
        const Witnessed witnessed,
        WriteSighting(*connection, journal, file_.authority, charge_id, sighting));
    TOLLPASS_RETURN_IF_ERROR(journal.Commit());
    return witnessed;
  }

  absl::StatusOr<std::vector<std::string>> ReleaseRefused(
      const std::vector<std::string>& trusted_servers) override {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    // Nothing is locked where there is nothing to release.
    TOLLPASS_ASSIGN_OR_RETURN(const Epoch epoch, ReadEpoch(*connection, file_.authority));
    TOLLPASS_ASSIGN_OR_RETURN(std::vector<std::string> ids,
                              FindTrustedRefusals(*connection, file_.authority, epoch,
                                                  trusted_servers, clock_.UnixMillis() / 1000));
    if (ids.empty()) {
      return ids;
    }
    TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::Begin(*connection, file_, clock_));
    TOLLPASS_ASSIGN_OR_RETURN(
        ids, WriteTrustedRefusals(*connection, journal, file_.authority, trusted_servers));
    TOLLPASS_RETURN_IF_ERROR(journal.Commit());
    return ids;
  }

  absl::Status Resolve(const Order& order, std::string_view signature) override {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::Begin(*connection, file_, clock_));
    TOLLPASS_RETURN_IF_ERROR(WriteOrder(*connection, journal, file_, order, signature));
    return journal.Commit();
  }

 private:
  absl::StatusOr<bool> LookUpLeft(const Call& call, int64_t repeat_before_ms) {
    TOLLPASS_ASSIGN_OR_RETURN(Connections::Lease connection, connections_.Take());
    TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::ChargeRow> charges,
                              sql::FindUnanswered(*connection, CallKey(call), repeat_before_ms));
    return !charges.empty();
  }

  const OpenedFile file_;
  const Clock& clock_;
  Random& random_;
  const os::Processes& processes_;
  const Home home_;
  Connections connections_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<Ledger>> Ledger::Open(const Home& home, const Clock& clock,
                                                     Random& random,
                                                     const os::Processes& processes) {
  TOLLPASS_ASSIGN_OR_RETURN(OpenedFile opened, OpenLedgerFile(home));
  return CloseWhenDamaged(
      std::make_unique<FileLedger>(home, std::move(opened), clock, random, processes));
}

absl::StatusOr<std::unique_ptr<Ledger>> Ledger::Open(const Home& home, const Clock& clock,
                                                     Random& random) {
  static const os::SystemProcesses processes;
  return Open(home, clock, random, processes);
}

}  // namespace tollpass
