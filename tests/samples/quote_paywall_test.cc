#include "samples/paid_server/quote_paywall.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/hash.h"
#include "samples/paid_server/signed_document.h"
#include "tests/samples/paywalled.h"
#include "tests/samples/quote_payer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

class QuotePaywalled : public Paywalled {
 protected:
  static std::string ServerKey() { return Ed25519Key::FromSeed(kServerSeed)->public_key(); }
  static std::string MessageOf(const Reply& reply) {
    if (!reply) return "no answer";
    return reply->contains("error") ? (*reply)["error"]["message"].get<std::string>() : "no error";
  }
  static json GoodProof(Shop& shop) { return PayQuote(shop.AskQuote(kOslo)); }
};

TEST_F(QuotePaywalled, UnpaidCallGetsASignedQuoteForItsToolAndArguments) {
  Shop shop = Open();
  const Reply reply = shop.Ask("forecast", kOslo, "");
  const json& error = (*reply)["error"];
  EXPECT_EQ(error["code"], -32402);
  EXPECT_EQ(error["message"], "Payment required");
  const json& quote = error["data"]["quote"];
  EXPECT_TRUE(VerifyDocument(kQuoteTag, quote.dump(), ServerKey()));
  EXPECT_EQ(quote["protocol"], "local.mcp-quote");
  EXPECT_EQ(quote["version"], "1");
  EXPECT_EQ(quote["issuer"], "weather.example");
  EXPECT_EQ(quote["tool"], "forecast");
  EXPECT_EQ(quote["args_digest"], DocumentDigest(R"({"city":"Oslo"})").value());
  EXPECT_EQ(quote["amount"], "10000");
  EXPECT_EQ(quote["asset"], "eip155:84532/erc20:0x036CbD53842c5426634e7929541eC2318f3dCF7e");
  EXPECT_EQ(quote["decimals"], 6);
  EXPECT_EQ(quote["payee"], "0x209693Bc6afc0C5328bA36FaF03C514EF312287C");
  EXPECT_EQ(quote["rail"], "x402");
  EXPECT_EQ(quote["issued_at"], kNow);
  EXPECT_EQ(quote["expires_at"], kNow + 60);
  EXPECT_EQ(quote.size(), 16U);
}

TEST_F(QuotePaywalled, NoTwoQuotesAreTheSame) {
  Shop shop = Open();
  const json first = shop.AskQuote(kOslo);
  const json second = shop.AskQuote(kOslo);
  EXPECT_NE(first["quote_id"], second["quote_id"]);
  EXPECT_NE(first["nonce"], second["nonce"]);
}

TEST_F(QuotePaywalled, ListsAPriceHintForToolsThatAskByQuote) {
  Shop shop = Open();
  EXPECT_EQ(shop.Describe("forecast")["_meta"]["payments/pricing"],
            json({{"model", "per_call"}, {"estimate", "0.01 USDC"}}));
  EXPECT_FALSE(shop.Describe("weather").contains("_meta"));
  EXPECT_FALSE(shop.Describe("echo").contains("_meta"));
}

TEST_F(QuotePaywalled, GoodProofBuysTheResultAndASignedReceipt) {
  Shop shop = Open();
  const json quote = shop.AskQuote(kOslo);
  const json proof = PayQuote(quote);
  const json result = shop.Call("forecast", kOslo, proof.dump()).value();
  EXPECT_EQ(result["content"][0]["text"], "Oslo: clear tomorrow");
  const json& receipt = result["_meta"]["payments/receipt"];
  EXPECT_TRUE(VerifyDocument(kReceiptTag, receipt.dump(), ServerKey()));
  EXPECT_EQ(receipt["payment_id"], proof["payment_id"]);
  EXPECT_EQ(receipt["quote_digest"], DocumentDigest(quote.dump()).value());
  EXPECT_EQ(receipt["proof_digest"], DocumentDigest(proof.dump()).value());
  EXPECT_EQ(receipt["status"], "settled");
  EXPECT_EQ(receipt["amount"], quote["amount"]);
  EXPECT_EQ(receipt["asset"], quote["asset"]);
  EXPECT_EQ(receipt["payee"], quote["payee"]);
  EXPECT_EQ(receipt["settled_at"], kNow);
  EXPECT_EQ(receipt["issuer"], "weather.example");
  json bare = result;
  bare.erase("_meta");
  EXPECT_EQ(receipt["result_digest"], DocumentDigest(bare.dump()).value());
  EXPECT_EQ(shop.Count("settled"), 1U);
  EXPECT_EQ(receipt["reference"], shop.Events().at(2)["transaction"]);
}

