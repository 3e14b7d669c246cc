#include "samples/paid_server/quote_faults.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "samples/paid_server/signed_document.h"
#include "tests/samples/paywalled.h"
#include "tests/samples/quote_payer.h"

/// What a payer must be ready for from a server that asks by quote.
namespace tollpass::samples {
namespace {

using nlohmann::json;

class QuoteFaults : public Paywalled {
 protected:
  static std::string ServerKey() { return Ed25519Key::FromSeed(kServerSeed)->public_key(); }
  static bool IsSigned(const json& quote) {
    return VerifyDocument(kQuoteTag, quote.dump(), ServerKey());
  }
  static std::string MessageOf(const Reply& reply) {
    return reply ? (*reply)["error"].value("message", "no error") : "no answer";
  }
};

TEST_F(QuoteFaults, WrongKeySignsWellAndNamesItself) {
  Shop shop = Open({.faults = {Fault::kWrongKey}});
  const json quote = shop.AskQuote(kOslo);
  EXPECT_NE(quote["sig"]["kid"], KeyId(ServerKey()));
  EXPECT_FALSE(IsSigned(quote));
}

TEST_F(QuoteFaults, ForgedQuoteNamesTheRightKeyAndIsNotSignedByIt) {
  Shop shop = Open({.faults = {Fault::kForgedQuote}});
  const json quote = shop.AskQuote(kOslo);
  EXPECT_EQ(quote["sig"]["kid"], KeyId(ServerKey()));
  EXPECT_FALSE(IsSigned(quote));
}

TEST_F(QuoteFaults, ExpiredQuoteIsSignedAndOver) {
  Shop shop = Open({.faults = {Fault::kExpiredQuote}});
  const json quote = shop.AskQuote(kOslo);
  EXPECT_EQ(quote["expires_at"], kNow - 1);
  EXPECT_TRUE(IsSigned(quote));
}

TEST_F(QuoteFaults, LongQuoteLivesForAnHour) {
  Shop shop = Open({.faults = {Fault::kLongQuote}});
  const json quote = shop.AskQuote(kOslo);
  EXPECT_EQ(quote["expires_at"], kNow + 3600);
  EXPECT_TRUE(IsSigned(quote));
}

TEST_F(QuoteFaults, SwappedQuotesAreSignedForAnotherCallAndTakeTheMoneyAllTheSame) {
  Shop shop = Open({.faults = {Fault::kArgsSwap, Fault::kToolSwap}});
  const json quote = shop.AskQuote(kOslo);
  EXPECT_NE(quote["tool"], "forecast");
  EXPECT_NE(quote["args_digest"], DocumentDigest(kOslo.dump()).value());
  EXPECT_TRUE(IsSigned(quote));
  EXPECT_TRUE(shop.Call("forecast", kOslo, PayQuote(quote).dump())->contains("_meta"));
}

TEST_F(QuoteFaults, PriceAndPayeeChangeFromTheSecondQuoteOn) {
  Shop shop = Open({.faults = {Fault::kPriceBump, Fault::kPayeeSwap}});
  const json first = shop.AskQuote(kOslo);
  const json second = shop.AskQuote(kOslo);
  EXPECT_EQ(first["amount"], "10000");
  EXPECT_EQ(second["amount"], "20000");
  EXPECT_NE(first["payee"], second["payee"]);
  EXPECT_TRUE(IsSigned(second));
  EXPECT_EQ(shop.AskQuote(kOslo)["amount"], "20000");
}

TEST_F(QuoteFaults, ForgedReceiptIsNotSignedByTheKeyThatItNames) {
  Shop shop = Open({.faults = {Fault::kForgedReceipt}});
  const json result = shop.Call("forecast", kOslo, PayQuote(shop.AskQuote(kOslo)).dump()).value();
  const json& receipt = result["_meta"]["payments/receipt"];
  EXPECT_EQ(receipt["sig"]["kid"], KeyId(ServerKey()));
  EXPECT_FALSE(VerifyDocument(kReceiptTag, receipt.dump(), ServerKey()));
}

TEST_F(QuoteFaults, SettlementThatFailsWithholdsTheResult) {
  Shop shop = Open({.faults = {Fault::kSettleFails}});
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, PayQuote(shop.AskQuote(kOslo)).dump())),
            "Payment refused: Payment settlement failed: invalid_exact_evm_transaction_failed");
  EXPECT_EQ(shop.Count("settled"), 0U);
}

TEST_F(QuoteFaults, SettlementThatIsDeniedTakesTheMoney) {
  Shop shop = Open({.faults = {Fault::kSettlesButSaysRefused}});
  EXPECT_EQ(MessageOf(shop.Ask("forecast", kOslo, PayQuote(shop.AskQuote(kOslo)).dump())),
            "Payment refused: Payment settlement failed: invalid_exact_evm_transaction_failed");
  EXPECT_EQ(shop.Count("settled"), 1U);
}

TEST_F(QuoteFaults, UnreachableFacilitatorIsAnErrorWithoutAQuote) {
  for (const Fault fault : {Fault::kVerifyUnreachable, Fault::kSettleUnreachable}) {
    Shop shop = Open({.faults = {fault}});
    const json proof = PayQuote(shop.AskQuote(kOslo), {.nonce = std::string(64, '8')});
    const Reply reply = shop.Ask("forecast", kOslo, proof.dump());
    EXPECT_EQ((*reply)["error"], json({{"code", -32603}, {"message", "Internal server error"}}));
  }
}

TEST_F(QuoteFaults, LostReplyIsGivenToTheSecondIdenticalProof) {
  Shop shop = Open({.faults = {Fault::kReplyLost}});
  const std::string proof = PayQuote(shop.AskQuote(kOslo)).dump();
  EXPECT_EQ(shop.Ask("forecast", kOslo, proof), std::nullopt);
  EXPECT_TRUE(shop.Call("forecast", kOslo, proof)->contains("_meta"));
  EXPECT_EQ(shop.Count("settled"), 1U);
}

using QuoteFaultsDeathTest = QuoteFaults;

TEST_F(QuoteFaultsDeathTest, CrashAfterPaymentDiesWithTheMoneyTaken) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Shop shop = Open({.faults = {Fault::kCrashAfterPayment}});
  const std::string proof = PayQuote(shop.AskQuote(kOslo)).dump();
  EXPECT_EXIT(shop.Ask("forecast", kOslo, proof), testing::ExitedWithCode(70), "");
  Shop again = Open();
  EXPECT_EQ(again.Count("settled"), 1U);
  // The other process paid a quote of its own with the same transfer.
  const json second = PayQuote(again.AskQuote(kOslo), {.payment_id = "pay_fedcba9876543210"});
  EXPECT_EQ(MessageOf(again.Ask("forecast", kOslo, second.dump())),
            "Payment refused: invalid_exact_evm_nonce_already_used");
}

}  // namespace
}  // namespace tollpass::samples
