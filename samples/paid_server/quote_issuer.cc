#include "samples/paid_server/quote_issuer.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/encoding.h"
#include "core/status.h"
#include "samples/paid_server/json_members.h"
#include "samples/paid_server/quote_documents.h"
#include "samples/paid_server/quote_faults.h"
#include "samples/paid_server/signed_document.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr int64_t kLongestSeconds = 600;
constexpr int kIdDigits = 32;

std::string Nonce(Random& random) {
  std::array<uint8_t, 16> bytes = {};
  random.Fill(bytes);
  return Base64UrlEncode({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string ResultDigest(json result) {
  result.erase("_meta");
  return DocumentDigest(result.dump()).value_or("");
}

}  // namespace

absl::StatusOr<SignedQuote> QuoteIssuer::Make(const PaidCall& call,
                                              const std::string& args_digest) {
  const json requirements = prices_.Requirements(call.tool.price);
  const Price& price = prices_.price();
  const int64_t now = clock_.UnixMillis() / 1000;
  const bool books = options_.rail == kLedgerRail;
  const Quote quote = {
      .quote_id = RandomId(random_, "q_", kIdDigits),
      .issuer = options_.issuer,
      .tool = call.tool.name,
      .args_digest = args_digest,
      .amount = StringMember(requirements, "amount"),
      .asset = books ? "iso4217:USD" : price.network + "/erc20:" + price.asset,
      .decimals = price.decimals,
      .payee = books ? "acct:" + options_.issuer : StringMember(requirements, "payTo"),
      .rail = options_.rail,
      .issued_at = now,
      .expires_at = now + std::min(price.timeout_seconds, kLongestSeconds),
      .nonce = Nonce(random_)};
  json document = SignQuote(Spoiled(quote, options_.faults), options_.key, options_.faults);
  TOLLPASS_ASSIGN_OR_RETURN(const std::string digest, DocumentDigest(document.dump()));
  TOLLPASS_RETURN_IF_ERROR(quotes_.Put({QuoteDocument(quote), digest, requirements}, now));
  prices_.NoteChallenge();
  return SignedQuote{std::move(document), requirements};
}

json QuoteIssuer::Receipt(const QuoteProof& proof, const IssuedQuote& issued,
                          const Settlement& settlement, const json& result) {
  const QuoteReceipt receipt = {.receipt_id = RandomId(random_, "rcp_", kIdDigits),
                                .payment_id = proof.payment_id,
                                .quote_digest = issued.digest,
                                .proof_digest = proof.digest,
                                .amount = proof.amount,
                                .asset = proof.asset,
                                .payee = proof.payee,
                                .settled_at = clock_.UnixMillis() / 1000,
                                .reference = settlement.transaction,
                                .issuer = options_.issuer,
                                .result_digest = ResultDigest(result)};
  return SignReceipt(receipt, options_.key, options_.faults);
}

}  // namespace tollpass::samples
