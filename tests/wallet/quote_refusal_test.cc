#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/wallet/quote_home.h"

/// Each row of the quote's table has its own reason, and leaves nothing signed and nothing counted.
namespace tollpass {
namespace {

using Json = nlohmann::json;

/// A quote that is changed before it is signed.
struct Row {
  std::string what;
  std::function<void(Json&)> change;
  Reason reason;
};

void ExpectRefused(QuoteHome& home, const std::string& quote, Reason reason,
                   const std::string& what, const std::string& arguments = "{}") {
  const Decision decision = home->Start()->Authorize(home.Request(quote, arguments));
  EXPECT_EQ(ReasonCode(decision.reason), ReasonCode(reason)) << what;
  EXPECT_NE(decision.kind, DecisionKind::kPay) << what;
  EXPECT_EQ(decision.proof, Proof()) << what;
  EXPECT_EQ(home->Charges(), 0U) << what;
  EXPECT_EQ(home->SpentToday(), "0") << what;
  ASSERT_FALSE(home->Log().empty()) << what;
  EXPECT_EQ(home->Log().back().reason, ReasonCode(reason)) << what;
}

std::function<void(Json&)> Set(const std::string& member, Json value) {
  return [member, value = std::move(value)](Json& quote) { quote[member] = value; };
}

class Promise1AQuoteIsPaidOnlyAsItWasMade : public testing::Test {
 protected:
  void ExpectRows(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
      Json quote = GoodQuote(home_.now());
      row.change(quote);
      ExpectRefused(home_, Sign(quote, "mcpq-quote/1").dump(), row.reason, row.what);
    }
  }

