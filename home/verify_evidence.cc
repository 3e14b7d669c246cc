#include "home/verify_evidence.h"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"
#include "core/mandate_terms.h"
#include "core/parse_time.h"
#include "core/terms.h"
#include "home/evidence.h"
#include "home/money_text.h"
#include "home/permitted_payment.h"
#include "mandates/authority.h"
#include "mandates/signed_chain.h"
#include "wallet/keys/account_signature.h"

namespace tollpass {
namespace {

constexpr std::array<std::string_view, 12> kMembers = {
    "type",     "made_at",    "ledger", "call",    "demand", "terms",
    "decision", "permission", "proof",  "receipt", "steps",  "sig"};
// What the signature is not over.
constexpr std::array<std::string_view, 3> kMembersOfSig = {"form", "account", "value"};

using Path = std::initializer_list<std::string_view>;

/// One examination of a bundle.
class Examination {
 public:
  Examination(std::string_view text, const EvidencePins& pins) : text_(text), pins_(pins) {}

  EvidenceReport Run() &&;

 private:
  bool ReadForm();
  /// A fault for each of `names` that `object` lacks, and where it has more; `in`: before names.
  void CheckMembers(const json::Value& object, std::span<const std::string_view> names,
                    std::string_view in);
  void ReadTerms();
  void ReadCall();
  void CheckPins();
  void CheckSignature();
  void CheckDigests();
  void CheckPermission();
  void CheckMandates(const std::vector<SignedOrder>& orders, const Authority& authority);
  void CheckApproval(const SignedOrder& approval, const Authority& authority);

  void Fault(std::string what) { report_.faults.push_back(std::move(what)); }
  void Fault(std::vector<std::string> all) {
    for (std::string& what : all) Fault(std::move(what));
  }
  [[nodiscard]] std::string Text(Path path) const {
    const std::optional<json::Value> value = json::FindPath(root_, path);
    const std::optional<std::string> text = value ? json::AsString(*value) : std::nullopt;
    return text.value_or("");
  }
  /// Unix seconds. A fault where it is no time.
  int64_t Time(Path path, std::string_view what) {
    const std::optional<int64_t> time = ParseTime(Text(path));
    if (!time) Fault(absl::StrFormat("the time %s cannot be read", what));
    return time.value_or(0);
  }
  static SignedOrder OrderIn(const json::Value& value) {
    return {Base64Decode(json::FindString(value, "order").value_or("")).value_or(""),
            Base64Decode(json::FindString(value, "signature").value_or("")).value_or("")};
  }

