#ifndef TOLLPASS_MANDATES_TOOL_HISTORY_H_
#define TOLLPASS_MANDATES_TOOL_HISTORY_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/facts.h"
#include "mandates/event.h"
#include "mandates/sql/database.h"

/// What is remembered about single tools: their prices, what they did not deliver, and what was
/// said about them. Part of the projection of events; at a cost that does not grow.
namespace tollpass {

/// `refused`: prices of the call by whose refusal the server learns of a limit.
absl::Status NoteRefused(sql::Database& database, int64_t time, const sql::CallRow& call,
                         const std::vector<RefusedPrice>& refused);
absl::Status NoteDeclined(sql::Database& database, int64_t time, const Declined& declined);
/// `definition`: what becomes pinned; or empty.
absl::Status NotePaid(sql::Database& database, int64_t time, const sql::CallRow& call,
                      std::string_view definition);
/// `call`: that of the charge that changed.
absl::Status NoteEnded(sql::Database& database, const sql::CallSite& call,
                       const ChargeChanged& changed);
/// The user closed the tool's breaker.
absl::Status ForgetTrouble(sql::Database& database, std::string_view server_id,
                           std::string_view tool);

/// Fills in what the facts say about `tool` at `now` (unix seconds).
absl::Status ReadToolFacts(sql::Database& database, std::string_view server_id,
                           std::string_view tool, int64_t now, Facts& facts);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_TOOL_HISTORY_H_
