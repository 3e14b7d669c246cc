#include "home/evidence.h"

#include <optional>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/approval.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/json/json.h"
#include "core/status.h"
#include "home/json_rows.h"
#include "home/story_text.h"
#include "wallet/keys/account_signature.h"

namespace tollpass {
namespace {

using json::ObjectWriter;

constexpr std::string_view kSignatureForm = "EIP-191";

std::string DigestText(std::string_view bytes) { return "sha256:" + HexEncode(Sha256(bytes)); }

std::string SignedOrderJson(const SignedOrder& signed_order) {
  return ObjectWriter()
      .String("order", Base64Encode(signed_order.order))
      .String("signature", Base64Encode(signed_order.signature))
      .Done();
}

std::string LedgerJson(const PaymentRecord& record, const LedgerIdentity& ledger) {
  return ObjectWriter()
      .String("id", ledger.id)
      .String("approval_key", HexEncode(ledger.approval_key))
      .Integer("event", record.event)
      .String("time", FormatTime(record.event_time))
      .String("hash", HexEncode(record.event_hash))
      .String("previous_hash", HexEncode(record.previous_hash))
      .Done();
}

std::string CallJson(const PaymentRecord& record) {
  const CallStory& story = record.story;
  return ObjectWriter()
      .String("id", story.row.id)
      .String("key", record.call_key)
      .String("server_id", story.row.server_id)
      .String("server", story.row.server)
      .String("method", story.method)
      .String("tool", story.row.tool)
      .String("called_at", FormatTime(story.called_at_ms / 1000))
      .Done();
}

std::string DemandJson(const PaymentRecord& record) {
  return ObjectWriter()
      .String("dialect", record.story.row.dialect)
      .String("offer", record.terms.offer)
      .String("offer_digest", DigestText(record.terms.offer))
      .String("resource", record.proof.resource)
      .String("extensions", record.proof.extensions)
      .Done();
}

std::string TermsJson(const Terms& terms) {
  return ObjectWriter()
      .String("scheme", terms.scheme)
      .String("network", terms.network)
      .Raw("asset", ObjectWriter()
                        .String("symbol", terms.asset.symbol)
                        .String("id", terms.asset.id)
                        .Integer("decimals", terms.asset.decimals)
                        .String("eip712_name", terms.asset.eip712_name)
                        .String("eip712_version", terms.asset.eip712_version)
                        .Done())
      .String("amount", terms.charge.ToAtomic())
      .String("payee", terms.payee)
      .String("payer", terms.payer)
      .String("binding", terms.binding)
      .Done();
}

std::string DecisionJson(const PaymentRecord& record) {
  return ObjectWriter()
      .String("reason", record.story.row.reason)
      .String("section", record.story.row.section)
      .String("section_digest", record.section_digest)
      .Raw("offers", OffersJson(record.story.offers))
      .Done();
}

std::string QuestionJson(const PaymentRecord& record, bool with_arguments) {
  const std::optional<Approval>& question = record.story.approval;
  if (!record.approval || !question) return "null";
  return ObjectWriter()
      .String("id", question->id)
      .String("reason", question->reason)
      .String("also", question->also)
      .Raw("arguments", with_arguments ? json::Quote(question->arguments) : "null")
      .Done();
}

std::string PermissionJson(const PaymentRecord& record, bool with_arguments) {
  std::vector<std::string> mandates;
  for (const SignedOrder& mandate : record.mandates) mandates.push_back(SignedOrderJson(mandate));
  return ObjectWriter()
      .Raw("mandates", json::Array(mandates))
      .Raw("approval", record.approval ? SignedOrderJson(*record.approval) : "null")
      .Raw("question", QuestionJson(record, with_arguments))
      .Done();
}

std::string ProofJson(const PaymentRecord& record) {
  const int64_t dead_after = record.proof.dead_after;
  return ObjectWriter()
      .String("digest", DigestText(record.proof.payload))
      .String("one_time", record.proof.one_time)
      .String("signed_at", FormatTime(record.story.signed_at))
      .Raw("dead_after", dead_after == 0 ? "null" : json::Quote(FormatTime(dead_after)))
      .Done();
}

std::string ReceiptJson(const PaymentRecord& record) {
  const CallStory& story = record.story;
  if (story.receipt.empty()) return "null";
  return ObjectWriter()
      .String("text", story.receipt)
      .String("digest", DigestText(story.receipt))
      .String("evidence", EvidenceName(story.row.evidence))
      .Raw("transaction", TextOrNull(story.row.transaction))
      .Raw("alarm", TextOrNull(story.row.alarm))
      .Done();
}

}  // namespace

std::string EvidenceDocument(const PaymentRecord& record, const LedgerIdentity& ledger, int64_t now,
                             bool with_arguments) {
  return ObjectWriter()
      .String("type", kEvidenceType)
      .String("made_at", FormatTime(now))
      .Raw("ledger", LedgerJson(record, ledger))
      .Raw("call", CallJson(record))
      .Raw("demand", DemandJson(record))
      .Raw("terms", TermsJson(record.terms))
      .Raw("decision", DecisionJson(record))
      .Raw("permission", PermissionJson(record, with_arguments))
      .Raw("proof", ProofJson(record))
      .Raw("receipt", ReceiptJson(record))
      .Raw("steps", StepsJson(record.story.steps, record.story.row.asset))
      .Done();
}

absl::StatusOr<std::string> EvidenceText(std::string_view document) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string plain,
                            json::Splice(document, {{{"sig"}, std::nullopt}}));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string canonical, json::Canonical(plain, kMaxEvidenceDepth));
  return absl::StrFormat("%s %s", kEvidenceType, DigestText(canonical));
}

absl::StatusOr<std::string> SignEvidence(std::string_view document, const SigningKey& key) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, EvidenceText(document));
  TOLLPASS_ASSIGN_OR_RETURN(const std::string value, SignAccountText(text, key));
  const std::string sig = ObjectWriter()
                              .String("form", kSignatureForm)
                              .String("account", key.account())
                              .String("value", value)
                              .Done();
  return json::Splice(document, {{{"sig"}, sig}});
}

}  // namespace tollpass