  std::string_view text_;
  json::Value root_;
  const EvidencePins& pins_;
  ToldPayment payment_;
  EvidenceReport report_;
};

void Examination::CheckMembers(const json::Value& object, std::span<const std::string_view> names,
                               std::string_view in) {
  for (const std::string_view name : names) {
    if (!json::Find(object, name)) Fault(absl::StrFormat("its member %s%s is missing", in, name));
  }
  if (json::Members(object).size() > names.size()) {
    Fault(absl::StrFormat("it has members %sthat no bundle has", in.empty() ? "" : "in sig "));
  }
}

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
  CheckMembers(root_, kMembers, "");
  if (const auto sig = json::Find(root_, "sig"); sig) CheckMembers(*sig, kMembersOfSig, "sig.");
  return report_.faults.empty();
}

void Examination::ReadTerms() {
  Terms& terms = payment_.terms;
  terms.scheme = Text({"terms", "scheme"});
  terms.network = Text({"terms", "network"});
  terms.payee = Text({"terms", "payee"});
  terms.payer = Text({"terms", "payer"});
  terms.asset = {.symbol = Text({"terms", "asset", "symbol"}),
                 .network = terms.network,
                 .id = Text({"terms", "asset", "id"}),
                 .decimals = 0,
                 .eip712_name = Text({"terms", "asset", "eip712_name"}),
                 .eip712_version = Text({"terms", "asset", "eip712_version"})};
  const std::optional<json::Value> decimals = json::FindPath(root_, {"terms", "asset", "decimals"});
  const int64_t digits = decimals ? json::AsInteger(*decimals).value_or(-1) : -1;
  const std::optional<Amount> amount = Amount::FromAtomic(Text({"terms", "amount"}));
  const bool has_decimals = digits >= 0 && digits <= 36;
  if (has_decimals) terms.asset.decimals = static_cast<int>(digits);
  if (!has_decimals || !amount) {
    Fault("the amount that was paid cannot be read");
    return;
  }
  terms.charge = *amount;
  report_.summary = absl::StrFormat("%s on %s to %s", MoneyText(terms.charge, &terms.asset, ""),
                                    Printable(terms.network), Printable(terms.payee));
}

void Examination::ReadCall() {
  payment_.call.server_id = Text({"call", "server_id"});
  payment_.call.tool = Text({"call", "tool"});
  payment_.call_key = Text({"call", "key"});
  payment_.section_digest = Text({"decision", "section_digest"});
  Time({"made_at"}, "when it was made");
  Time({"ledger", "time"}, "of the event in the ledger");
  Time({"call", "called_at"}, "of the call");
  payment_.signed_at = Time({"proof", "signed_at"}, "of the signature");
  const std::optional<json::Value> dead_after = json::FindPath(root_, {"proof", "dead_after"});
  if (!dead_after || dead_after->type != json::Type::kNull) {
    payment_.dead_after = Time({"proof", "dead_after"}, "after which the proof cannot settle");
  }
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
  if (report_.account != payment_.terms.payer) {
    Fault(absl::StrFormat("it was signed for account %s, and account %s paid",
                          Printable(report_.account), Printable(payment_.terms.payer)));
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

void Examination::CheckMandates(const std::vector<SignedOrder>& orders,
                                const Authority& authority) {
  const absl::StatusOr<std::vector<MandateTerms>> chain = VerifyChain(orders, authority);
  if (!chain.ok()) {
    Fault(absl::StrFormat("the mandate that paid does not hold: %s",
                          std::string(chain.status().message())));
    return;
  }
  for (const MandateTerms& mandate : *chain) Fault(NotCovered(mandate, payment_));
}

void Examination::CheckApproval(const SignedOrder& approval, const Authority& authority) {
  ToldQuestion question{.id = Text({"permission", "question", "id"}),
                        .reason = Text({"permission", "question", "reason"}),
                        .also = Text({"permission", "question", "also"}),
                        .arguments = std::nullopt};
  if (const auto arguments = json::FindPath(root_, {"permission", "question", "arguments"})) {
    question.arguments = json::AsString(*arguments);
  }
  Fault(NotApproved(approval, question, payment_, authority));
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

void Examination::CheckPins() {
  const auto check = [&](const std::string& pin, const std::string& found, std::string_view what) {
    if (!pin.empty() && pin != found) {
      Fault(absl::StrFormat("%s is %s, and not the one that was pinned, %s", what, Printable(found),
                            Printable(pin)));
    }
  };
  check(pins_.account, report_.account, "the account that signed it");
  check(pins_.approval_key, report_.approval_key, "the approval key");
  check(pins_.ledger_id, report_.ledger_id, "the ledger");
}

EvidenceReport Examination::Run() && {
  report_.account_pinned = !pins_.account.empty();
  report_.approval_key_pinned = !pins_.approval_key.empty();
  if (!ReadForm()) return std::move(report_);
  report_.payment = Text({"call", "id"});
  ReadTerms();
  ReadCall();
  CheckSignature();
  CheckDigests();
  CheckPermission();
  CheckPins();
  return std::move(report_);
}

}  // namespace

EvidenceReport VerifyEvidence(std::string_view text, const EvidencePins& pins) {
  return Examination(text, pins).Run();
}

}  // namespace tollpass
