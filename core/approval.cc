#include "core/approval.h"

#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/hash.h"

namespace tollpass {
namespace {

constexpr size_t kShownBytes = 400;
constexpr size_t kShownDigits = 12;

}  // namespace

std::string ApprovalBinding(const Approval& approval) {
  const std::string decimals = std::to_string(approval.asset.decimals);
  std::vector<std::string_view> fields = {approval.call_key,
                                          approval.server_id,
                                          approval.tool,
                                          approval.arguments,
                                          approval.payer,
                                          approval.scheme,
                                          approval.network,
                                          approval.asset.symbol,
                                          approval.asset.network,
                                          approval.asset.id,
                                          decimals,
                                          approval.asset.eip712_name,
                                          approval.asset.eip712_version,
                                          approval.payee,
                                          approval.reason,
                                          approval.also,
                                          approval.section_digest};
  if (!approval.tool_definition.empty()) fields.push_back(approval.tool_definition);
  return FieldsDigest("tollpass-approval/1", fields);
}

Approval ApprovalFor(const Call& call, const Terms& terms) {
  Approval approval;
  approval.call_key = CallKey(call);
  approval.server_id = call.server_id;
  approval.tool = call.tool;
  approval.arguments = ShownArguments(call);
  approval.payer = terms.payer;
  approval.scheme = terms.scheme;
  approval.network = terms.network;
  approval.asset = terms.asset;
  approval.payee = terms.payee;
  approval.amount = terms.charge;
  approval.ceiling = terms.charge;
  return approval;
}

std::string ShownArguments(const Call& call) {
  const std::string arguments = ComparableArguments(call.arguments);
  std::string shown = Printable(arguments, kShownBytes);
  if (arguments.size() > kShownBytes) {
    absl::StrAppendFormat(&shown, " (%d bytes, %s)", arguments.size(),
                          CallKey(call).substr(0, kShownDigits));
  }
  return shown;
}

std::string_view ApprovalStateName(ApprovalState state) {
  switch (state) {
    case ApprovalState::kPending:
      return "pending";
    case ApprovalState::kGranted:
      return "granted";
    case ApprovalState::kDenied:
      return "denied";
    case ApprovalState::kUsed:
      return "used";
  }
  return "";
}

}  // namespace tollpass
