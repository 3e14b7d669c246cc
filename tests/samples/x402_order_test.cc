#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "core/hash.h"
#include "samples/paid_server/call_hook.h"
#include "samples/paid_server/extensions.h"
#include "samples/paid_server/x402_paywall.h"
#include "tests/samples/paywalled.h"

/// The steps of an x402 server one by one, beyond the form of a payment: the seller's hook,
/// extensions, identifier, facilitator, claim, tool, settlement.
namespace tollpass::samples {
namespace {

using nlohmann::json;

/// A facilitator that says what the test tells it to, and counts what it was asked.
class ScriptedFacilitator final : public Facilitator {
 public:
  absl::StatusOr<Verification> Verify(const json& /*payload*/, const json& asked) override {
    ++verified;
    requirements = asked;
    return verification;
  }
  absl::StatusOr<Settlement> Settle(const json& /*payload*/, const json& /*asked*/) override {
    ++settled;
    if (during_settlement) during_settlement();
    return settlement;
  }

  absl::StatusOr<Verification> verification = Verification{true, "", kPayerAccount};
  absl::StatusOr<Settlement> settlement =
      Settlement{true, "", "0x01", "eip155:84532", kPayerAccount};
  std::function<void()> during_settlement;
  json requirements;
  int verified = 0;
  int settled = 0;
};

class ScriptedHook final : public CallHook {
 public:
  HookDecision BeforePayment(const PaidCall& /*call*/) override {
    ++asked;
    return decision;
  }

  HookDecision decision;
  int asked = 0;
};

class X402Order : public Paywalled {
 protected:
  ShopOptions Scripted() { return {.facilitator = &facilitator_, .hook = &hook_}; }

