#include "samples/paid_server/x402_paywall.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "samples/paid_server/challenge.h"
#include "samples/paid_server/extensions.h"
#include "tests/samples/paywalled.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

TEST_F(Paywalled, UnpaidCallIsAskedToPayInStructureAndText) {
  Shop shop = Open();
  const json result = shop.Call("paid_echo", kHi, "").value();
  EXPECT_EQ(result["isError"], true);
  const json& asked = result["structuredContent"];
  EXPECT_EQ(json::parse(result["content"][0]["text"].get<std::string>()), asked);
  EXPECT_EQ(asked["x402Version"], 2);
  EXPECT_EQ(asked["error"], "Payment required to access this tool");
  EXPECT_EQ(asked["resource"]["url"], "mcp://tool/paid_echo");
  EXPECT_EQ(asked["accepts"][0]["amount"], "10000");
  EXPECT_EQ(asked["extensions"][kIdentifierKey]["info"]["required"], false);
}

TEST_F(Paywalled, TextOnlyChallengeHasNoStructure) {
  Shop shop = Open({.x402 = {.place = ChallengePlace::kText}});
  const json result = shop.Call("paid_echo", kHi, "").value();
  EXPECT_FALSE(result.contains("structuredContent"));
  EXPECT_EQ(json::parse(result["content"][0]["text"].get<std::string>())["x402Version"], 2);
}

TEST_F(Paywalled, GoodPaymentBuysTheResultAndAReceipt) {
  Shop shop = Open();
  const json result = shop.Call("paid_echo", kHi, GoodPayment(shop).dump()).value();
  EXPECT_EQ(result["content"][0]["text"], "hi");
  const json& receipt = result["_meta"][kReceiptKey];
  EXPECT_EQ(receipt["success"], true);
  EXPECT_EQ(receipt["payer"], kPayerAccount);
  EXPECT_EQ(receipt["network"], "eip155:84532");
  EXPECT_EQ(receipt["transaction"].get<std::string>().size(), 66U);
  EXPECT_EQ(shop.Count("settled"), 1U);
}

/// One way to spoil a good payment, and the reason that the server must give.
struct Spoiled {
  const char* name;
  std::function<void(json& payment)> spoil;
  const char* error;
};

/// In the order of the checks: each payment is good up to the one that it fails.
std::vector<Spoiled> SpoiledPayments() {
  const auto authorization = [](const char* key, const json& value, bool sign) {
    return [key, value, sign](json& payment) {
      payment["payload"]["authorization"][key] = value;
      if (sign) Sign(payment);
    };
  };
  return {
      {"NoVersion", [](json& p) { p.erase("x402Version"); },
       "Payment required to access this tool"},
      {"NullPayload", [](json& p) { p["payload"] = nullptr; },
       "Payment required to access this tool"},
      {"VersionOne", [](json& p) { p["x402Version"] = 1; }, "invalid_x402_version"},
      {"VersionAsText", [](json& p) { p["x402Version"] = "2"; }, "invalid_x402_version"},
      {"NoAccepted", [](json& p) { p.erase("accepted"); }, "invalid_payload"},
      {"AcceptedWithoutExtra", [](json& p) { p["accepted"].erase("extra"); }, "invalid_payload"},
      {"AmountNoDigits", [](json& p) { p["accepted"]["amount"] = "1e4"; }, "invalid_payload"},
      {"TimeoutZero", [](json& p) { p["accepted"]["maxTimeoutSeconds"] = 0; }, "invalid_payload"},
      {"ResourceAsText", [](json& p) { p["resource"] = "x"; }, "invalid_payload"},
      {"NoSignature", [](json& p) { p["payload"].erase("signature"); }, "invalid_payload"},
      {"NonceTooShort", authorization("nonce", "0x77", false), "invalid_payload"},
      {"CheaperOffer", [](json& p) { p["accepted"]["amount"] = "1"; },
       "No matching payment requirements"},
      {"AddressInAnotherCase",
       [](json& p) { p["accepted"]["payTo"] = "0x209693bc6afc0c5328ba36faf03c514ef312287c"; },
       "No matching payment requirements"},
      {"OfferWithAMemberMore", [](json& p) { p["accepted"]["note"] = "x"; },
       "No matching payment requirements"},
      {"ExtraChanged", [](json& p) { p["accepted"]["extra"]["name"] = "Coin"; },
       "No matching payment requirements"},
      {"ExtensionNotEchoed",
       [](json& p) { p["extensions"][kIdentifierKey]["info"].erase("required"); },
       "invalid_payload"},
      {"IdentifierTooShort", [](json& p) { p["extensions"][kIdentifierKey]["info"]["id"] = "x"; },
       "invalid_payload"},
      {"IdentifierWithASpace",
       [](json& p) { p["extensions"][kIdentifierKey]["info"]["id"] = "pay 0123456789abc"; },
       "invalid_payload"},
      {"OtherSigner", authorization("from", "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", true),
       "invalid_exact_evm_signature"},
      {"SignatureOfAnotherMessage", authorization("validBefore", std::to_string(kNow + 61), false),
       "invalid_exact_evm_signature"},
      {"OtherRecipient", authorization("to", kPayerAccount, true),
       "invalid_exact_evm_recipient_mismatch"},
      {"ExpiresInFiveSeconds", authorization("validBefore", std::to_string(kNow + 5), true),
       "invalid_exact_evm_payload_authorization_valid_before"},
      {"NotValidYet", authorization("validAfter", std::to_string(kNow), true),
       "invalid_exact_evm_payload_authorization_valid_after"},
      {"PaysTooLittle", authorization("value", "9999", true),
       "invalid_exact_evm_payload_authorization_value_mismatch"},
      {"PaysTooMuch", authorization("value", "10001", true),
       "invalid_exact_evm_payload_authorization_value_mismatch"},
  };
}

