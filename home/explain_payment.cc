#include "home/explain_payment.h"

#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/network.h"
#include "core/os/process.h"
#include "core/status.h"
#include "home/json_rows.h"
#include "home/money_text.h"
#include "home/open_home.h"
#include "home/story_text.h"
#include "wallet/kernel/explain.h"
#include "wallet/kernel/refusal.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {
namespace {

/// What an error calls the part `field` of a payment.
std::string Named(const SupposedPayment& payment, std::string_view field) {
  return absl::StrFormat("%s%s", payment.by_flags ? "--" : "", field);
}

absl::StatusOr<Asset> AssetOf(const SupposedPayment& payment, const AssetTable& assets) {
  if (!IsNetworkId(payment.network)) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %s is no CAIP-2 id like eip155:84532",
                                                      Named(payment, "network"),
                                                      json::Quote(payment.network)));
  }
  const Asset* asset = assets.FindSymbol(payment.asset, payment.network);
  if (asset == nullptr) {
    asset = assets.Find(payment.network, payment.asset);
  }
  if (asset == nullptr) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: %s is not in the asset table on %s",
                                                      Named(payment, "asset"),
                                                      json::Quote(payment.asset), payment.network));
  }
  return *asset;
}

absl::StatusOr<Amount> AmountOf(const SupposedPayment& payment, const Asset& asset) {
  const size_t space = payment.amount.find(' ');
  const std::string number = payment.amount.substr(0, space);
  const bool unit_fits =
      space == std::string::npos || payment.amount.substr(space + 1) == asset.symbol;
  const absl::StatusOr<Amount> amount = ParseDecimal(number, asset.decimals);
  if (!unit_fits || !amount.ok()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %s is no amount of %s, like \"0.01 %s\", with at most %d decimals",
                        Named(payment, "amount"), json::Quote(payment.amount), asset.symbol,
                        asset.symbol, asset.decimals));
  }
  return *amount;
}

absl::StatusOr<Terms> TermsOf(const SupposedPayment& payment, const Policy& policy) {
  Terms terms;
  terms.scheme = "exact";
  terms.network = payment.network;
  TOLLPASS_ASSIGN_OR_RETURN(terms.asset, AssetOf(payment, policy.assets()));
  TOLLPASS_ASSIGN_OR_RETURN(terms.charge, AmountOf(payment, terms.asset));
  terms.payee = CanonicalId(payment.network, payment.pay_to);
  terms.timeout_seconds = 60;
  return terms;
}

std::string Text(const Terms& terms, const ExplainedVerdict& explained,
                 const absl::Status& payable) {
  const Verdict& verdict = explained.verdict;
  std::string text = absl::StrFormat(
      "verdict    %s, %s%s%s: %s\namount     %s to %s on %s", VerdictName(verdict.kind),
      ReasonCode(verdict.reason), verdict.section.empty() ? "" : " in ", verdict.section,
      ReasonSentence(verdict.reason), FormatMoney(terms.charge, terms.asset), terms.payee,
      terms.network);
  for (const LimitNote& limit : explained.limits) {
    text += "\nlimit      " + LimitNoteText(limit);
  }
  if (!verdict.mandate.empty()) {
    text += "\nmandate    " + verdict.mandate;
  }
  if (!payable.ok()) {
    text += "\nbut        nothing is paid now: " + std::string(payable.message());
  }
  return text;
}

std::string Json(const Terms& terms, const ExplainedVerdict& explained,
                 const absl::Status& payable) {
  const Verdict& verdict = explained.verdict;
  std::vector<std::string> limits;
  for (const LimitNote& limit : explained.limits) {
    limits.push_back(LimitNoteJson(limit));
  }
  return json::ObjectWriter()
      .String("verdict", VerdictName(verdict.kind))
      .String("reason", ReasonCode(verdict.reason))
      .String("why", ReasonSentence(verdict.reason))
      .Raw("section", TextOrNull(verdict.section))
      .Raw("mandate", TextOrNull(verdict.mandate))
      .Raw("amount", MoneyJson(terms.charge, &terms.asset, terms.asset.id))
      .Raw("limits", json::Array(limits))
      .Raw("stopped", payable.ok() ? "null" : json::Quote(std::string(payable.message())))
      .Done();
}

}  // namespace

absl::StatusOr<std::string> ExplainSupposed(const Home& home, const SupposedPayment& payment,
                                            int64_t now, bool json) {
  TOLLPASS_ASSIGN_OR_RETURN(const auto reader, OpenReader(home));
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  const ServerSection* server = policy.ServerByName(payment.server);
  if (server == nullptr) {
    return absl::NotFoundError(absl::StrFormat(
        "the policy has no section [server.%s]; write one with: tollpass add", payment.server));
  }
  TOLLPASS_ASSIGN_OR_RETURN(Terms terms, TermsOf(payment, policy));
  const absl::StatusOr<std::string> payer = Wallet(home.KeysPath()).PayerOn(terms.network);
  terms.payer = payer.ok() ? *payer : std::string();
  Call call;
  call.server_id = server->identity;
  call.principal = os::UserName();
  call.method = "tools/call";
  call.tool = payment.tool;
  TOLLPASS_ASSIGN_OR_RETURN(ExplainedVerdict explained,
                            ExplainPayment(policy, *reader, call, terms, now));
  if (!payer.ok() && explained.verdict.kind != VerdictKind::kDeny) {
    explained = {Denial(ReasonOfKeyFailure(payer.status())), {}};
  }
  const absl::StatusOr<LedgerStanding> standing = reader->Standing(now);
  absl::Status payable = standing.ok() ? standing->payable : standing.status();
  if (payable.ok() && policy.observes()) {
    payable = absl::FailedPreconditionError("'observe' is set in the policy file");
  }
  return json ? Json(terms, explained, payable) : Text(terms, explained, payable);
}

}  // namespace tollpass
