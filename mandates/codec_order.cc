#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/codec_fields.h"
#include "mandates/proto/order.pb.h"

namespace tollpass {
namespace {

// Keeps a signature over an order from being one over anything else.
constexpr std::string_view kDomainTag = "tollpass-order/1\n";

constexpr std::array<std::pair<OrderKind, wire::OrderKind>, 10> kKinds = {{
    {OrderKind::kAllow, wire::ORDER_ALLOW},
    {OrderKind::kApprove, wire::ORDER_APPROVE},
    {OrderKind::kDeny, wire::ORDER_DENY},
    {OrderKind::kRevoke, wire::ORDER_REVOKE},
    {OrderKind::kPause, wire::ORDER_PAUSE},
    {OrderKind::kResume, wire::ORDER_RESUME},
    {OrderKind::kReconcile, wire::ORDER_RECONCILE},
    {OrderKind::kAcceptPin, wire::ORDER_ACCEPT_PIN},
    {OrderKind::kCloseBreaker, wire::ORDER_CLOSE_BREAKER},
    {OrderKind::kAcceptLedger, wire::ORDER_ACCEPT_LEDGER},
}};

}  // namespace

std::string OrderBytes(const Order& order) {
  wire::Order message;
  const auto* entry = std::find_if(kKinds.begin(), kKinds.end(),
                                   [&](const auto& pair) { return pair.first == order.kind; });
  message.set_kind(entry == kKinds.end() ? wire::ORDER_UNSPECIFIED : entry->second);
  message.set_ledger_id(order.ledger_id);
  message.set_subject(order.subject);
  message.set_binding(order.binding);
  message.set_ceiling(AmountBytes(order.ceiling));
  message.set_issued_at(order.issued_at);
  message.set_expires_at(order.expires_at);
  message.set_body(order.body);
  message.set_nonce(order.nonce);
  return std::string(kDomainTag) + message.SerializeAsString();
}

absl::StatusOr<Order> DecodeOrder(std::string_view bytes) {
  TOLLPASS_RETURN_IF_ERROR(
      Require(bytes.starts_with(kDomainTag), "Order", "begins with its domain tag"));
  wire::Order message;
  TOLLPASS_RETURN_IF_ERROR(ParseMessage(bytes.substr(kDomainTag.size()), message));
  const auto* entry = std::find_if(kKinds.begin(), kKinds.end(),
                                   [&](const auto& pair) { return pair.second == message.kind(); });
  TOLLPASS_RETURN_IF_ERROR(Require(entry != kKinds.end(), "Order.kind", "is a known kind"));
  TOLLPASS_RETURN_IF_ERROR(Require(IsTime(message.issued_at()) && IsTime(message.expires_at()),
                                   "Order.issued_at", "is a time before the year 10000"));
  Order order;
  order.kind = entry->first;
  order.ledger_id = message.ledger_id();
  order.subject = message.subject();
  order.binding = message.binding();
  TOLLPASS_ASSIGN_OR_RETURN(order.ceiling, AmountFromBytes("Order.ceiling", message.ceiling()));
  order.issued_at = message.issued_at();
  order.expires_at = message.expires_at();
  order.body = message.body();
  order.nonce = message.nonce();
  return order;
}

}  // namespace tollpass