TEST_F(Paywalled, SpoiledPaymentIsRefusedWithItsReasonAndNothingSettles) {
  for (const Spoiled& spoiled : SpoiledPayments()) {
    SCOPED_TRACE(spoiled.name);
    Shop shop = Open();
    json payment = GoodPayment(shop);
    spoiled.spoil(payment);
    const std::optional<json> result = shop.Call("paid_echo", kHi, payment.dump());
    EXPECT_EQ(ErrorOf(result), spoiled.error);
    EXPECT_EQ(shop.Count("settled"), 0U);
  }
}

TEST_F(Paywalled, MemberMayBeAddedToExtraAndForeignExtensionsPass) {
  Shop shop = Open();
  json payment = GoodPayment(shop);
  payment["accepted"]["extra"]["note"] = "x";
  payment["extensions"]["other"] = {{"info", json::object()}};
  EXPECT_EQ(shop.Call("paid_echo", kHi, payment.dump()).value()["content"][0]["text"], "hi");
}

TEST_F(Paywalled, IdentifierIsDemandedWhereItIsRequired) {
  Shop shop = Open({.x402 = {.extensions = {.identifier_required = true}}});
  json payment = GoodPayment(shop);
  const json with_identifier = payment;
  payment["extensions"][kIdentifierKey]["info"].erase("id");
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, payment.dump())), "payment_identifier_required");
  EXPECT_TRUE(shop.Call("paid_echo", kHi, with_identifier.dump())->contains("_meta"));
}

TEST_F(Paywalled, IdentifierOfOtherTermsConflicts) {
  Shop shop = Open();
  shop.Call("paid_echo", kHi, GoodPayment(shop).dump());
  const json other =
      Pay(shop.Challenge("weather"), {.valid_before = kNow + 60, .nonce = std::string(64, '8')});
  EXPECT_EQ(ErrorOf(shop.Call("weather", {{"city", "Oslo"}}, other.dump())),
            "payment_identifier_conflict");
}

TEST_F(Paywalled, IdenticalPaymentGetsTheStoredResultAndSettlesOnce) {
  Shop shop = Open();
  const std::string payment = GoodPayment(shop).dump();
  const auto first = shop.Call("paid_echo", kHi, payment);
  EXPECT_EQ(shop.Call("paid_echo", kHi, payment), first);
  EXPECT_EQ(shop.Count("settled"), 1U);
  EXPECT_EQ(shop.Count("replayed"), 1U);
}

TEST_F(Paywalled, PaymentOfOneCallBuysNoOther) {
  Shop shop = Open();
  const std::string payment = GoodPayment(shop).dump();
  shop.Call("paid_echo", kHi, payment);
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", {{"text", "other"}}, payment)),
            "payment already processed");
  EXPECT_EQ(shop.Count("settled"), 1U);
}

