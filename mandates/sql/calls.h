#ifndef TOLLPASS_MANDATES_SQL_CALLS_H_
#define TOLLPASS_MANDATES_SQL_CALLS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/amount.h"
#include "mandates/sql/database.h"
#include "mandates/sql/fields.h"

namespace tollpass::sql {

/// One decided call: paid, asked about or declined. Enumerations by their names. Never changed.
struct CallRow {
  int64_t sequence = 0;  // of the event that decided it
  int64_t time = 0;      // of that event; unix seconds
  std::string id;
  int64_t called_at_ms = 0;  // when the host's request came; Unix milliseconds
  std::string call_key;
  std::string server_id;
  std::string server_name;
  std::string principal;
  std::string method;
  std::string tool;
  std::string resource_url;
  std::string dialect;
  std::string verdict;
  std::string reason;
  std::string section;
  std::string section_digest;
  std::string mandate;
  std::string approval;
  int64_t max_validity = 0;  // seconds
  std::string server_text;
  // The offer; an empty scheme means that none could be read.
  std::string scheme;
  std::string network;
  std::string asset_symbol;
  std::string asset_id;
  int64_t asset_decimals = 0;
  std::string asset_domain_name;
  std::string asset_domain_version;
  Amount amount;  // spent; atomic units
  Amount tied;    // tied up beyond it; atomic units
  std::string payee;
  std::string payer;
  std::string parties;  // JSON array of strings
  int64_t timeout_seconds = 0;
  std::string binding;
  std::string offer;  // as the server wrote it; where none could be read: DecidedCall.offered
};

template <RowOf<CallRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("sequence", row.sequence);
  visit("time", row.time);
  visit("id", row.id);
  visit("called_at_ms", row.called_at_ms);
  visit("call_key", row.call_key);
  visit("server_id", row.server_id);
  visit("server_name", row.server_name);
  visit("principal", row.principal);
  visit("method", row.method);
  visit("tool", row.tool);
  visit("resource_url", row.resource_url);
  visit("dialect", row.dialect);
  visit("verdict", row.verdict);
  visit("reason", row.reason);
  visit("section", row.section);
  visit("section_digest", row.section_digest);
  visit("mandate", row.mandate);
  visit("approval", row.approval);
  visit("max_validity", row.max_validity);
  visit("server_text", row.server_text);
  visit("scheme", row.scheme);
  visit("network", row.network);
  visit("asset_symbol", row.asset_symbol);
  visit("asset_id", row.asset_id);
  visit("asset_decimals", row.asset_decimals);
  visit("asset_domain_name", row.asset_domain_name);
  visit("asset_domain_version", row.asset_domain_version);
  visit("amount", row.amount);
  visit("tied", row.tied);
  visit("payee", row.payee);
  visit("payer", row.payer);
  visit("parties", row.parties);
  visit("timeout_seconds", row.timeout_seconds);
  visit("binding", row.binding);
  visit("offer", row.offer);
}

/// What was called and by whom it was paid: the part of a long row that the end of a call needs.
struct CallSite {
  std::string id;
  std::string server_id;
  std::string tool;
  std::string network;
  std::string payer;
};

template <RowOf<CallSite> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("id", row.id);
  visit("server_id", row.server_id);
  visit("tool", row.tool);
  visit("network", row.network);
  visit("payer", row.payer);
}

absl::Status InsertCall(Database& database, const CallRow& row);
absl::StatusOr<std::optional<CallRow>> FindCall(Database& database, std::string_view id);
absl::StatusOr<std::optional<CallSite>> FindCallSite(Database& database, std::string_view id);
/// Those whose id begins with `beginning`, at most two.
absl::StatusOr<std::vector<CallRow>> FindCallsByBeginning(Database& database,
                                                          std::string_view beginning);
/// Oldest first; the first `limit` after `sequence`.
absl::StatusOr<std::vector<CallRow>> ListCallsAfter(Database& database, int64_t sequence,
                                                    int64_t limit);
/// Newest last; those after `sequence`; at most `limit` of the newest (0: all).
absl::StatusOr<std::vector<CallRow>> ListCalls(Database& database, int64_t sequence, int64_t limit);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_CALLS_H_
