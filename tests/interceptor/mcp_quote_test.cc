#include "interceptor/dialects/mcp_quote.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "tests/interceptor/conversation.h"

namespace tollpass {
namespace {

json::Value Value(const std::string& text) { return *json::Parse(text, 100); }

Reading ReadError(const std::string& error, bool paid = false) {
  return McpQuote().Read(Answer{"tools/call", std::nullopt, Value(error)}, paid);
}

Reading ReadResult(const std::string& result, bool paid = false) {
  return McpQuote().Read(Answer{"tools/call", Value(result), std::nullopt}, paid);
}

std::string ErrorLine(std::string_view id, std::string_view error) {
  return R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"error":)" + std::string(error) + "}";
}

TEST(McpQuote, HandsTheQuoteOnAsItWasWritten) {
  const std::string quote = R"({ "amount" : "1", "x":1.0, "protocol":"a\u0062"})";
  const Reading reading =
      ReadError(R"({"code":-32402,"message":"Payment required","data":{"quote":)" + quote + "}}");
  ASSERT_TRUE(std::holds_alternative<Challenge>(reading));
  const Challenge& challenge = std::get<Challenge>(reading);
  EXPECT_EQ(challenge.dialect, "mcp-quote");
  EXPECT_EQ(challenge.server_text, "Payment required");
  EXPECT_FALSE(challenge.defect);
  ASSERT_EQ(challenge.offers.size(), 1U);
  EXPECT_EQ(challenge.offers[0].scheme, "quote");
  EXPECT_EQ(challenge.offers[0].verbatim, quote);
}

// For the user's log: what is not there, or is no text, is left empty.
TEST(McpQuote, TellsWhatAQuoteClaimsAsFarAsItCanBeRead) {
  const auto offer_of = [](const std::string& quote) {
    return std::get<Challenge>(ReadError(R"({"code":-32402,"data":{"quote":)" + quote + "}}"))
        .offers.at(0);
  };
  const Offer whole = offer_of(
      R"({"amount":"5000","asset":"eip155:84532/erc20:0xAb","payee":"0xCd","issuer":"shop",)"
      R"("sig":{"kid":"ed25519:k"},"what":1})");
  EXPECT_EQ(whole.amount, "5000");
  EXPECT_EQ(whole.network, "eip155:84532");
  EXPECT_EQ(whole.asset, "0xAb");
  EXPECT_EQ(whole.pay_to, "0xCd");
  EXPECT_EQ(whole.extra, R"({"issuer":"shop","kid":"ed25519:k"})");
  const Offer fiat = offer_of(R"({"amount":5000,"asset":"iso4217:USD","sig":"k"})");
  EXPECT_EQ(fiat.amount + fiat.network + fiat.pay_to + fiat.extra, "");
  EXPECT_EQ(fiat.asset, "iso4217:USD");
}

struct Case {
  const char* error;
  Reason defect;
};

std::optional<Challenge> ChallengeIn(const std::string& error) {
  const json::Value value = Value(error);
  return ReadChallenge(MakeDialects(), Answer("tools/call", std::nullopt, value));
}

Settlement SettlementIn(const std::string& error) {
  const json::Value value = Value(error);
  return ReadSettlement(MakeDialects(), Answer("tools/call", std::nullopt, value), "mcp-quote");
}

TEST(McpQuote, RecognisesWhatItCannotPay) {
  const Case cases[] = {
      {R"({"code":-32402,"data":{"quote":"eyJhbGciOi"}})", Reason::kChallengeMalformed},
      {R"({"code":-32402,"data":{"quote":null}})", Reason::kChallengeMalformed},
      {R"({"code":-32402,"data":{"quote":[{}]}})", Reason::kChallengeMalformed},
      {R"({"code":-32402,"data":{"quote":{},"quote":{}}})", Reason::kChallengeMalformed},
      {R"({"code":-32402,"data":{"quote":{}},"data":{}})", Reason::kChallengeMalformed},
      {R"({"code":-32402,"data":{},"data":{"quote":{}}})", Reason::kChallengeMalformed},
      {R"({"code":1,"code":-32402,"data":{"quote":{}}})", Reason::kChallengeMalformed},
      {R"({"code":402,"data":{"quote":{"type":"quote","protocol":"local.mcp-quote"}}})",
       Reason::kNotPayable},
      {R"({"code":-32603,"data":{"cause":{"code":-32402,"data":{"quote":{}}}}})",
       Reason::kNotPayable},
  };
  for (const Case& one : cases) {
    const std::optional<Challenge> challenge = ChallengeIn(one.error);
    ASSERT_TRUE(challenge) << one.error;
    EXPECT_EQ(challenge->dialect, "mcp-quote") << one.error;
    EXPECT_EQ(challenge->defect, one.defect) << one.error;
    EXPECT_TRUE(challenge->offers.empty()) << one.error;
    EXPECT_TRUE(SettlementIn(one.error).refused) << one.error;
  }
}