TEST_F(Paywalled, UsedNonceIsRefusedEvenInANewPayment) {
  Shop shop = Open();
  json payment = GoodPayment(shop);
  shop.Call("paid_echo", kHi, payment.dump());
  payment["payload"]["authorization"]["validBefore"] = std::to_string(kNow + 90);
  Sign(payment);
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, payment.dump())),
            "invalid_exact_evm_nonce_already_used");
}

TEST_F(Paywalled, ToolThatFailsIsNotPaid) {
  Shop shop = Open();
  const json payment = Pay(shop.Challenge("weather"), {.valid_before = kNow + 60});
  const json result = shop.Call("weather", {{"city", "Atlantis"}}, payment.dump()).value();
  EXPECT_EQ(result["isError"], true);
  EXPECT_FALSE(result.contains("_meta"));
  EXPECT_EQ(shop.Count("settled"), 0U);
  // The claim is free again: the same payment buys the call that works.
  EXPECT_TRUE(shop.Call("weather", {{"city", "Oslo"}}, payment.dump())->contains("_meta"));
}

TEST_F(Paywalled, RestartedServerKnowsWhatItDelivered) {
  std::string payment;
  std::optional<json> first;
  {
    Shop shop = Open();
    payment = GoodPayment(shop).dump();
    first = shop.Call("paid_echo", kHi, payment);
  }
  Shop again = Open();
  EXPECT_EQ(again.Call("paid_echo", kHi, payment), first);
  EXPECT_EQ(again.Count("settled"), 1U);
}

TEST_F(Paywalled, DearToolCostsTenTimesThePrice) {
  Shop shop = Open();
  EXPECT_EQ(shop.Challenge("almanac")["accepts"][0]["amount"], "100000");
}

TEST_F(Paywalled, FaultSettleFailsWithholdsTheResultAndSettlesNothing) {
  Shop shop = Open({.faults = {Fault::kSettleFails}});
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, GoodPayment(shop).dump())),
            "Payment settlement failed: invalid_exact_evm_transaction_failed");
  EXPECT_EQ(shop.Count("settled"), 0U);
}

TEST_F(Paywalled, FaultSettlesButSaysRefusedTakesTheMoney) {
  Shop shop = Open({.faults = {Fault::kSettlesButSaysRefused}});
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, GoodPayment(shop).dump())),
            "Payment settlement failed: invalid_exact_evm_transaction_failed");
  EXPECT_EQ(shop.Count("settled"), 1U);
}

TEST_F(Paywalled, FaultReplyLostAnswersTheSecondIdenticalPayment) {
  Shop shop = Open({.faults = {Fault::kReplyLost}});
  const std::string payment = GoodPayment(shop).dump();
  EXPECT_EQ(shop.Call("paid_echo", kHi, payment), std::nullopt);
  EXPECT_EQ(shop.Call("paid_echo", kHi, payment).value()["content"][0]["text"], "hi");
  EXPECT_EQ(shop.Count("settled"), 1U);
}

TEST_F(Paywalled, FaultsOfTheOfferShowFromTheSecondChallengeOn) {
  Shop shop = Open({.faults = {Fault::kPriceBump, Fault::kPayeeSwap}});
  const json first = shop.Challenge("paid_echo")["accepts"][0];
  const json second = shop.Challenge("paid_echo")["accepts"][0];
  EXPECT_EQ(first["amount"], "10000");
  EXPECT_EQ(second["amount"], "20000");
  EXPECT_NE(first["payTo"], second["payTo"]);
  EXPECT_EQ(shop.Challenge("paid_echo")["accepts"][0], second);
}

using PaywalledDeathTest = Paywalled;

TEST_F(PaywalledDeathTest, FaultCrashAfterPaymentDiesWithTheMoneyTaken) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  Shop shop = Open({.faults = {Fault::kCrashAfterPayment}});
  const std::string payment = GoodPayment(shop).dump();
  EXPECT_EXIT(shop.Call("paid_echo", kHi, payment), testing::ExitedWithCode(70), "");
  Shop again = Open();
  EXPECT_EQ(again.Count("settled"), 1U);
  EXPECT_EQ(ErrorOf(again.Call("paid_echo", kHi, payment)), "invalid_exact_evm_nonce_already_used");
}

}  // namespace
}  // namespace tollpass::samples
