#include "mandates/row_values.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr size_t kServerTextBytes = 1024;

absl::Status BadName(std::string_view column, std::string_view name) {
  return absl::DataLossError(absl::StrFormat(
      "ledger: column %s holds '%s'; run 'tollpass ledger verify'", column, Printable(name)));
}

std::string EncodeTexts(const std::vector<std::string>& texts) {
  std::vector<std::string> elements;
  elements.reserve(texts.size());
  for (const std::string& text : texts) {
    elements.push_back(json::Quote(text));
  }
  return json::Array(elements);
}

absl::StatusOr<std::vector<std::string>> DecodeTexts(std::string_view column,
                                                     std::string_view text) {
  const absl::StatusOr<json::Value> array = json::Parse(text, 1);
  std::vector<std::string> texts;
  if (!array.ok()) {
    return BadName(column, text);
  }
  for (const json::Value& element : json::Elements(*array)) {
    std::optional<std::string> decoded = json::AsString(element);
    if (!decoded) {
      return BadName(column, text);
    }
    texts.push_back(*std::move(decoded));
  }
  return texts;
}

void SetTerms(const Terms& terms, sql::CallRow& row) {
  row.scheme = terms.scheme;
  row.network = terms.network;
  row.asset_symbol = terms.asset.symbol;
  row.asset_id = terms.asset.id;
  row.asset_decimals = terms.asset.decimals;
  row.asset_domain_name = terms.asset.eip712_name;
  row.asset_domain_version = terms.asset.eip712_version;
  row.amount = terms.charge;
  row.tied = terms.lock;
  row.payee = terms.payee;
  row.payer = terms.payer;
  row.parties = EncodeTexts(terms.parties);
  row.timeout_seconds = terms.timeout_seconds;
  row.binding = terms.binding;
  row.offer = terms.offer;
}

}  // namespace

sql::CallRow CallRowOf(const DecidedCall& decided, std::string_view id, std::string_view call_key) {
  sql::CallRow row;
  row.id = id;
  row.called_at_ms = decided.called_at_ms;
  row.call_key = call_key;
  row.server_id = decided.call.server_id;
  row.server_name = decided.server_name;
  row.principal = decided.call.principal;
  row.method = decided.call.method;
  row.tool = decided.call.tool;
  row.resource_url = decided.call.resource_url;
  row.dialect = decided.dialect;
  row.verdict = VerdictName(decided.verdict.kind);
  row.reason = ReasonCode(decided.verdict.reason);
  row.section = decided.verdict.section;
  row.section_digest = decided.verdict.section_digest;
  row.mandate = decided.verdict.mandate;
  row.approval = decided.verdict.approval;
  row.max_validity = decided.verdict.max_validity;
  row.server_text = Printable(decided.server_text, kServerTextBytes);
  if (decided.terms) {
    SetTerms(*decided.terms, row);
  } else {
    row.offer = decided.offered;
  }
  return row;
}

absl::StatusOr<Terms> TermsOf(const sql::CallRow& row) {
  if (row.scheme.empty()) {
    return absl::FailedPreconditionError(
        absl::StrFormat("call %s has no offer that could be read", row.id));
  }
  Terms terms;
  terms.scheme = row.scheme;
  terms.network = row.network;
  terms.asset = {.symbol = row.asset_symbol,
                 .network = row.network,
                 .id = row.asset_id,
                 .decimals = static_cast<int>(row.asset_decimals),
                 .eip712_name = row.asset_domain_name,
                 .eip712_version = row.asset_domain_version};
  terms.charge = row.amount;
  terms.lock = row.tied;
  terms.payee = row.payee;
  terms.payer = row.payer;
  TOLLPASS_ASSIGN_OR_RETURN(terms.parties, DecodeTexts("parties", row.parties));
  terms.timeout_seconds = row.timeout_seconds;
  terms.binding = row.binding;
  terms.offer = row.offer;
  return terms;
}

sql::ChargeRow ChargeRowOf(const DecidedCall& decided, const Proof& proof, std::string_view id,
                           std::string_view call_key, int64_t signed_at,
                           const os::ProcessIdentity& owner) {
  sql::ChargeRow row;
  row.id = id;
  row.call_key = call_key;
  row.signed_at = signed_at;
  row.one_time = proof.one_time;
  row.dead_after = proof.dead_after;
  row.payment_id = proof.payment_id;
  row.dialect = proof.dialect;
  row.payload = proof.payload;
  row.offer = proof.offer;
  row.resource = proof.resource;
  row.extensions = proof.extensions;
  row.state.money = MoneyName(MoneyState::kHeld);
  row.state.call_state = CallName(CallState::kLive);
  row.state.called_at_ms = decided.called_at_ms;
  row.state.owner = OwnerFieldsOf(owner);
  row.state.evidence = EvidenceName(Evidence::kNone);
  return row;
}

Proof ProofOf(const sql::ChargeRow& row) {
  return {.dialect = row.dialect,
          .payload = row.payload,
          .offer = row.offer,
          .resource = row.resource,
          .extensions = row.extensions,
          .payment_id = row.payment_id,
          .one_time = row.one_time,
          .dead_after = row.dead_after};
}

sql::OwnerFields OwnerFieldsOf(const os::ProcessIdentity& process) {
  return {.boot_id = process.boot_id,
          .pid_namespace = static_cast<int64_t>(process.pid_namespace),
          .pid = process.pid,
          .start_time = static_cast<int64_t>(process.start_time)};
}

os::ProcessIdentity OwnerOf(const sql::ChargeState& state) {
  return {.boot_id = state.owner.boot_id,
          .pid_namespace = static_cast<uint64_t>(state.owner.pid_namespace),
          .pid = state.owner.pid,
          .start_time = static_cast<uint64_t>(state.owner.start_time)};
}

absl::StatusOr<MoneyState> MoneyOf(const sql::ChargeState& state) {
  const std::optional<MoneyState> money = MoneyFromName(state.money);
  return money ? absl::StatusOr<MoneyState>(*money) : BadName("money", state.money);
}

absl::StatusOr<CallState> CallOf(const sql::ChargeState& state) {
  const std::optional<CallState> call = CallFromName(state.call_state);
  return call ? absl::StatusOr<CallState>(*call) : BadName("call_state", state.call_state);
}

absl::StatusOr<Evidence> EvidenceOf(const sql::ChargeState& state) {
  for (const Evidence evidence : {Evidence::kNone, Evidence::kClaimed, Evidence::kMatched,
                                  Evidence::kSigned, Evidence::kConfirmed}) {
    if (state.evidence == EvidenceName(evidence)) {
      return evidence;
    }
  }
  return BadName("evidence", state.evidence);
}

absl::StatusOr<VerdictKind> VerdictOf(const sql::CallRow& row) {
  for (const VerdictKind kind : {VerdictKind::kPay, VerdictKind::kAsk, VerdictKind::kDeny}) {
    if (row.verdict == VerdictName(kind)) {
      return kind;
    }
  }
  return BadName("verdict", row.verdict);
}

}  // namespace tollpass