  ScriptedFacilitator facilitator_;
  ScriptedHook hook_;
};

TEST_F(X402Order, HookIsAskedOnEveryCallPaidOrNot) {
  Shop shop = Open(Scripted());
  const json payment = GoodPayment(shop);
  shop.Call("paid_echo", kHi, payment.dump());
  EXPECT_EQ(hook_.asked, 2);
}

TEST_F(X402Order, HookMayAskForSomethingElse) {
  Shop shop = Open(Scripted());
  json entry = shop.Challenge("paid_echo")["accepts"][0];
  entry["amount"] = "7";
  hook_.decision = OfferChange{json::array({entry}), json{{"note", {{"info", {{"x", 1}}}}}}};
  const json asked = shop.Challenge("paid_echo");
  EXPECT_EQ(asked["accepts"], json::array({entry}));
  EXPECT_EQ(asked["extensions"], json({{"note", {{"info", {{"x", 1}}}}}}));
  EXPECT_TRUE(shop.Call("paid_echo", kHi, Pay(asked, {.valid_before = kNow + 60}).dump())
                  ->contains("_meta"));
  EXPECT_EQ(facilitator_.requirements, entry);
}

TEST_F(X402Order, HookMayAnswerByItself) {
  Shop shop = Open(Scripted());
  hook_.decision = Reject{{{"error", "closed on Sundays"}, {"until", "Monday"}}};
  const json result = shop.Call("paid_echo", kHi, "").value();
  EXPECT_EQ(result["isError"], true);
  EXPECT_EQ(result["content"][0]["text"], "closed on Sundays");
  EXPECT_EQ(result["structuredContent"]["until"], "Monday");
  hook_.decision = Reject{{{"why", "no"}}};
  EXPECT_EQ(shop.Call("paid_echo", kHi, "").value()["content"][0]["text"], "request rejected");
}

TEST_F(X402Order, HookMayRunTheToolForNothing) {
  Shop shop = Open(Scripted());
  hook_.decision = RunFree{};
  const json result = shop.Call("paid_echo", kHi, "").value();
  EXPECT_EQ(result["content"][0]["text"], "hi");
  EXPECT_FALSE(result.contains("_meta"));
  EXPECT_EQ(facilitator_.verified, 0);
}

/// Extensions of a payment, by what they are changed to, and what the server says.
struct Echo {
  const char* name;
  std::function<void(json& extensions)> change;
  const char* error;  // "no error" is a delivered call
};

std::vector<Echo> Echoes() {
  return {
      {"as advertised", [](json&) {}, "no error"},
      {"left out", [](json& e) { e = nullptr; }, "no error"},
      {"a key that was not advertised", [](json& e) { e["other"] = 1; }, "no error"},
      {"without what was advertised", [](json& e) { e[kIdentifierKey]["info"].erase("required"); },
       "invalid_payload"},
      {"without info", [](json& e) { e[kIdentifierKey].erase("info"); }, "invalid_payload"},
      {"another application code", [](json& e) { e[kBuilderCodeKey]["info"]["a"] = "mine"; },
       "invalid_payload"},
      {"no application code", [](json& e) { e[kBuilderCodeKey]["info"].erase("a"); },
       "invalid_payload"},
      {"builder code left out", [](json& e) { e.erase(kBuilderCodeKey); }, "no error"},
      {"a list that is not the same",
       [](json& e) {
         e[kBuilderCodeKey]["info"]["s"] = json::array({"mine", "svc"});
       },
       "invalid_payload"},
      {"the identifier of earlier versions",
       [](json& e) { e["paymentIdentifier"] = "pay_0123456789abcdef"; }, "no error"},
      {"the same as an object",
       [](json& e) {
         e["paymentIdentifier"] = {{"id", "pay_0123456789abcdef"}};
       },
       "no error"},
      {"the same, malformed", [](json& e) { e["paymentIdentifier"] = "x"; },
       "invalid payment identifier extension"},
      {"both malformed: the newer key is read first",
       [](json& e) {
         e["paymentIdentifier"] = "x";
         e[kIdentifierKey]["info"]["id"] = "x";
       },
       "invalid_payload"},
  };
}

TEST_F(X402Order, ExtensionsAreEchoedAsTheyWereAdvertised) {
  for (const Echo& echo : Echoes()) {
    SCOPED_TRACE(echo.name);
    ScriptedFacilitator facilitator;
    Shop shop = Open({.x402 = {.extensions = {.builder_code = "app", .service_codes = {"svc"}}},
                      .stored_results = false,
                      .facilitator = &facilitator});
    json payment = GoodPayment(shop);
    payment["payload"]["authorization"]["nonce"] =
        "0x" + HexEncode(Sha256(echo.name));  // each a payment of its own
    echo.change(payment["extensions"]);
    const auto result = shop.Call("paid_echo", kHi, payment.dump());
    EXPECT_EQ(result->contains("_meta") ? "no error" : ErrorOf(result), echo.error);
  }
}

/// `builder-code` of a payment where the server advertises none or only an application code.
struct Codes {
  json extension;
  const char* own;  // the server's application code
  bool good;
};

std::vector<Codes> BuilderCodes() {
  const std::string longest(32, 'a');
  const json ten = json::array({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"});
  json eleven = ten;
  eleven.push_back("k");
  return {
      {{{"info", {{"s", "svc"}}}}, "", true},
      {{{"s", json::array({"svc", "other_1"})}}, "", true},
      {{{"info", json::object()}}, "", true},
      {{{"info", {{"a", "app"}}}}, "", false},
      {{{"a", "app"}}, "", false},
      {{{"info", {{"a", "app"}, {"s", longest}}}}, "app", true},
      {{{"info", {{"a", "app"}, {"s", longest + "a"}}}}, "app", false},
      {{{"info", {{"a", "app"}, {"s", ten}}}}, "app", true},
      {{{"info", {{"a", "app"}, {"s", eleven}}}}, "app", false},
      {{{"info", {{"a", "app"}, {"s", "Upper"}}}}, "app", false},
      {{{"info", {{"a", "app"}, {"s", ""}}}}, "app", false},
      {{{"info", {{"a", "app"}, {"s", 7}}}}, "app", false},
      {{{"info", {{"a", "app"}, {"s", json::array({"ok", 7})}}}}, "app", false},
      {{{"info", {{"a", "other"}}}}, "app", false},
      {"app", "app", false},
  };
}

TEST_F(X402Order, BuilderCodesHaveAGrammarAndTheServersApplication) {
  for (const Codes& codes : BuilderCodes()) {
    SCOPED_TRACE(codes.extension.dump() + " where the server is '" + codes.own + "'");
    const json advertised = AdvertisedExtensions({.builder_code = codes.own});
    const json payment = {{"extensions", {{kBuilderCodeKey, codes.extension}}}};
    EXPECT_EQ(FirstExtensionFault(payment, advertised), codes.good ? "" : "invalid_payload");
  }
}

TEST_F(X402Order, IdentifierIsBoundToTheTermsAndTheTool) {
  const json entry = {
      {"scheme", "exact"}, {"network", "n"}, {"asset", "a"}, {"amount", "1"}, {"payTo", "p"}};
  const std::string digest = HexEncode(Sha256("exact\nn\na\n1\np\npaid_echo"));
  EXPECT_EQ(IdentifierTerms(entry, "paid_echo"), digest);
  EXPECT_NE(IdentifierTerms(entry, "weather"), digest);
}

TEST_F(X402Order, IdentifierStaysBoundAfterARefusalAndIsFreeAfterAToolsOwnError) {
  Shop shop = Open(Scripted());
  const json weather = Pay(shop.Challenge("weather"), {.valid_before = kNow + 60});
  EXPECT_EQ(shop.Call("weather", {{"city", "Atlantis"}}, weather.dump())->contains("_meta"), false);
  facilitator_.verification = Verification{false, "insufficient_funds", ""};
  const std::string echo = GoodPayment(shop).dump();
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, echo)), "insufficient_funds");
  facilitator_.verification = Verification{true, "", kPayerAccount};
  EXPECT_EQ(ErrorOf(shop.Call("weather", kOslo, weather.dump())), "payment_identifier_conflict");
  EXPECT_TRUE(shop.Call("paid_echo", kHi, echo)->contains("_meta"));
}

TEST_F(X402Order, IdentifierOfADeliveredCallIsNeverFreedByALaterOne) {
  Shop shop = Open(Scripted());
  shop.Call("weather", kOslo, Pay(shop.Challenge("weather"), {.valid_before = kNow + 60}).dump());
  const std::string failing =
      Pay(shop.Challenge("weather"), {.valid_before = kNow + 60, .nonce = std::string(64, '8')})
          .dump();
  shop.Call("weather", {{"city", "Atlantis"}}, failing);
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, GoodPayment(shop).dump())),
            "payment_identifier_conflict");
}

