#include "samples/paid_server/quote_checks.h"

#include "samples/paid_server/json_members.h"
#include "samples/paid_server/quote_documents.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr int64_t kSkewSeconds = 30;  // by which two clocks may differ

std::string TermsFault(const QuoteProof& proof, const json& quote) {
  if (proof.amount != StringMember(quote, "amount")) return "payment_amount_mismatch";
  if (proof.asset != StringMember(quote, "asset")) return "payment_asset_mismatch";
  if (proof.payee != StringMember(quote, "payee")) return "payment_payee_mismatch";
  if (proof.rail != StringMember(quote, "rail")) return "payment_rail_mismatch";
  if (StringMember(proof.settlement, "kind") != proof.rail) return "payment_rail_mismatch";
  return "";
}

std::string TimeFault(const QuoteProof& proof, const json& quote, int64_t now) {
  const int64_t issued_at = quote.value("issued_at", int64_t{0});
  const int64_t expires_at = quote.value("expires_at", int64_t{0});
  if (now >= expires_at) return "quote_expired";
  if (proof.created_at > now + kSkewSeconds) return "payment_not_yet_valid";
  const bool within = proof.created_at >= issued_at - kSkewSeconds && proof.created_at < expires_at;
  return within ? "" : "payment_time_mismatch";
}

}  // namespace

std::string FirstProofFault(const QuoteProof& proof, const ProofFacts& facts) {
  if (facts.issued == nullptr) return "quote_unknown";
  const json& quote = facts.issued->quote;
  if (proof.quote_digest != facts.issued->digest) return "quote_digest_mismatch";
  if (std::string fault = TermsFault(proof, quote); !fault.empty()) return fault;
  if (std::string fault = TimeFault(proof, quote, facts.now); !fault.empty()) return fault;
  if (facts.tool != StringMember(quote, "tool")) return "quote_tool_mismatch";
  if (facts.args_digest != StringMember(quote, "args_digest")) return "quote_args_mismatch";
  if (facts.issued->paid) return "quote_already_paid";
  return proof.rail == kX402Rail ? "" : "rail_unsupported";
}

}  // namespace tollpass::samples