TEST_F(QuotePaywalled, RepeatedProofGetsTheSameResultAndReceiptEvenAfterTheQuotesEnd) {
  Shop shop = Open();
  const json proof = GoodProof(shop);
  const auto first = shop.Call("forecast", kOslo, proof.dump());
  shop.clock().now = kNow + 3600;
  EXPECT_EQ(shop.Call("forecast", kOslo, proof.dump(1)), first);
  EXPECT_EQ(shop.Count("settled"), 1U);
  EXPECT_EQ(shop.Count("replayed"), 1U);
}

TEST_F(QuotePaywalled, RestartedServerKnowsQuotesAndWhatItDelivered) {
  json paid;
  json open;
  std::optional<json> first;
  {
    Shop shop = Open();
    paid = GoodProof(shop);
    first = shop.Call("forecast", kOslo, paid.dump());
    open = PayQuote(shop.AskQuote(kOslo),
                    {.payment_id = "pay_fedcba9876543210", .nonce = std::string(64, '8')});
  }
  Shop again = Open();
  EXPECT_EQ(again.Call("forecast", kOslo, paid.dump()), first);
  EXPECT_TRUE(again.Call("forecast", kOslo, open.dump())->contains("_meta"));
  EXPECT_EQ(again.Count("settled"), 2U);
}

TEST_F(QuotePaywalled, RepeatedProofForOtherArgumentsBuysNothing) {
  Shop shop = Open();
  const json proof = GoodProof(shop);
  shop.Call("forecast", kOslo, proof.dump());
  EXPECT_EQ(MessageOf(shop.Ask("forecast", {{"city", "Lisbon"}}, proof.dump())),
            "Payment refused: payment already processed");
}

TEST_F(QuotePaywalled, PaymentIdOfAnotherProofIsRefused) {
  Shop shop = Open();
  shop.Call("forecast", kOslo, GoodProof(shop).dump());
  const json other = PayQuote(shop.AskQuote(kOslo), {.nonce = std::string(64, '8')});
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, other.dump())),
            "Payment refused: payment_identifier_conflict");
  EXPECT_EQ(shop.Count("settled"), 1U);
}

TEST_F(QuotePaywalled, QuoteIsPaidOnce) {
  Shop shop = Open();
  const json quote = shop.AskQuote(kOslo);
  shop.Call("forecast", kOslo, PayQuote(quote).dump());
  const json second =
      PayQuote(quote, {.payment_id = "pay_fedcba9876543210", .nonce = std::string(64, '8')});
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, second.dump())),
            "Payment refused: quote_already_paid");
  EXPECT_EQ(shop.Count("settled"), 1U);
}

TEST_F(QuotePaywalled, ProofForOneCallBuysNoOther) {
  Shop shop = Open();
  shop.Find("weather").dialect = Dialect::kQuote;
  const std::string proof = GoodProof(shop).dump();
  EXPECT_EQ(MessageOf(shop.Ask("weather", kOslo, proof)), "Payment refused: quote_tool_mismatch");
  EXPECT_EQ(MessageOf(shop.Ask("forecast", {{"city", "Lisbon"}}, proof)),
            "Payment refused: quote_args_mismatch");
  EXPECT_EQ(shop.Count("verified"), 0U);
}

TEST_F(QuotePaywalled, ArgumentsAreTheSameInAnySpelling) {
  Shop shop = Open();
  shop.Find("add").dialect = Dialect::kQuote;
  shop.Find("add").price = 1;
  const auto ask = [&](const std::string& text, const std::string& meta) {
    const json arguments = json::parse(text);
    return shop.till().Call({shop.Find("add"), arguments, text, meta});
  };
  const json quote = ask(R"({"a":1,"b":2})", "").value()["error"]["data"]["quote"];
  const std::string meta = R"({"payments/payment":)" + PayQuote(quote).dump() + "}";
  const Reply reply = ask(R"({ "b" : 2.0, "a" : 1e0 })", meta);
  EXPECT_EQ((*reply)["result"]["content"][0]["text"], "3");
}