TEST(McpQuote, LeavesTheErrorsOfOthersAlone) {
  for (const char* error :
       {R"({"code":-32402,"message":"step up"})", R"({"code":-32402,"data":{}})",
        R"({"code":-32402,"data":{"payment":[{"protocol":"x402"}]}})",
        R"({"code":-32402,"data":"quote"})", R"({"code":-32402,"data":[{"quote":{}}]})",
        R"({"code":"-32402","data":{"quote":{}}})", R"({"code":-32403,"data":{"quote":{}}})",
        R"({"code":32402,"data":{"quote":{}}})", R"({"code":-32402e1,"data":{"quote":{}}})",
        R"({"code":-32602,"data":{"quote":{"text":"to be"}}})"}) {
    EXPECT_TRUE(std::holds_alternative<std::monostate>(ReadError(error))) << error;
  }
  EXPECT_TRUE(std::holds_alternative<std::monostate>(ReadResult(
      R"({"content":[{"type":"text","text":"{\"code\":-32402,\"data\":{\"quote\":{}}}"}]})")));
}

TEST(McpQuote, ReadsTheReceiptWhereverItMayStand) {
  const std::string receipt = R"({ "status":"settled","reference":"0xab","amount":"7" })";
  for (const Reading& reading :
       {ReadResult(R"({"content":[],"_meta":{"payments/receipt":)" + receipt + "}}", true),
        ReadError(R"({"code":-1,"data":{"payments/receipt":)" + receipt + "}}", true),
        ReadError(R"({"code":-1,"data":{"_meta":{"payments/receipt":)" + receipt + "}}}", true)}) {
    ASSERT_TRUE(std::holds_alternative<Settlement>(reading));
    const Settlement& settlement = std::get<Settlement>(reading);
    EXPECT_FALSE(settlement.refused);
    ASSERT_TRUE(settlement.receipt);
    EXPECT_TRUE(settlement.receipt->success);
    EXPECT_EQ(settlement.receipt->transaction, "0xab");
    EXPECT_EQ(settlement.receipt->amount, "7");
    EXPECT_EQ(settlement.receipt->verbatim, receipt);
  }
}

TEST(McpQuote, TakesOnlyASettledReceiptForASuccess) {
  for (const char* receipt : {R"({"status":"failed"})", R"({"status":true})", "{}"}) {
    const Reading reading = ReadResult(
        R"({"content":[],"_meta":{"payments/receipt":)" + std::string(receipt) + "}}", true);
    ASSERT_TRUE(std::holds_alternative<Settlement>(reading)) << receipt;
    EXPECT_FALSE(std::get<Settlement>(reading).receipt->success) << receipt;
  }
  EXPECT_TRUE(std::holds_alternative<std::monostate>(
      ReadResult(R"({"content":[],"_meta":{"payments/receipt":"settled"}})", true)));
}

TEST(McpQuote, ARefusalKeepsTheServersWordsAndItsReceipt) {
  const Reading reading = ReadError(
      R"({"code":-32402,"message":"too late","data":{"quote":{},"payments/receipt":{"status":"x"}}})",
      true);
  ASSERT_TRUE(std::holds_alternative<Settlement>(reading));
  EXPECT_TRUE(std::get<Settlement>(reading).refused);
  EXPECT_EQ(std::get<Settlement>(reading).server_text, "too late");
  EXPECT_TRUE(std::get<Settlement>(reading).receipt);
}

