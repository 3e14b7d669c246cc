#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "samples/paid_server/x402_v1_form.h"
#include "tests/samples/paywalled.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

/// A shop whose tools ask by version 1.
class X402V1 : public Paywalled {
 protected:
  [[nodiscard]] static json OldChallenge(Shop& shop) {
    shop.Find("paid_echo").dialect = Dialect::kX402V1;
    return shop.Challenge("paid_echo");
  }

  /// Signs as for version 2, and writes it as version 1 does.
  [[nodiscard]] static json OldPayment(Shop& shop) {
    shop.Find("paid_echo").dialect = Dialect::kX402;
    const json payment = GoodPayment(shop);
    shop.Find("paid_echo").dialect = Dialect::kX402V1;
    return {{"x402Version", 1},
            {"scheme", "exact"},
            {"network", "base-sepolia"},
            {"payload", payment["payload"]}};
  }
};

TEST_F(X402V1, ChallengeHasTheMembersOfVersionOne) {
  Shop shop = Open();
  const json price = json::parse(R"({"name":"USDC","version":"2"})");
  EXPECT_EQ(OldChallenge(shop),
            json({{"x402Version", 1},
                  {"error", "Payment required to access this tool"},
                  {"accepts", json::array({{{"scheme", "exact"},
                                            {"network", "base-sepolia"},
                                            {"maxAmountRequired", "10000"},
                                            {"asset", "0x036CbD53842c5426634e7929541eC2318f3dCF7e"},
                                            {"payTo", "0x209693Bc6afc0C5328bA36FaF03C514EF312287C"},
                                            {"resource", "mcp://tool/paid_echo"},
                                            {"description", "Tool: paid_echo"},
                                            {"mimeType", "application/json"},
                                            {"outputSchema", nullptr},
                                            {"maxTimeoutSeconds", 60},
                                            {"extra", price}}})}}));
}

TEST_F(X402V1, ChallengeMayBeWrappedInTheText) {
  Shop shop = Open({.x402 = {.place = ChallengePlace::kWrappedInText}});
  shop.Find("paid_echo").dialect = Dialect::kX402V1;
  const json result = shop.Call("paid_echo", kHi, "").value();
  EXPECT_FALSE(result.contains("structuredContent"));
  const json text = json::parse(result["content"][0]["text"].get<std::string>());
  EXPECT_EQ(text["x402/error"]["code"], 402);
  EXPECT_EQ(text["x402/error"]["data"]["accepts"][0]["maxAmountRequired"], "10000");
}

TEST_F(X402V1, GoodPaymentBuysTheResultAndAReceiptWithTheNetworksName) {
  Shop shop = Open();
  const std::string payment = OldPayment(shop).dump();
  const json result = shop.Call("paid_echo", kHi, payment).value();
  EXPECT_EQ(result["content"][0]["text"], "hi");
  const json& receipt = result["_meta"]["x402/payment-response"];
  EXPECT_EQ(receipt["success"], true);
  EXPECT_EQ(receipt["network"], "base-sepolia");
  EXPECT_EQ(receipt["payer"], kPayerAccount);
  EXPECT_EQ(shop.Call("paid_echo", kHi, payment), result) << "the same again, settled once";
  EXPECT_EQ(shop.Count("settled"), 1U);
}

struct Spoiled {
  const char* name;
  std::function<void(json& payment)> spoil;
  const char* error;
};

TEST_F(X402V1, SpoiledPaymentIsRefusedWithItsReason) {
  const std::vector<Spoiled> payments = {
      {"no version", [](json& p) { p.erase("x402Version"); },
       "Payment required to access this tool"},
      {"no payload", [](json& p) { p.erase("payload"); }, "Payment required to access this tool"},
      {"version 2", [](json& p) { p["x402Version"] = 2; }, "invalid_x402_version"},
      {"version as text", [](json& p) { p["x402Version"] = "1"; }, "invalid_x402_version"},
      {"no scheme", [](json& p) { p.erase("scheme"); }, "invalid_payload"},
      {"no network", [](json& p) { p.erase("network"); }, "invalid_payload"},
      {"payload as text", [](json& p) { p["payload"] = "x"; }, "invalid_payload"},
      {"no signature", [](json& p) { p["payload"].erase("signature"); }, "invalid_payload"},
      {"other scheme", [](json& p) { p["scheme"] = "upto"; }, "No matching payment requirements"},
      {"other network", [](json& p) { p["network"] = "base"; }, "No matching payment requirements"},
      {"network of version 2", [](json& p) { p["network"] = "eip155:84532"; },
       "No matching payment requirements"},
      {"another message than was signed",
       [](json& p) { p["payload"]["authorization"]["validAfter"] = "1"; },
       "invalid_exact_evm_signature"},
  };
  Shop shop = Open();
  for (const Spoiled& spoiled : payments) {
    SCOPED_TRACE(spoiled.name);
    json payment = OldPayment(shop);
    spoiled.spoil(payment);
    EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, payment.dump())), spoiled.error);
  }
  EXPECT_EQ(shop.Count("settled"), 0U);
}

TEST_F(X402V1, NetworksHaveTheNamesOfVersionOne) {
  EXPECT_EQ(X402V1NetworkName("eip155:8453"), "base");
  EXPECT_EQ(X402V1NetworkName("eip155:1"), "ethereum");
  EXPECT_EQ(X402V1NetworkName("eip155:999999"), "");
}

}  // namespace
}  // namespace tollpass::samples
