#include "home/verify_evidence.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"
#include "core/mandate_terms.h"
#include "core/order.h"
#include "core/parse_time.h"
#include "core/terms.h"
#include "home/evidence.h"
#include "home/money_text.h"
#include "mandates/authority.h"
#include "mandates/codec.h"
#include "mandates/signed_chain.h"
#include "wallet/keys/account_signature.h"

namespace tollpass {
namespace {

constexpr std::array<std::string_view, 12> kMembers = {
    "type",     "made_at",    "ledger", "call",    "demand", "terms",
    "decision", "permission", "proof",  "receipt", "steps",  "sig"};

using Path = std::initializer_list<std::string_view>;

/// One examination of a bundle.
class Examination {
 public:
  explicit Examination(std::string_view text) : text_(text) {}

  EvidenceReport Run() &&;

 private:
  bool ReadForm();
  void ReadTerms();
  void CheckSignature();
  void CheckDigests();
  void CheckPermission();
  void CheckMandates(const std::vector<SignedOrder>& orders, const Authority& authority);
  void CheckCoverage(const MandateTerms& mandate);
  void CheckApproval(const SignedOrder& approval, const Authority& authority);

  void Fault(std::string what) { report_.faults.push_back(std::move(what)); }
  [[nodiscard]] std::string Text(Path path) const {
    const std::optional<json::Value> value = json::FindPath(root_, path);
    const std::optional<std::string> text = value ? json::AsString(*value) : std::nullopt;
    return text.value_or("");
  }
  /// Unix seconds; 0 where there is no time.
  [[nodiscard]] int64_t Time(Path path) const { return ParseTime(Text(path)).value_or(0); }
  static SignedOrder OrderIn(const json::Value& value) {
    return {Base64Decode(json::FindString(value, "order").value_or("")).value_or(""),
            Base64Decode(json::FindString(value, "signature").value_or("")).value_or("")};
  }

