#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/str_format.h"
#include "core/eip55.h"
#include "core/encoding.h"
#include "core/json/json.h"
#include "core/network.h"
#include "core/status.h"
#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/quote.h"
#include "wallet/schemes/quote_asset.h"
#include "wallet/schemes/quote_document.h"
#include "wallet/schemes/quote_proof.h"
#include "wallet/schemes/signed_document.h"

namespace tollpass {
namespace {

/// The quote is copied into the proof, so it must still be the one that was decided.
bool Agrees(const Quote& quote, const Terms& terms) {
  const std::optional<QuoteAsset> asset = ReadQuoteAsset(quote.asset);
  return asset && asset->network == terms.network && asset->id == terms.asset.id &&
         terms.asset.network == terms.network && quote.decimals == terms.asset.decimals &&
         quote.amount == terms.charge.ToAtomic() && ReadAddress(quote.payee) == terms.payee &&
         quote.rail == "x402";
}

absl::Status Refuse(const Terms& terms, const SigningInput& input) {
  if (terms.scheme != "quote") {
    return absl::InvalidArgumentError(
        absl::StrFormat("terms of scheme %s are not for scheme quote", terms.scheme));
  }
  if (input.document_key == nullptr || input.permission.empty()) {
    return absl::InvalidArgumentError("a proof for a quote needs its key and what the user signed");
  }
  if (input.document_key->network_class() != ClassOf(terms.network)) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the key that signs proofs is for %s networks; %s is not one of them",
                        ClassName(input.document_key->network_class()), terms.network));
  }
  if (input.now < 0 || input.max_validity < 1) {
    return absl::InvalidArgumentError("a proof must live for at least one second");
  }
  return absl::OkStatus();
}

}  // namespace

std::string ProofDocument(const QuoteProof& proof) {
  return json::ObjectWriter()
      .String("protocol", kQuoteProtocol)
      .String("version", kQuoteVersion)
      .String("type", "payment")
      .String("payment_id", proof.payment_id)
      .String("quote_id", proof.quote.quote_id)
      .String("quote_digest", proof.quote.digest)
      .String("mandate_digest", proof.mandate_digest)
      .String("amount", proof.quote.amount)
      .String("asset", proof.quote.asset)
      .String("payee", proof.quote.payee)
      .String("rail", proof.quote.rail)
      .Integer("created_at", proof.created_at)
      .Raw("settlement", proof.settlement)
      .Done();
}

absl::StatusOr<SignedPayload> QuoteScheme::Sign(const Terms& terms, const SigningKey& key,
                                                const SigningInput& input) const {
  TOLLPASS_RETURN_IF_ERROR(Refuse(terms, input));
  const std::variant<Quote, Reason> read = ReadQuote(terms.offer);
  const Quote* quote = std::get_if<Quote>(&read);
  if (quote == nullptr || !Agrees(*quote, terms)) {
    return absl::InvalidArgumentError("the terms are not those of their quote");
  }
  const int64_t valid_before = std::min(input.now + input.max_validity, quote->expires_at);
  if (valid_before <= input.now) {
    return absl::InvalidArgumentError("the quote has expired");
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::string transfer,
                            SignTransfer(terms, key, valid_before, input.one_time));
  QuoteProof proof;
  proof.quote = *quote;
  proof.payment_id = input.payment_id;
  proof.mandate_digest = BytesDigest(input.permission);
  proof.created_at = input.now;
  proof.settlement = json::ObjectWriter().String("kind", "x402").Raw("payload", transfer).Done();
  SignedPayload signed_payload;
  TOLLPASS_ASSIGN_OR_RETURN(signed_payload.payload,
                            SignDocument(kProofTag, ProofDocument(proof), *input.document_key));
  signed_payload.one_time = HexEncode(input.one_time);
  signed_payload.dead_after = valid_before + kBlockTimeLag;
  return signed_payload;
}

}  // namespace tollpass