Decision PayAQuote(const char* payload = R"({"type":"payment"})") {
  Decision decision = PayWith();
  decision.proof.dialect = "mcp-quote";
  decision.proof.payload = payload;
  return decision;
}

TEST(McpQuote, PutsTheProofBesideTheHostsOwnMetadata) {
  Conversation talk;
  talk.Host(ToolCallLine("1", "search", R"({"traceId":"t1","a/b":{"c":[1]}})"));
  talk.ToServer();
  talk.Server(ErrorLine("1", R"({"code":-32402,"data":{"quote":{}}})"));
  talk.Asked();
  talk.Kernel(PayAQuote());
  EXPECT_EQ(At(talk.ToServer(), "/params/_meta"),
            R"({"traceId":"t1","a/b":{"c":[1]},"payments/payment":{"type":"payment"}})");
}

TEST(McpQuote, GivesTheSameBytesForTheSameProof) {
  Conversation talk;
  std::string sent[2];
  for (std::string& one : sent) {
    talk.Host(ToolCallLine("1"));
    talk.ToServer();
    talk.Server(ErrorLine("1", R"({"code":-32402,"data":{"quote":{}}})"));
    talk.Asked();
    talk.Kernel(PayAQuote(R"({ "type":"payment" , "x":1.0})"));
    one = talk.ToServer();
    talk.Host(CancelLine("1"));
    talk.ToServer();
    talk.Concluded();
  }
  EXPECT_EQ(At(sent[0], "/params"), At(sent[1], "/params"));
  EXPECT_NE(sent[0].find(R"("payments/payment":{ "type":"payment" , "x":1.0})"), std::string::npos);
}

TEST(McpQuote, NoProofOfTheHostGoesDown) {
  Conversation talk;
  talk.Host(ToolCallLine(
      "1", "search",
      R"({"payments/payment":{"p":1},"payments\/receipt":1,"traceId":"t1","\u0070ayments/payment":2})"));
  EXPECT_EQ(At(talk.ToServer(), "/params/_meta"), R"({"traceId":"t1"})");
}

TEST(McpQuote, ADemandInTwoFormsIsAmbiguous) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ErrorLine("1", R"({"code":-32402,"data":{"quote":{},"x402Version":2}})"));
  const Challenge challenge = talk.Asked().request.challenge;
  EXPECT_EQ(challenge.defect, Reason::kAmbiguousChallenge);
  EXPECT_TRUE(challenge.offers.empty());
}

TEST(McpQuote, AnErrorWithAGoodReceiptAnswersTheCall) {
  Conversation talk;
  talk.Host(ToolCallLine("1"));
  talk.ToServer();
  talk.Server(ErrorLine("1", R"({"code":-32402,"data":{"quote":{}}})"));
  talk.Asked();
  talk.Kernel(PayAQuote());
  const std::string id = IdOf(talk.ToServer());
  talk.Server(ErrorLine(
      id, R"({"code":-1,"message":"m","data":{"payments/receipt":{"status":"settled"},"a":1}})"));
  EXPECT_EQ(talk.ToHost(), ErrorLine("1", R"({"code":-1,"message":"m","data":{"a":1}})"));
  const Report report = talk.Concluded();
  EXPECT_TRUE(report.answered);
  EXPECT_EQ(report.outcome, Report::Outcome::kDelivered);
  EXPECT_TRUE(report.receipt);
}

TEST(McpQuote, AReceiptInAnErrorIsNoDemand) {
  const Settlement settlement = SettlementIn(
      R"({"code":-1,"data":{"payments/receipt":{"protocol":"local.mcp-quote","type":"receipt","status":"settled"}}})");
  EXPECT_FALSE(settlement.refused);
  EXPECT_TRUE(settlement.receipt);
}

TEST(McpQuote, TheHostIsNotToldThatTheServerTakesPayments) {
  Conversation talk;
  const std::string host =
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}})";
  talk.Host(host);
  EXPECT_EQ(talk.ToServer(), host);
  talk.Server(
      R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"payments":{"version":"1"},"experimental":{"stipendex/payments":{"version":"1"},"other":{}}}}})");
  EXPECT_EQ(At(talk.ToHost(), "/result/capabilities"),
            R"({"tools":{},"experimental":{"other":{}}})");
}

}  // namespace
}  // namespace tollpass
