#ifndef TOLLPASS_MANDATES_SQL_APPROVALS_H_
#define TOLLPASS_MANDATES_SQL_APPROVALS_H_

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

/// A question to the user and the answer; see core/approval.h.
struct ApprovalRow {
  std::string id;
  std::string binding;  // ApprovalBinding of the question
  std::string call_key;
  std::string server_id;
  std::string server_name;
  std::string tool;
  std::string arguments;
  std::string payer;
  std::string scheme;
  std::string network;
  std::string asset_symbol;
  std::string asset_network;
  std::string asset_id;
  int64_t asset_decimals = 0;
  std::string asset_domain_name;
  std::string asset_domain_version;
  std::string payee;
  Amount amount;
  std::string reason;
  std::string also;
  std::string section;
  std::string section_digest;
  std::string tool_definition;
  std::string tool_text;
  int64_t asked_at = 0;
  std::string state;  // ApprovalStateName
  int64_t expires_at = 0;
  Amount ceiling;
  Blob order = {};      // the signed bytes of the answer, for a grant
  Blob signature = {};  // over them
};

template <RowOf<ApprovalRow> Row, typename Visit>
void ForEachField(Row& row, Visit&& visit) {
  visit("id", row.id);
  visit("binding", row.binding);
  visit("call_key", row.call_key);
  visit("server_id", row.server_id);
  visit("server_name", row.server_name);
  visit("tool", row.tool);
  visit("arguments", row.arguments);
  visit("payer", row.payer);
  visit("scheme", row.scheme);
  visit("network", row.network);
  visit("asset_symbol", row.asset_symbol);
  visit("asset_network", row.asset_network);
  visit("asset_id", row.asset_id);
  visit("asset_decimals", row.asset_decimals);
  visit("asset_domain_name", row.asset_domain_name);
  visit("asset_domain_version", row.asset_domain_version);
  visit("payee", row.payee);
  visit("amount", row.amount);
  visit("reason", row.reason);
  visit("also", row.also);
  visit("section", row.section);
  visit("section_digest", row.section_digest);
  visit("tool_definition", row.tool_definition);
  visit("tool_text", row.tool_text);
  visit("asked_at", row.asked_at);
  visit("state", row.state);
  visit("expires_at", row.expires_at);
  visit("ceiling", row.ceiling);
  visit("order_bytes", row.order);
  visit("signature", row.signature);
}

absl::Status InsertApproval(Database& database, const ApprovalRow& row);
absl::StatusOr<std::optional<ApprovalRow>> FindApproval(Database& database, std::string_view id);
/// Stores the answer to a question that is still in state `from`. Aborted: it is not.
absl::Status UpdateApproval(Database& database, std::string_view from, const ApprovalRow& row);

/// Answered questions for a call that are neither used nor expired at `now`, oldest first.
absl::StatusOr<std::vector<ApprovalRow>> FindAnswers(Database& database, std::string_view call_key,
                                                     int64_t now);
/// Questions that wait for an answer at `now`, oldest first.
absl::StatusOr<std::vector<ApprovalRow>> ListPending(Database& database, int64_t now);
/// Of these, the ones with this binding.
absl::StatusOr<std::vector<ApprovalRow>> FindPending(Database& database, std::string_view binding,
                                                     int64_t now);
/// Those that were granted, used and expired ones included, oldest first.
absl::StatusOr<std::vector<ApprovalRow>> ListGrants(Database& database);
/// Those about that definition of a tool of the server, whatever their state. Reads the whole
/// table.
absl::StatusOr<std::vector<ApprovalRow>> ListAboutDefinition(Database& database,
                                                             std::string_view server_id,
                                                             std::string_view tool,
                                                             std::string_view definition);
/// Those that were granted, are not used and have not expired at `now`.
absl::StatusOr<std::vector<ApprovalRow>> ListUnusedGrants(Database& database, int64_t now);

}  // namespace tollpass::sql

#endif  // TOLLPASS_MANDATES_SQL_APPROVALS_H_