  QuoteHome home_;
};

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, WithEveryMemberThere) {
  const Json good = GoodQuote(home_.now());
  for (const auto& [member, value] : good.items()) {
    Json quote = good;
    quote.erase(member);
    ExpectRefused(home_, Sign(quote, "mcpq-quote/1").dump(), Reason::kQuoteMalformed,
                  "without " + member);
    quote[member] = value.is_string() ? Json(1) : Json("1");
    ExpectRefused(home_, Sign(quote, "mcpq-quote/1").dump(), Reason::kQuoteMalformed,
                  "another type of " + member);
  }
  ExpectRefused(home_, good.dump(), Reason::kQuoteMalformed, "without a signature");
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, InTheOneClosedForm) {
  ExpectRows({
      {"an unknown member", Set("note", "x"), Reason::kQuoteMalformed},
      {"another type", Set("type", "payment"), Reason::kQuoteMalformed},
      {"another protocol", Set("protocol", "com.example.quote"), Reason::kQuoteProtocolUnsupported},
      {"another version", Set("version", "2"), Reason::kQuoteProtocolUnsupported},
      {"a short id", Set("quote_id", std::string(15, 'q')), Reason::kQuoteMalformed},
      {"a long id", Set("quote_id", std::string(65, 'q')), Reason::kQuoteMalformed},
      {"an id with a space", Set("quote_id", "q 7f0a4c2e9b1d4e55"), Reason::kQuoteMalformed},
      {"a short nonce", Set("nonce", "AAECAwQFBgcICQoLDA0O"), Reason::kQuoteMalformed},
      {"a nonce in another alphabet", Set("nonce", "++ECAwQFBgcICQoLDA0ODw"),
       Reason::kQuoteMalformed},
      {"a padded nonce", Set("nonce", "AAECAwQFBgcICQoLDA0ODw=="), Reason::kQuoteMalformed},
      {"an amount with a zero in front", Set("amount", "010000"), Reason::kQuoteMalformed},
      {"an amount below zero", Set("amount", "-1"), Reason::kQuoteMalformed},
      {"an amount with a point", Set("amount", "1.0"), Reason::kQuoteMalformed},
      {"an empty amount", Set("amount", ""), Reason::kQuoteMalformed},
      {"an amount of 32 digits", Set("amount", std::string(32, '1')), Reason::kQuoteMalformed},
      {"no amount", Set("amount", "0"), Reason::kBadAmount},
      {"too many decimals", Set("decimals", 19), Reason::kQuoteMalformed},
      {"decimals below zero", Set("decimals", -6), Reason::kQuoteMalformed},
      {"decimals in half", Set("decimals", 6.5), Reason::kQuoteMalformed},
  });
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, ReadByEverybodyInTheSameWay) {
  const std::string good = Sign(GoodQuote(home_.now()), "mcpq-quote/1").dump();
  ExpectRefused(home_, R"({"amount":"1",)" + good.substr(1), Reason::kQuoteMalformed,
                "a member twice");
  std::string deep = good;
  deep.insert(1, R"("deep":)" + std::string(16, '[') + std::string(16, ']') + ",");
  ExpectRefused(home_, deep, Reason::kQuoteMalformed, "17 levels");
  Json large = GoodQuote(home_.now());
  large["payee"] = std::string(16 * 1024, 'x');
  ExpectRefused(home_, Sign(large, "mcpq-quote/1").dump(), Reason::kQuoteMalformed, "too large");
  ExpectRefused(home_, "[" + good + "]", Reason::kQuoteMalformed, "an array");
  ExpectRefused(home_, good + " {}", Reason::kQuoteMalformed, "two values");
  ExpectRefused(home_, "", Reason::kQuoteMalformed, "nothing");
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, ByAKeyThatIsPinnedForItsIssuer) {
  const Json good = GoodQuote(home_.now());
  ExpectRows({{"another issuer", Set("issuer", "other.example"), Reason::kQuoteIssuerUnknown},
              {"no issuer", Set("issuer", ""), Reason::kQuoteIssuerUnknown}});
  ExpectRefused(home_, Sign(good, "mcpq-quote/1", kStrangerSeed).dump(), Reason::kQuoteKeyUnpinned,
                "another key");
  Json forged = Sign(good, "mcpq-quote/1", kStrangerSeed);
  forged["sig"]["kid"] = Sign(good, "mcpq-quote/1")["sig"]["kid"];
  ExpectRefused(home_, forged.dump(), Reason::kQuoteSignatureInvalid, "another key, same id");
  ExpectRefused(home_, Sign(good, "mcpq-receipt/1").dump(), Reason::kQuoteSignatureInvalid,
                "signed for another purpose");
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, WithASignatureOverEveryMember) {
  const Json good = Sign(GoodQuote(home_.now()), "mcpq-quote/1");
  const std::vector<std::pair<std::string, Json>> changes = {
      {"quote_id", "q_7f0a4c2e9b1d4e56"},
      {"tool", "other"},
      {"args_digest", DigestOf(Json{{"a", 1}})},
      {"amount", "9999"},
      {"asset", "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"},
      {"decimals", 7},
      {"payee", kOtherPayee},
      {"rail", "ledger"},
      {"issued_at", home_.now() - 1},
      {"expires_at", home_.now() + 61},
      {"nonce", "AAECAwQFBgcICQoLDA0OEA"}};
  for (const auto& [member, value] : changes) {
    Json quote = good;
    quote[member] = value;
    ExpectRefused(home_, quote.dump(), Reason::kQuoteSignatureInvalid, member);
  }
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, WithASignatureInItsOneForm) {
  const Json good = Sign(GoodQuote(home_.now()), "mcpq-quote/1");
  const std::vector<std::pair<std::string, Json>> changes = {
      {"alg", "ES256"}, {"alg", 1}, {"kid", 1}, {"note", "x"}, {"value", "AAAA"}, {"value", 1}};
  for (const auto& [member, value] : changes) {
    Json quote = good;
    quote["sig"][member] = value;
    ExpectRefused(home_, quote.dump(), Reason::kQuoteMalformed, member);
  }
  Json small_order = good;  // R and S are zero
  small_order["sig"]["value"] = std::string(86, 'A');
  ExpectRefused(home_, small_order.dump(), Reason::kQuoteSignatureInvalid, "a zero signature");
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, InItsTime) {
  const int64_t now = home_.now();
  const auto times = [](int64_t issued, int64_t expires) {
    return [=](Json& quote) {
      quote["issued_at"] = issued;
      quote["expires_at"] = expires;
    };
  };
  ExpectRows({
      {"issued too far ahead", times(now + 31, now + 60), Reason::kQuoteNotYetValid},
      {"expired this second", times(now - 10, now), Reason::kQuoteExpired},
      {"a second too long", times(now, now + 601), Reason::kQuoteLifetime},
      {"expires before it is issued", times(now + 20, now + 10), Reason::kQuoteLifetime},
      {"as large as a number gets", times(now, (int64_t{1} << 53) - 1), Reason::kQuoteLifetime},
      {"larger than that", times(now, int64_t{1} << 53), Reason::kQuoteMalformed},
  });
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, ForThisCall) {
  ExpectRows({{"another tool", Set("tool", "Search"), Reason::kQuoteToolMismatch},
              {"other arguments", Set("args_digest", DigestOf(Json{{"a", 1}})),
               Reason::kQuoteArgsMismatch},
              {"no digest", Set("args_digest", ""), Reason::kQuoteArgsMismatch}});
  const std::string good = Sign(GoodQuote(home_.now()), "mcpq-quote/1").dump();
  ExpectRefused(home_, good, Reason::kQuoteArgsMismatch, "the call has arguments", R"({"a":1})");
  // Two numbers that a double does not tell apart have no digest.
  ExpectRefused(home_, good, Reason::kQuoteArgsMismatch, "inexact", R"({"a":9007199254740993})");
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, InAnAssetAndWayThatTheUserKnows) {
  ExpectRows({
      {"money of a country", Set("asset", "iso4217:USD"), Reason::kQuoteAssetUnsupported},
      {"another standard", Set("asset", "eip155:84532/erc721:" + std::string(kTestUsdc)),
       Reason::kQuoteAssetUnsupported},
      {"a chain id of another spelling",
       Set("asset", "eip155:084532/erc20:" + std::string(kTestUsdc)),
       Reason::kQuoteAssetUnsupported},
      {"a mistyped address",
       Set("asset", "eip155:84532/erc20:0x036CbD53842c5426634e7929541eC2318f3dCF7E"),
       Reason::kQuoteAssetUnsupported},
      {"another token", Set("asset", "eip155:84532/erc20:" + std::string(kOtherPayee)),
       Reason::kAssetUnknown},
      {"a network that is not allowed",
       Set("asset", "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"),
       Reason::kNetworkNotAllowed},
      {"other decimals", Set("decimals", 18), Reason::kQuoteDecimalsMismatch},
      {"another rail", Set("rail", "ledger"), Reason::kQuoteRailUnsupported},
  });
}

