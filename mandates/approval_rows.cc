#include <string>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "mandates/row_values.h"

namespace tollpass {

sql::ApprovalRow ApprovalRowOf(const Approval& approval) {
  sql::ApprovalRow row;
  row.id = approval.id;
  row.binding = ApprovalBinding(approval);
  row.call_key = approval.call_key;
  row.server_id = approval.server_id;
  row.server_name = approval.server_name;
  row.tool = approval.tool;
  row.arguments = approval.arguments;
  row.payer = approval.payer;
  row.scheme = approval.scheme;
  row.network = approval.network;
  row.asset_symbol = approval.asset.symbol;
  row.asset_network = approval.asset.network;
  row.asset_id = approval.asset.id;
  row.asset_decimals = approval.asset.decimals;
  row.asset_domain_name = approval.asset.eip712_name;
  row.asset_domain_version = approval.asset.eip712_version;
  row.payee = approval.payee;
  row.amount = approval.amount;
  row.reason = approval.reason;
  row.also = approval.also;
  row.section = approval.section;
  row.section_digest = approval.section_digest;
  row.tool_definition = approval.tool_definition;
  row.tool_text = approval.tool_text;
  row.asked_at = approval.asked_at;
  row.state = ApprovalStateName(approval.state);
  row.expires_at = approval.expires_at;
  row.ceiling = approval.ceiling;
  return row;
}

absl::StatusOr<Approval> ApprovalOf(const sql::ApprovalRow& row) {
  Approval approval;
  approval.id = row.id;
  approval.call_key = row.call_key;
  approval.server_id = row.server_id;
  approval.server_name = row.server_name;
  approval.tool = row.tool;
  approval.arguments = row.arguments;
  approval.payer = row.payer;
  approval.scheme = row.scheme;
  approval.network = row.network;
  approval.asset = {.symbol = row.asset_symbol,
                    .network = row.asset_network,
                    .id = row.asset_id,
                    .decimals = static_cast<int>(row.asset_decimals),
                    .eip712_name = row.asset_domain_name,
                    .eip712_version = row.asset_domain_version};
  approval.payee = row.payee;
  approval.amount = row.amount;
  approval.reason = row.reason;
  approval.also = row.also;
  approval.section = row.section;
  approval.section_digest = row.section_digest;
  approval.tool_definition = row.tool_definition;
  approval.tool_text = row.tool_text;
  approval.asked_at = row.asked_at;
  approval.expires_at = row.expires_at;
  approval.ceiling = row.ceiling;
  for (const ApprovalState state : {ApprovalState::kPending, ApprovalState::kGranted,
                                    ApprovalState::kDenied, ApprovalState::kUsed}) {
    if (row.state == ApprovalStateName(state)) {
      approval.state = state;
      return approval;
    }
  }
  return absl::DataLossError(
      absl::StrFormat("ledger: approval %s is in state '%s'; run 'tollpass ledger verify'", row.id,
                      Printable(row.state)));
}

}  // namespace tollpass