  std::string_view text_;
  json::Value root_;
  Terms terms_;
  EvidenceReport report_;
};

bool Examination::ReadForm() {
  const absl::StatusOr<json::Value> root = json::ParseUnique(text_, kMaxEvidenceDepth);
  if (text_.size() > kMaxEvidence || !root.ok()) {
    Fault("it is no JSON document, or too large or too deep for a bundle");
    return false;
  }
  root_ = *root;
  if (Text({"type"}) != kEvidenceType) {
    Fault(absl::StrFormat("it is no bundle: its type is not %s", kEvidenceType));
    return false;
  }
  const std::vector<json::Member> members = json::Members(root_);
  for (const std::string_view name : kMembers) {
    if (!json::Find(root_, name)) Fault(absl::StrFormat("its member %s is missing", name));
  }
  if (members.size() > kMembers.size()) {
    Fault("it has members that no bundle has");
  }
  return report_.faults.empty();
}

void Examination::ReadTerms() {
  terms_.scheme = Text({"terms", "scheme"});
  terms_.network = Text({"terms", "network"});
  terms_.payee = Text({"terms", "payee"});
  terms_.payer = Text({"terms", "payer"});
  terms_.asset = {.symbol = Text({"terms", "asset", "symbol"}),
                  .network = terms_.network,
                  .id = Text({"terms", "asset", "id"}),
                  .decimals = 0,
                  .eip712_name = Text({"terms", "asset", "eip712_name"}),
                  .eip712_version = Text({"terms", "asset", "eip712_version"})};
  const std::optional<json::Value> decimals = json::FindPath(root_, {"terms", "asset", "decimals"});
  const int64_t digits = decimals ? json::AsInteger(*decimals).value_or(-1) : -1;
  const std::optional<Amount> amount = Amount::FromAtomic(Text({"terms", "amount"}));
  if (digits < 0 || digits > 36 || !amount) {
    Fault("the amount that was paid cannot be read");
    return;
  }
  terms_.asset.decimals = static_cast<int>(digits);
  terms_.charge = *amount;
  report_.summary = absl::StrFormat("%s on %s to %s", MoneyText(terms_.charge, &terms_.asset, ""),
                                    Printable(terms_.network), Printable(terms_.payee));
}

void Examination::CheckSignature() {
  const absl::StatusOr<std::string> signed_text = EvidenceText(text_);
  const std::optional<std::string> signer =
      signed_text.ok() && Text({"sig", "form"}) == "EIP-191"
          ? SignerOfAccountText(*signed_text, Text({"sig", "value"}))
          : std::nullopt;
  report_.account = Text({"sig", "account"});
  if (!signer || *signer != report_.account) {
    Fault(absl::StrFormat(
        "the signature is not that of account %s over this bundle: something in it was changed",
        Printable(report_.account)));
  }
  if (report_.account != terms_.payer) {
    Fault(absl::StrFormat("it was signed for account %s, and account %s paid",
                          Printable(report_.account), Printable(terms_.payer)));
  }
}

void Examination::CheckDigests() {
  const auto check = [&](Path text, Path digest, std::string_view what) {
    if ("sha256:" + HexEncode(Sha256(Text(text))) != Text(digest)) {
      Fault(absl::StrFormat("the digest of %s is not that of its text", what));
    }
  };
  check({"demand", "offer"}, {"demand", "offer_digest"}, "the offer");
  if (json::Find(root_, "receipt")->type == json::Type::kObject) {
    check({"receipt", "text"}, {"receipt", "digest"}, "the receipt");
  }
}

void Examination::CheckCoverage(const MandateTerms& mandate) {
  const auto require = [&](bool holds, std::string_view what) {
    if (!holds) Fault(absl::StrFormat("mandate %s does not cover %s", mandate.id, what));
  };
  const auto has = [](const std::vector<std::string>& list, const std::string& text) {
    return std::find(list.begin(), list.end(), text) != list.end();
  };
  const std::string tool = Text({"call", "tool"});
  const ToolRule* rule = FindToolRule(mandate.tools, tool);
  const int64_t signed_at = Time({"proof", "signed_at"});
  require(mandate.server_id == Text({"call", "server_id"}), "this server");
  require(rule != nullptr && rule->pay && IsAmongTools(mandate, tool), "this tool");
  require(
      std::find(mandate.assets.begin(), mandate.assets.end(), terms_.asset) != mandate.assets.end(),
      "this asset");
  require(has(mandate.wallet_keys, terms_.payer), "the account that paid");
  require(mandate.not_before <= signed_at && signed_at < mandate.not_after,
          "the time of the signature");
  if (rule == nullptr) return;
  require(has(rule->schemes.empty() ? mandate.schemes : rule->schemes, terms_.scheme),
          "this scheme");
  const bool own = !rule->payees.empty() || rule->pinned_payee;
  // Whom the payer had pinned does not stand in it.
  require((own ? rule->pinned_payee : mandate.pinned_payee) ||
              has(own ? rule->payees : mandate.payees, terms_.payee),
          "the payee");
}

void Examination::CheckMandates(const std::vector<SignedOrder>& orders,
                                const Authority& authority) {
  const absl::StatusOr<std::vector<MandateTerms>> chain = VerifyChain(orders, authority);
  if (!chain.ok()) {
    Fault(absl::StrFormat("the mandate that paid does not hold: %s",
                          std::string(chain.status().message())));
    return;
  }
  for (const MandateTerms& mandate : *chain) CheckCoverage(mandate);
}

void Examination::CheckApproval(const SignedOrder& approval, const Authority& authority) {
  const absl::StatusOr<Order> order = DecodeOrder(approval.order);
  if (!order.ok() || order->kind != OrderKind::kApprove ||
      order->ledger_id != authority.ledger_id ||
      !VerifyEd25519(approval.order, approval.signature, authority.approval_key)) {
    Fault("the approval does not hold: it was not signed by the approval key for this ledger");
    return;
  }
  if (order->ceiling < terms_.charge) {
    Fault("the approval does not reach as far as what was paid");
  }
  if (order->expires_at <= Time({"proof", "signed_at"})) {
    Fault("the approval had expired when the payment was signed");
  }
}

void Examination::CheckPermission() {
  report_.ledger_id = Text({"ledger", "id"});
  report_.approval_key = Text({"ledger", "approval_key"});
  const Authority authority{report_.ledger_id,
                            HexDecode(report_.approval_key).value_or(std::string())};
  std::vector<SignedOrder> mandates;
  if (const auto listed = json::FindPath(root_, {"permission", "mandates"})) {
    for (const json::Value& mandate : json::Elements(*listed)) mandates.push_back(OrderIn(mandate));
  }
  const std::optional<json::Value> approval = json::FindPath(root_, {"permission", "approval"});
  const bool approved = approval && approval->type == json::Type::kObject;
  if (!mandates.empty()) CheckMandates(mandates, authority);
  if (approved) CheckApproval(OrderIn(*approval), authority);
  if (mandates.empty() && !approved) {
    Fault("nothing in it that the user signed permits the payment");
  }
}

EvidenceReport Examination::Run() && {
  if (!ReadForm()) return std::move(report_);
  report_.payment = Text({"call", "id"});
  ReadTerms();
  CheckSignature();
  CheckDigests();
  CheckPermission();
  return std::move(report_);
}

}  // namespace

EvidenceReport VerifyEvidence(std::string_view text) { return Examination(text).Run(); }

}  // namespace tollpass
