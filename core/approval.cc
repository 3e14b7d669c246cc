#include "core/approval.h"

#include <array>

#include "core/hash.h"

namespace tollpass {

std::string ApprovalBinding(const Approval& approval) {
  const std::array<std::string_view, 9> fields = {
      approval.call_key, approval.server_id, approval.tool,
      approval.payer,    approval.scheme,    approval.network,
      approval.asset,    approval.payee,     approval.section_digest};
  return FieldsDigest("tollpass-approval/1", fields);
}

Approval ApprovalFor(const Call& call, const Terms& terms) {
  Approval approval;
  approval.call_key = CallKey(call);
  approval.server_id = call.server_id;
  approval.tool = call.tool;
  approval.payer = terms.payer;
  approval.scheme = terms.scheme;
  approval.network = terms.network;
  approval.asset = terms.asset.id;
  approval.payee = terms.payee;
  approval.amount = terms.charge;
  approval.ceiling = terms.charge;
  return approval;
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