TEST_F(X402Order, FacilitatorThatGivesNoReasonIsQuotedWithAGeneralOne) {
  Shop shop = Open(Scripted());
  facilitator_.verification = Verification{false, "", ""};
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, GoodPayment(shop).dump())),
            "facilitator rejected payment");
}

TEST_F(X402Order, UnreachableFacilitatorIsAnErrorInTheTextAlone) {
  for (const bool settles : {false, true}) {
    ScriptedFacilitator facilitator;
    if (settles) {
      facilitator.settlement = absl::UnavailableError("gone");
    } else {
      facilitator.verification = absl::UnavailableError("gone");
    }
    Shop shop = Open({.facilitator = &facilitator});
    const json result = shop.Call("paid_echo", kHi, GoodPayment(shop).dump()).value();
    EXPECT_EQ(
        result,
        json({{"isError", true},
              {"content", json::array({{{"type", "text"}, {"text", "Internal server error"}}})}}));
  }
}

TEST_F(X402Order, SecondCopyOfAPaymentInFlightIsRefused) {
  Shop shop = Open(Scripted());
  const std::string payment = GoodPayment(shop).dump();
  std::string second;
  facilitator_.during_settlement = [&] { second = ErrorOf(shop.Call("paid_echo", kHi, payment)); };
  EXPECT_TRUE(shop.Call("paid_echo", kHi, payment)->contains("_meta"));
  EXPECT_EQ(second, "payment already processed");
  EXPECT_EQ(facilitator_.settled, 1);
}

TEST_F(X402Order, ClaimIsOnWhatWasSignedAndNotOnTheEnvelope) {
  Shop shop = Open({.stored_results = false, .facilitator = &facilitator_});
  json payment = GoodPayment(shop);
  EXPECT_TRUE(shop.Call("paid_echo", kHi, payment.dump())->contains("_meta"));
  payment["extensions"][kIdentifierKey]["info"]["id"] = "pay_fedcba9876543210";
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, payment.dump())), "payment already processed");
  EXPECT_EQ(facilitator_.settled, 1);
}

TEST_F(X402Order, ClaimOfADeliveredCallOutlivesTheProcess) {
  const ShopOptions options = {.stored_results = false, .facilitator = &facilitator_};
  std::string payment;
  {
    Shop shop = Open(options);
    payment = GoodPayment(shop).dump();
    EXPECT_TRUE(shop.Call("paid_echo", kHi, payment)->contains("_meta"));
  }
  Shop again = Open(options);
  EXPECT_EQ(ErrorOf(again.Call("paid_echo", kHi, payment)), "payment already processed");
}

TEST_F(X402Order, ClaimIsReleasedWhereNothingWasDelivered) {
  Shop shop = Open(Scripted());
  const std::string payment = GoodPayment(shop).dump();
  Tool& tool = shop.Find("paid_echo");
  const auto works = tool.run;

  tool.run = [](const json&) { return absl::InternalError("broke"); };
  EXPECT_EQ(shop.Ask("paid_echo", kHi, payment).value()["error"]["code"], -32603);
  tool.run = works;
  facilitator_.settlement = Settlement{false, "insufficient_funds", "", "eip155:84532", ""};
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, payment)),
            "Payment settlement failed: insufficient_funds");
  facilitator_.settlement = Settlement{false, "", "", "", ""};
  EXPECT_EQ(ErrorOf(shop.Call("paid_echo", kHi, payment)), "payment processing failed");
  facilitator_.settlement = Settlement{true, "", "0x01", "eip155:84532", kPayerAccount};
  EXPECT_TRUE(shop.Call("paid_echo", kHi, payment)->contains("_meta"));
}

TEST_F(X402Order, ToolsOwnErrorPassesAndIsNotSettled) {
  Shop shop = Open(Scripted());
  const json payment = Pay(shop.Challenge("weather"), {.valid_before = kNow + 60});
  const json result = shop.Call("weather", {{"city", "Atlantis"}}, payment.dump()).value();
  EXPECT_EQ(result["isError"], true);
  EXPECT_FALSE(result.contains("structuredContent"));
  EXPECT_EQ(facilitator_.settled, 0);
}

}  // namespace
}  // namespace tollpass::samples