TEST_F(QuotePaywalled, ArgumentsWithoutACanonicalFormGetNoQuote) {
  Shop shop = Open();
  const std::string text = R"({"city":"Oslo","city":"Lisbon"})";
  const json arguments = json::parse(text);
  const Reply reply = shop.till().Call({shop.Find("forecast"), arguments, text, ""});
  EXPECT_EQ((*reply)["error"]["code"], -32602);
}

TEST_F(QuotePaywalled, ToolThatFailsIsNotPaidAndTheProofStaysGood) {
  Shop shop = Open();
  const json atlantis = {{"city", "Atlantis"}};
  const json proof = PayQuote(shop.AskQuote(atlantis));
  for (int attempt = 0; attempt < 2; ++attempt) {
    const json result = shop.Call("forecast", atlantis, proof.dump()).value();
    EXPECT_EQ(result["isError"], true);
    EXPECT_FALSE(result.contains("_meta"));
  }
  EXPECT_EQ(shop.Count("settled"), 0U);
  EXPECT_EQ(shop.Count("verified"), 2U);
}

TEST_F(QuotePaywalled, KnownPayerKeyMustHaveSigned) {
  Shop shop = Open({.payer_keys = {WalletKey().public_key()}});
  json proof = GoodProof(shop);
  proof["created_at"] = kNow + 1;  // not what was signed
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, proof.dump())),
            "Payment refused: payment_signature_invalid");
  json other = proof;
  other["sig"]["kid"] = KeyId(ServerKey());
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, other.dump())),
            "Payment refused: payment_key_unknown");
  SignProof(proof);
  EXPECT_TRUE(shop.Call("forecast", kOslo, proof.dump())->contains("_meta"));
}

TEST_F(QuotePaywalled, WithoutAPayerKeyTheTransfersSignatureBindsTheMoney) {
  Shop shop = Open();
  json proof = GoodProof(shop);
  proof["settlement"]["payload"]["authorization"]["nonce"] = "0x" + std::string(64, '8');
  SignProof(proof);
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, proof.dump())),
            "Payment refused: invalid_exact_evm_signature");
  json unsigned_proof = PayQuote(shop.AskQuote(kOslo), {.payment_id = "pay_fedcba9876543210"});
  unsigned_proof["sig"]["value"] = std::string(86, 'A');
  EXPECT_TRUE(shop.Call("forecast", kOslo, unsigned_proof.dump())->contains("_meta"));
}

TEST_F(QuotePaywalled, LedgerRailIsOfferedAndNeverTaken) {
  Shop shop = Open({.rail = kLedgerRail});
  const json quote = shop.AskQuote(kOslo);
  EXPECT_EQ(quote["rail"], "ledger");
  EXPECT_EQ(quote["asset"], "iso4217:USD");
  EXPECT_EQ(quote["payee"], "acct:weather.example");
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, PayQuote(quote).dump())),
            "Payment refused: rail_unsupported");
}

TEST_F(QuotePaywalled, WithoutStoredResultsARepeatedProofIsOnlyRefused) {
  Shop shop = Open({.stored_results = false});
  const json proof = GoodProof(shop);
  EXPECT_TRUE(shop.Call("forecast", kOslo, proof.dump())->contains("_meta"));
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, proof.dump())),
            "Payment refused: quote_already_paid");
}

TEST_F(QuotePaywalled, BrokenToolIsAnErrorAndNothingSettles) {
  Shop shop = Open();
  shop.Find("forecast").run = [](const json&) { return absl::InternalError("broke"); };
  const Reply reply = shop.Ask("forecast", kOslo, GoodProof(shop).dump());
  EXPECT_EQ((*reply)["error"]["code"], -32603);
  EXPECT_EQ(shop.Count("settled"), 0U);
}

}  // namespace
}  // namespace tollpass::samples
