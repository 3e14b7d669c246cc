#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/fault_point.h"
#include "core/status.h"
#include "mandates/budget.h"
#include "mandates/permission.h"
#include "mandates/read_facts.h"
#include "mandates/row_values.h"
#include "mandates/sql/scheme_states.h"
#include "mandates/transaction.h"

namespace tollpass {
absl::StatusOr<std::unique_ptr<FileTransaction>> FileTransaction::Begin(
    Connections::Lease connection, const OpenedFile& file, const Clock& clock, Random& random,
    const os::Processes& processes, const Request& request) {
  std::unique_ptr<FileTransaction> transaction(
      new FileTransaction(std::move(connection), random, processes));
  TOLLPASS_RETURN_IF_ERROR(transaction->Read(file, clock, request));
  TOLLPASS_FAULT_POINT("ledger_begun");
  return transaction;
}

absl::Status FileTransaction::Read(const OpenedFile& file, const Clock& clock,
                                   const Request& request) {
  TOLLPASS_ASSIGN_OR_RETURN(Journal journal, Journal::Begin(*connection_, file, clock));
  TOLLPASS_RETURN_IF_ERROR(journal.mirror());
  TOLLPASS_RETURN_IF_ERROR(journal.clock());
  now_ = journal.now();
  call_key_ = CallKey(request.call);
  called_at_ms_ = request.called_at_ms;
  TOLLPASS_ASSIGN_OR_RETURN(facts_, ReadFacts(*connection_, file.authority, journal.epoch(),
                                              request.call, call_key_, now_));
  TOLLPASS_ASSIGN_OR_RETURN(
      unanswered_, FindUnansweredCharge(*connection_, call_key_, request.repeat_before_ms, now_));
  facts_.outcome_unknown_before = unanswered_.dead.has_value();
  if (unanswered_.repeatable) {
    const sql::ChargeRow& row = *unanswered_.repeatable;
    TOLLPASS_ASSIGN_OR_RETURN(const MoneyState money, MoneyOf(row.state));
    repeat_ = OpenCharge{row.id, ProofOf(row), money, row.state.generation};
  }
  journal_.emplace(std::move(journal));
  return absl::OkStatus();
}

std::string FileTransaction::reusable_one_time() const {
  return unanswered_.dead ? unanswered_.dead->one_time : std::string();
}

absl::Status FileTransaction::CheckOpen() const {
  return journal_ ? absl::OkStatus()
                  : absl::FailedPreconditionError("the ledger's transaction has ended");
}

absl::StatusOr<std::optional<Limit>> FileTransaction::FirstFull(const std::vector<Limit>& limits) {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  return FirstFullLimit(sums_, journal_->epoch(), limits);
}

absl::StatusOr<std::vector<Amount>> FileTransaction::Used(const std::vector<Limit>& limits) {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  return UsedOf(sums_, journal_->epoch(), limits);
}

absl::Status FileTransaction::Charge(const std::vector<Limit>& limits) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Limit> full, FirstFull(limits));
  if (full) {
    return absl::ResourceExhaustedError(absl::StrFormat("the limit %s of %s in %s is reached",
                                                        WindowName(full->window), full->section,
                                                        full->unit));
  }
  // Nobody else can add to a counter before Commit writes these.
  charged_ = limits;
  return absl::OkStatus();
}

absl::StatusOr<std::string> FileTransaction::State(std::string_view key) {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  return sql::FindSchemeState(*connection_, key);
}

absl::StatusOr<std::string> FileTransaction::Permission(const Verdict& verdict) {
  TOLLPASS_RETURN_IF_ERROR(CheckOpen());
  return ReadPermission(*connection_, verdict);
}

}  // namespace tollpass
