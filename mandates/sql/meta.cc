#include "mandates/sql/meta.h"

#include <utility>

#include "core/status.h"

namespace tollpass::sql {

absl::Status InsertMeta(Database& database, const MetaRow& row) {
  static const auto& kSql = *new std::string(InsertSql<MetaRow>("meta"));
  return InsertRow(database, kSql, row);
}

absl::StatusOr<MetaRow> ReadMeta(Database& database) {
  static const auto& kSql = *new std::string(SelectSql<MetaRow>("meta", "WHERE one = 1"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<MetaRow> row, ReadRow<MetaRow>(select));
  if (!row) {
    return absl::DataLossError("the ledger has no row in table meta");
  }
  return *std::move(row);
}

absl::Status SetPausedAt(Database& database, int64_t paused_at) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement update, database.Prepare("UPDATE meta SET paused_at = ?"));
  return update.Bind(paused_at).Run().status();
}

absl::Status SetEpoch(Database& database, int64_t epoch) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement update, database.Prepare("UPDATE meta SET epoch = ?"));
  return update.Bind(epoch).Run().status();
}

absl::Status SetHead(Database& database, int64_t sequence, const Blob& hash) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement update,
                            database.Prepare("UPDATE meta SET head_sequence = ?, head_hash = ?"));
  return update.Bind(sequence).Bind(hash).Run().status();
}

absl::Status SetClock(Database& database, std::string_view boot, int64_t offset_ms) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement update, database.Prepare("UPDATE meta SET clock_boot = ?, clock_offset_ms = ?"));
  return update.Bind(boot).Bind(offset_ms).Run().status();
}

}  // namespace tollpass::sql
