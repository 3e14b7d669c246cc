#ifndef TOLLPASS_MANDATES_SQL_EVENTS_H_
#define TOLLPASS_MANDATES_SQL_EVENTS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// One thing that happened. Never changed or deleted.
struct EventRow {
  int64_t sequence = 0;  // 1, 2, 3, ... without a gap
  int64_t time = 0;      // unix seconds, never less than that of the event before
  std::string kind;
  std::string subject;  // id of the charge, approval, mandate or server that it is about
  std::string body;     // JSON object
  Blob hash = {};       // chained over all of this; see mandates/chain.h
};

template <RowOf<EventRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("sequence", row.sequence);
  visit("time", row.time);
  visit("kind", row.kind);
  visit("subject", row.subject);
  visit("body", row.body);
  visit("hash", row.hash);
}

absl::Status InsertEvent(Database& database, const EventRow& row);
absl::StatusOr<std::optional<EventRow>> FindEvent(Database& database, int64_t sequence);
/// Its hash alone: bodies are long.
absl::StatusOr<std::optional<Blob>> FindEventHash(Database& database, int64_t sequence);
absl::StatusOr<std::optional<EventRow>> FindNewestEvent(Database& database);
/// All of that kind about `subject`, oldest first.
absl::StatusOr<std::vector<EventRow>> ListEvents(Database& database, std::string_view subject,
                                                 std::string_view kind);
/// The newest of them.
absl::StatusOr<std::optional<EventRow>> FindLastEvent(Database& database, std::string_view subject,
                                                      std::string_view kind);
/// All about `subject`, oldest first.
absl::StatusOr<std::vector<EventRow>> ListEventsAbout(Database& database, std::string_view subject);
/// True if there is one after `sequence`.
absl::StatusOr<bool> HasEventAfter(Database& database, std::string_view subject,
                                   std::string_view kind, int64_t sequence);
absl::StatusOr<int64_t> CountEvents(Database& database);
/// Calls `visit` for every event in order until it fails; it may keep what the row holds.
absl::Status VisitEvents(Database& database, const std::function<absl::Status(EventRow&)>& visit);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_EVENTS_H_
