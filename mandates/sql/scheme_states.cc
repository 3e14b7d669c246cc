#include "mandates/sql/scheme_states.h"

#include "core/status.h"

namespace tollpass::sql {

absl::StatusOr<std::string> FindSchemeState(Database& database, std::string_view key) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement select,
                            database.Prepare("SELECT value FROM scheme_states WHERE key = ?"));
  TOLLPASS_ASSIGN_OR_RETURN(const bool found, select.Bind(key).Step());
  std::string value;
  if (found) {
    select.Read(value);
  }
  return value;
}

absl::Status PutSchemeState(Database& database, std::string_view key, const Blob& value) {
  TOLLPASS_ASSIGN_OR_RETURN(Statement upsert,
                            database.Prepare("INSERT INTO scheme_states (key, value) VALUES (?, ?)"
                                             " ON CONFLICT DO UPDATE SET value = excluded.value"));
  return upsert.Bind(key).Bind(value).Run().status();
}

}  // namespace tollpass::sql
