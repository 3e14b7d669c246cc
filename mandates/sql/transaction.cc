#include <utility>

#include "core/status.h"
#include "mandates/sql/database.h"

namespace tollpass::sql {

absl::StatusOr<Transaction> Transaction::BeginImmediate(Database& database) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement begin, database.Prepare("BEGIN IMMEDIATE"));
  TOLLPASS_RETURN_IF_ERROR(begin.Run().status());
  return Transaction(database);
}

absl::StatusOr<Transaction> Transaction::BeginRead(Database& database) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement begin, database.Prepare("BEGIN DEFERRED"));
  TOLLPASS_RETURN_IF_ERROR(begin.Run().status());
  return Transaction(database);
}

Transaction::Transaction(Database& database) : database_(&database) {
  database.ExpectTransaction(true);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() { RollBack(); }

absl::Status Transaction::Commit() {
  absl::Status committed;
  {
    TOLLPASS_ASSIGN_OR_RETURN(Statement commit, database_->Prepare("COMMIT"));
    committed = commit.Run().status();
  }
  if (committed.ok()) {
    database_->ExpectTransaction(false);
    database_ = nullptr;
  } else {
    RollBack();
  }
  return committed;
}

void Transaction::RollBack() {
  if (database_ == nullptr) return;
  database_->ExpectTransaction(false);
  // SQLite may have rolled back by itself, for example when the disk was full.
  if (database_->InTransaction()) {
    if (absl::StatusOr<Statement> rollback = database_->Prepare("ROLLBACK"); rollback.ok()) {
      rollback->Run().status().IgnoreError();
    }
  }
  database_ = nullptr;
}

}  // namespace tollpass::sql
