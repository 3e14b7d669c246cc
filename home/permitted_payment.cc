#include "home/permitted_payment.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/facts.h"
#include "core/hash.h"
#include "core/limit.h"
#include "core/order.h"
#include "mandates/codec.h"
#include "policy/coverage.h"
#include "policy/intent.h"
#include "wallet/schemes/eip3009.h"

namespace tollpass {
namespace {

bool Has(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// One mandate before one payment.
class Cover {
 public:
  Cover(const MandateTerms& mandate, const ToldPayment& payment)
      : mandate_(mandate),
        payment_(payment),
        intent_(payment.call, payment.terms, facts_, payment.signed_at),
        link_{&mandate, FindToolRule(mandate.tools, payment.call.tool)} {}

  std::vector<std::string> Faults() && {
    CheckOuter();
    if (link_.rule != nullptr) {
      CheckRule();
      CheckAmount();
    }
    return std::move(faults_);
  }

 private:
  void Require(bool holds, std::string_view what) {
    if (!holds) {
      faults_.push_back(absl::StrFormat("mandate %s does not cover %s", mandate_.id, what));
    }
  }
  void CheckOuter();
  void CheckRule();
  void CheckAmount();

  const MandateTerms& mandate_;
  const ToldPayment& payment_;
  const Facts facts_ = {};
  const Intent intent_;
  const MandateLink link_;
  std::vector<std::string> faults_;
};

void Cover::CheckOuter() {
  const Terms& terms = payment_.terms;
  Require(mandate_.server_id == payment_.call.server_id, "this server");
  Require(link_.rule != nullptr && link_.rule->pay && IsAmongTools(mandate_, payment_.call.tool),
          "this tool");
  Require(std::find(mandate_.assets.begin(), mandate_.assets.end(), terms.asset) !=
              mandate_.assets.end(),
          "this asset");
  Require(Has(mandate_.wallet_keys, terms.payer), "the account that paid");
  Require(mandate_.not_before <= payment_.signed_at && payment_.signed_at < mandate_.not_after,
          "the time of the signature");
  Require(mandate_.max_validity == 0 ||
              (payment_.dead_after &&
               *payment_.dead_after - kBlockTimeLag <= payment_.signed_at + mandate_.max_validity),
          "a proof that could settle for so long");
}

void Cover::CheckRule() {
  const ToolRule& rule = *link_.rule;
  Require(Has(rule.schemes.empty() ? mandate_.schemes : rule.schemes, payment_.terms.scheme),
          "this scheme");
  const bool own = !rule.payees.empty() || rule.pinned_payee;
  // Whom the payer had pinned is not told.
  Require((own ? rule.pinned_payee : mandate_.pinned_payee) ||
              Has(own ? rule.payees : mandate_.payees, intent_.payee),
          "the payee");
}

void Cover::CheckAmount() {
  Require(LimitsAsset(link_, intent_), "an asset that it does not limit");
  std::vector<Limit> limits;
  AppendMandateLimits(link_, intent_, limits);
  for (const Limit& limit : limits) {
    Require(limit.amount <= limit.maximum,
            absl::StrFormat("the amount: it is above the limit of kind '%s'",
                            WindowName(limit.window)));
  }
  Require(!AskOf(link_, intent_), "an amount about which it wants the user asked");
}

}  // namespace

std::vector<std::string> NotCovered(const MandateTerms& mandate, const ToldPayment& payment) {
  return Cover(mandate, payment).Faults();
}

std::vector<std::string> NotApproved(const SignedOrder& approval, const ToldQuestion& question,
                                     const ToldPayment& payment, const Authority& authority) {
  const absl::StatusOr<Order> order = DecodeOrder(approval.order);
  if (!order.ok() || order->kind != OrderKind::kApprove ||
      order->ledger_id != authority.ledger_id ||
      !VerifyEd25519(approval.order, approval.signature, authority.approval_key)) {
    return {"the approval does not hold: it was not signed by the approval key for this ledger"};
  }
  std::vector<std::string> faults;
  if (order->ceiling < payment.terms.charge) {
    faults.emplace_back("the approval does not reach as far as what was paid");
  }
  if (payment.signed_at < order->issued_at) {
    faults.emplace_back("the approval was given after the payment was signed");
  }
  if (order->expires_at <= payment.signed_at) {
    faults.emplace_back("the approval had expired when the payment was signed");
  }
  if (!question.arguments) {
    faults.emplace_back(
        "the approval cannot be tied to this payment: it binds the arguments of the call, and they "
        "were kept back; see: tollpass evidence --with-arguments");
    return faults;
  }
  Approval answered = ApprovalFor(payment.call, payment.terms);
  answered.call_key = payment.call_key;
  answered.arguments = *question.arguments;
  answered.reason = question.reason;
  answered.also = question.also;
  answered.section_digest = payment.section_digest;
  if (order->binding != ApprovalBinding(answered) || order->subject != question.id) {
    faults.emplace_back("the approval is for another payment");
  }
  return faults;
}

}  // namespace tollpass