TEST_F(Promise1AQuoteIsPaidOnlyAsItWasMade, WithinTheRules) {
  ExpectRows({
      {"a payee that is no account", Set("payee", "acct:weather-co"), Reason::kBadPayee},
      {"the zero address", Set("payee", "0x" + std::string(40, '0')), Reason::kBadPayee},
      {"the token itself", Set("payee", kTestUsdc), Reason::kBadPayee},
      {"another payee", Set("payee", kOtherPayee), Reason::kPayeeNotAllowed},
      {"above per_call", Set("amount", "20001"), Reason::kOverPerCall},
  });
  home_->WritePolicy(QuotePolicy("schemes = [\"exact\"]\n"));
  ExpectRefused(home_, Sign(GoodQuote(home_.now()), "mcpq-quote/1").dump(),
                Reason::kSchemeNotAllowed, "a server that may not be paid by quotes");
}

TEST(Promise6WideningNeedsASignature, AQuoteKeyThatIsAddedToAServerMakesItAnother) {
  KernelHome home;
  home.Allow();  // for the server without quote keys
  home.WritePolicy(QuotePolicy());
  PutDocumentKey(home);
  QuoteHome other;
  AuthorizeRequest request = other.Request(Sign(GoodQuote(other.now()), "mcpq-quote/1").dump());
  const Decision decision = home.Start()->Authorize(request);
  EXPECT_EQ(decision.reason, Reason::kNoMandate);
  EXPECT_EQ(home.Charges(), 0U);
}

}  // namespace
}  // namespace tollpass
