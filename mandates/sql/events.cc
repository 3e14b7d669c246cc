#include "mandates/sql/events.h"

#include "core/status.h"

namespace tollpass::sql {

absl::Status InsertEvent(Database& database, const EventRow& row) {
  static const auto& kSql = *new std::string(InsertSql<EventRow>("events"));
  return InsertRow(database, kSql, row);
}

absl::StatusOr<std::optional<EventRow>> FindEvent(Database& database, int64_t sequence) {
  static const auto& kSql = *new std::string(SelectSql<EventRow>("events", "WHERE sequence = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(sequence);
  return ReadRow<EventRow>(select);
}

absl::StatusOr<std::optional<Blob>> FindEventHash(Database& database, int64_t sequence) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT hash FROM events WHERE sequence = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Bind(sequence).Step());
  if (!found) {
    return std::nullopt;
  }
  Blob hash;
  TOLLPASS_RETURN_IF_ERROR(select.Read(hash).status());
  return hash;
}

absl::StatusOr<std::optional<EventRow>> FindNewestEvent(Database& database) {
  static const auto& kSql =
      *new std::string(SelectSql<EventRow>("events", "ORDER BY sequence DESC LIMIT 1"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  return ReadRow<EventRow>(select);
}

absl::StatusOr<std::vector<EventRow>> ListEvents(Database& database, std::string_view subject,
                                                 std::string_view kind) {
  static const auto& kSql = *new std::string(
      SelectSql<EventRow>("events", "WHERE subject = ? AND kind = ? ORDER BY sequence"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(subject).Bind(kind);
  return ReadRows<EventRow>(select);
}

absl::StatusOr<std::optional<EventRow>> FindLastEvent(Database& database, std::string_view subject,
                                                      std::string_view kind) {
  static const auto& kSql = *new std::string(SelectSql<EventRow>(
      "events", "WHERE subject = ? AND kind = ? ORDER BY sequence DESC LIMIT 1"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(subject).Bind(kind);
  return ReadRow<EventRow>(select);
}

absl::StatusOr<std::vector<EventRow>> ListEventsAbout(Database& database,
                                                      std::string_view subject) {
  static const auto& kSql =
      *new std::string(SelectSql<EventRow>("events", "WHERE subject = ? ORDER BY sequence"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  select.Bind(subject);
  return ReadRows<EventRow>(select);
}

absl::StatusOr<bool> HasEventAfter(Database& database, std::string_view subject,
                                   std::string_view kind, int64_t sequence) {
  TOLLPASS_ASSIGN_OR_RETURN(
      Statement select,
      database.Prepare(
          "SELECT 1 FROM events WHERE subject = ? AND kind = ? AND sequence > ? LIMIT 1"));
  return select.Bind(subject).Bind(kind).Bind(sequence).Step();
}

absl::StatusOr<int64_t> CountEvents(Database& database) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare("SELECT count(*) FROM events"));
  TOLLPASS_RETURN_IF_ERROR(select.Step().status());
  int64_t count = 0;
  select.Read(count);
  return count;
}

absl::Status VisitEvents(Database& database, const std::function<absl::Status(EventRow&)>& visit) {
  static const auto& kSql = *new std::string(SelectSql<EventRow>("events", "ORDER BY sequence"));
  TOLLPASS_ASSIGN_OR_RETURN(Statement select, database.Prepare(kSql));
  while (true) {
    TOLLPASS_ASSIGN_OR_RETURN(std::optional<EventRow> row, ReadRow<EventRow>(select));
    if (!row) {
      return absl::OkStatus();
    }
    TOLLPASS_RETURN_IF_ERROR(visit(*row));
  }
}

}  // namespace tollpass::sql
