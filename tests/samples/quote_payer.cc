#include "tests/samples/quote_payer.h"

#include "samples/paid_server/signed_document.h"
#include "tests/samples/payer.h"

namespace tollpass::samples {

using nlohmann::json;

Ed25519Key WalletKey() {
  return *Ed25519Key::FromSeed("0202020202020202020202020202020202020202020202020202020202020202");
}

json PayQuote(const json& quote, const ProofChoice& choice) {
  const json authorization = {{"from", kPayerAccount},
                              {"to", quote["payee"]},
                              {"value", quote["amount"]},
                              {"validAfter", "0"},
                              {"validBefore", std::to_string(choice.valid_before)},
                              {"nonce", "0x" + choice.nonce}};
  json proof = {{"protocol", "local.mcp-quote"},
                {"version", "1"},
                {"type", "payment"},
                {"payment_id", choice.payment_id},
                {"quote_id", quote["quote_id"]},
                {"quote_digest", DocumentDigest(quote.dump()).value()},
                {"mandate_digest", DocumentDigest("{}").value()},
                {"amount", quote["amount"]},
                {"asset", quote["asset"]},
                {"payee", quote["payee"]},
                {"rail", quote["rail"]},
                {"created_at", choice.created_at},
                {"settlement", {{"kind", "ledger"}, {"transfer_id", "tr_42"}}}};
  if (quote["rail"] == "x402") {
    proof["settlement"] = {{"kind", "x402"}, {"payload", {{"authorization", authorization}}}};
    SignTransfer(proof);
  } else {
    SignProof(proof);
  }
  return proof;
}

void SignProof(json& proof) {
  proof.erase("sig");
  proof = SignDocument(kProofTag, proof, WalletKey());
}

void SignTransfer(json& proof) {
  const Price price = Shop::TestPrice();
  json payment = {{"accepted",
                   {{"network", price.network},
                    {"asset", price.asset},
                    {"extra", {{"name", price.asset_name}, {"version", price.asset_version}}}}},
                  {"payload", proof["settlement"]["payload"]}};
  Sign(payment);
  proof["settlement"]["payload"] = payment["payload"];
  SignProof(proof);
}

}  // namespace tollpass::samples
