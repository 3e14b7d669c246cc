#include "mandates/signed_chain.h"

#include <memory>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/mandate_chain.h"
#include "core/order.h"
#include "core/status.h"
#include "mandates/narrowing.h"

namespace tollpass {
namespace {

absl::StatusOr<MandateTerms> TermsIn(const SignedOrder& signed_order, const Authority& authority) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<const MandateOrder> decoded,
                            authority.known->Decode(signed_order.order));
  const Order& order = decoded->order;
  const MandateTerms& terms = decoded->terms;
  if (order.kind != OrderKind::kAllow || order.ledger_id != authority.ledger_id) {
    return absl::PermissionDeniedError("it was signed for another purpose or ledger");
  }
  if (terms.id != order.subject || terms.ledger_id != authority.ledger_id) {
    return absl::PermissionDeniedError("its order and its mandate contradict each other");
  }
  return terms;
}

/// `parent`: null for a root.
absl::Status CheckLink(const SignedOrder& signed_order, const MandateTerms& terms,
                       const MandateTerms* parent, const Authority& authority) {
  if (parent == nullptr && !terms.parent.empty()) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s, which is above it, is missing", Printable(terms.parent)));
  }
  const bool is_signed =
      authority.seen->Verify(signed_order.order, signed_order.signature, authority.approval_key) ||
      (parent != nullptr &&
       IsSignedByDelegateOf(*parent, signed_order.order, signed_order.signature, authority));
  if (!is_signed) {
    return absl::PermissionDeniedError(absl::StrFormat(
        "it was not signed by the approval key%s",
        parent == nullptr ? "" : ", and not by the delegate key of the mandate above it"));
  }
  return parent == nullptr ? absl::OkStatus() : CheckNarrows(terms, *parent);
}

}  // namespace

bool IsSignedByDelegateOf(const MandateTerms& parent, std::string_view bytes,
                          std::string_view signature, const Authority& authority) {
  const std::optional<std::string> key = HexDecode(parent.delegate_key);
  return key && !key->empty() && authority.seen->Verify(bytes, signature, *key);
}

absl::StatusOr<std::vector<MandateTerms>> VerifyChain(const std::vector<SignedOrder>& orders,
                                                      const Authority& authority) {
  if (orders.empty() || orders.size() > kMaxMandateLinks) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%d mandates are above each other; there may be 1 to %d", orders.size(), kMaxMandateLinks));
  }
  std::vector<MandateTerms> chain;
  for (const SignedOrder& signed_order : orders) {
    TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, TermsIn(signed_order, authority));
    chain.push_back(std::move(terms));
  }
  for (size_t i = 0; i < chain.size(); ++i) {
    const MandateTerms* parent = i + 1 < chain.size() ? &chain[i + 1] : nullptr;
    const absl::Status link = CheckLink(orders[i], chain[i], parent, authority);
    const std::string above = absl::StrFormat("mandate %s above it", Printable(chain[i].id));
    TOLLPASS_RETURN_IF_ERROR(i == 0 ? link : At(above, link));
  }
  return chain;
}

}  // namespace tollpass
