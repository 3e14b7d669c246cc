#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "mandates/codec.h"
#include "mandates/ledger_reader.h"
#include "tests/wallet/quote_home.h"
#include "wallet/schemes/signed_document.h"

/// What goes out for a quote, and that it goes out once.
namespace tollpass {
namespace {

using Json = nlohmann::json;

std::string GoodText(QuoteHome& home) { return Sign(GoodQuote(home.now()), "mcpq-quote/1").dump(); }

/// The same price, as a server quotes it anew.
std::string FreshText(QuoteHome& home, char digit, const Json& arguments = Json::object()) {
  Json quote = GoodQuote(home.now(), arguments);
  quote["quote_id"] = std::string("q_fresh_000000000") + digit;
  quote["nonce"] = std::string(1, digit) + "AECAwQFBgcICQoLDA0ODw";
  return Sign(quote, "mcpq-quote/1").dump();
}

Report Ended(const Decision& paid, Report::Outcome outcome) {
  Report report;
  report.charge_id = paid.charge_id;
  report.generation = paid.generation;
  report.outcome = outcome;
  report.answered = outcome == Report::Outcome::kDelivered;
  return report;
}

TEST(QuoteProof, IsAClosedDocumentThatCopiesTheQuoteAndMovesTheMoney) {
  QuoteHome home;
  const std::string quote = GoodText(home);
  const Decision paid = home->Start()->Authorize(home.Request(quote));
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  Json proof = Json::parse(paid.proof.payload);
  EXPECT_EQ(proof, Sign(proof, "mcpq-proof/1", kDocumentSeed));
  const Json transfer = proof["settlement"]["payload"]["authorization"];
  EXPECT_EQ(transfer, (Json{{"from", "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"},
                            {"to", kTestPayee},
                            {"value", "10000"},
                            {"validAfter", "0"},
                            {"validBefore", std::to_string(home.now() + 60)},
                            {"nonce", "0x" + paid.proof.one_time}}));
  EXPECT_EQ(paid.proof.one_time.size(), 64U);
  EXPECT_THAT(proof["settlement"]["payload"]["signature"].get<std::string>(),
              testing::MatchesRegex("0x[0-9a-f]{130}"));
  proof["settlement"].erase("payload");
  proof.erase("sig");
  const std::string digest = proof["mandate_digest"];
  proof.erase("mandate_digest");
  EXPECT_EQ(proof, (Json{{"protocol", "local.mcp-quote"},
                         {"version", "1"},
                         {"type", "payment"},
                         {"payment_id", paid.proof.payment_id},
                         {"quote_id", "q_7f0a4c2e9b1d4e55"},
                         {"quote_digest", DigestOf(Json::parse(quote))},
                         {"amount", "10000"},
                         {"asset", "eip155:84532/erc20:" + std::string(kTestUsdc)},
                         {"payee", kTestPayee},
                         {"rail", "x402"},
                         {"created_at", home.now()},
                         {"settlement", {{"kind", "x402"}}}}));
  const auto mandates = (*LedgerReader::Open(home->home()))->Mandates();
  ASSERT_TRUE(mandates.ok()) << mandates.status();
  ASSERT_EQ(mandates->size(), 1U);
  EXPECT_EQ(digest, BytesDigest(EncodeMandate(mandates->front().terms)));
}

TEST(QuoteProof, IsCommittedWithTheTermsOfTheQuote) {
  QuoteHome home;
  const Decision paid = home->Start()->Authorize(home.Request(GoodText(home)));
  const LogRow row = home->Show(paid.charge_id);
  EXPECT_EQ(row.money, MoneyState::kHeld);
  EXPECT_EQ(row.scheme, "quote");
  EXPECT_EQ(row.dialect, "mcp-quote");
  EXPECT_EQ(row.mandate, home.mandate());
  EXPECT_EQ(row.amount, Amount(10'000));
  EXPECT_EQ(home->SpentToday(), "10000");
}

TEST(QuoteProof, NamesWhatTheUserSignedToPermitIt) {
  QuoteHome home;
  home->WritePolicy(QuotePolicy("ask = \"always\"\n"));
  const AuthorizeRequest request = home.Request(GoodText(home));
  const Decision asked = home->Start()->Authorize(request);
  ASSERT_EQ(asked.kind, DecisionKind::kAsk) << ReasonCode(asked.reason);
  ASSERT_TRUE(home->Approve(asked.approval_id).ok());
  const Decision approved = home->Start()->Authorize(request);
  ASSERT_EQ(approved.kind, DecisionKind::kPay) << ReasonCode(approved.reason);

  QuoteHome other;
  const Decision allowed = other->Start()->Authorize(other.Request(GoodText(other)));
  QuoteHome third;
  const Decision allowed_too = third->Start()->Authorize(third.Request(GoodText(third)));
  const auto digest = [](const Decision& decision) {
    return Json::parse(decision.proof.payload)["mandate_digest"].get<std::string>();
  };
  // Each was signed for another ledger.
  EXPECT_NE(digest(approved), digest(allowed));
  EXPECT_NE(digest(allowed), digest(allowed_too));
}

TEST(QuoteProof, LivesNoLongerThanTheQuoteAndTheUserAllow) {
  QuoteHome home;
  home->WritePolicy(QuotePolicy("max_validity = \"20s\"\n"));
  home->Allow();
  const Decision paid = home->Start()->Authorize(home.Request(GoodText(home)));
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  const Json proof = Json::parse(paid.proof.payload);
  EXPECT_EQ(proof["settlement"]["payload"]["authorization"]["validBefore"],
            std::to_string(home.now() + 20));
  EXPECT_EQ(paid.proof.dead_after, home.now() + 20 + 60);
}

TEST(QuoteProof, IsMadeForArgumentsInWhateverSpelling) {
  QuoteHome home;
  const Json arguments = {{"limit", 3}, {"query", "weather in Oslo"}};
  const std::string quote = Sign(GoodQuote(home.now(), arguments), "mcpq-quote/1").dump();
  const Decision paid = home->Start()->Authorize(
      home.Request(quote, R"({ "query" : "weather in Osl\u006f", "limit" : 3.0 })"));
  EXPECT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  const Decision bare = home->Start()->Authorize(home.Request(FreshText(home, 'b'), ""));
  EXPECT_EQ(bare.kind, DecisionKind::kPay) << ReasonCode(bare.reason);
}

TEST(Promise4OnePaymentPerQuote, ARepeatGetsTheSameBytesWhateverIsQuotedThen) {
  QuoteHome home;
  const Decision first = home->Start()->Authorize(home.Request(GoodText(home)));
  ASSERT_EQ(first.kind, DecisionKind::kPay) << ReasonCode(first.reason);
  ASSERT_TRUE(home->Start()->Conclude(Ended(first, Report::Outcome::kLost)).ok());
  home->clock().Pass(5);
  for (const std::string& quote : {FreshText(home, 'c'), FreshText(home, 'd')}) {
    const Decision repeat = home->Start()->Authorize(home.Request(quote));
    ASSERT_EQ(repeat.kind, DecisionKind::kRepeat) << ReasonCode(repeat.reason);
    EXPECT_EQ(repeat.proof, first.proof);
    Report lost = Ended(repeat, Report::Outcome::kLost);
    ASSERT_TRUE(home->Start()->Conclude(lost).ok());
  }
  EXPECT_EQ(home->Charges(), 1U);
  EXPECT_EQ(home->SpentToday(), "10000");
}

TEST(Promise4OnePaymentPerQuote, AQuoteThatWasPaidIsNotPaidForAnotherCall) {
  QuoteHome home;
  const std::string quote = GoodText(home);
  const Decision first = home->Start()->Authorize(home.Request(quote));
  ASSERT_EQ(first.kind, DecisionKind::kPay) << ReasonCode(first.reason);
  ASSERT_TRUE(home->Start()->Conclude(Ended(first, Report::Outcome::kDelivered)).ok());
  Json same_id = Json::parse(FreshText(home, 'e'));
  same_id["quote_id"] = "q_7f0a4c2e9b1d4e55";
  Json same_nonce = Json::parse(FreshText(home, 'f'));
  same_nonce["nonce"] = "AAECAwQFBgcICQoLDA0ODw";
  for (const std::string& replayed :
       {quote, Sign(same_id, "mcpq-quote/1").dump(), Sign(same_nonce, "mcpq-quote/1").dump()}) {
    const Decision second = home->Start()->Authorize(home.Request(replayed));
    EXPECT_EQ(second.kind, DecisionKind::kDecline);
    EXPECT_EQ(second.reason, Reason::kQuoteReplayed);
    EXPECT_EQ(second.proof, Proof());
  }
  EXPECT_EQ(home->Charges(), 1U);
  const Decision fresh = home->Start()->Authorize(home.Request(FreshText(home, 'g')));
  EXPECT_EQ(fresh.kind, DecisionKind::kPay) << ReasonCode(fresh.reason);
  EXPECT_EQ(home->Charges(), 2U);
}

TEST(Promise4OnePaymentPerQuote, AcrossThreads) {
  QuoteHome home;
  const AuthorizeRequest request = home.Request(GoodText(home));
  std::atomic<int> paid = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto kernel = home->Start();
      paid += kernel->Authorize(request).kind == DecisionKind::kPay ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(paid, 1);
  EXPECT_EQ(home->Charges(), 1U);
}

TEST(Promise4OnePaymentPerQuote, AcrossProcesses) {
  QuoteHome home;
  const AuthorizeRequest request = home.Request(GoodText(home));
  std::vector<pid_t> children;
  for (int i = 0; i < 3; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(home->Start()->Authorize(request).kind == DecisionKind::kPay ? 7 : 0);
    children.push_back(child);
  }
  int paid = 0;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    paid += WEXITSTATUS(status) == 7 ? 1 : 0;
  }
  EXPECT_EQ(paid, 1);
  EXPECT_EQ(home->Charges(), 1U);
}

TEST(Promise4OnePaymentPerQuote, TheNewProofOfADeadOneCanOnlySettleInItsStead) {
  QuoteHome home;
  const Decision first = home->Start()->Authorize(home.Request(GoodText(home)));
  ASSERT_EQ(first.kind, DecisionKind::kPay) << ReasonCode(first.reason);
  ASSERT_TRUE(home->Start()->Conclude(Ended(first, Report::Outcome::kLost)).ok());
  home->clock().Pass(121);
  const AuthorizeRequest again = home.Request(FreshText(home, 'h'));
  const Decision asked = home->Start()->Authorize(again);
  ASSERT_EQ(asked.kind, DecisionKind::kAsk) << ReasonCode(asked.reason);
  EXPECT_EQ(asked.reason, Reason::kOutcomeUnknown);
  ASSERT_TRUE(home->Approve(asked.approval_id).ok());
  const Decision second = home->Start()->Authorize(again);
  ASSERT_EQ(second.kind, DecisionKind::kPay) << ReasonCode(second.reason);
  EXPECT_EQ(second.proof.one_time, first.proof.one_time);
  EXPECT_NE(second.proof.payment_id, first.proof.payment_id);
}

TEST(Promise7FailClosed, AHomeWithoutTheKeyForProofsPaysNoQuoteAndEverythingElse) {
  QuoteHome home;
  ASSERT_EQ(unlink((home->home().KeysPath() + "/quote.testnet.key").c_str()), 0);
  const Decision quoted = home->Start()->Authorize(home.Request(GoodText(home)));
  EXPECT_EQ(quoted.kind, DecisionKind::kUnavailable);
  EXPECT_EQ(quoted.reason, Reason::kProofKeyMissing);
  EXPECT_EQ(home->Charges(), 0U);
  AuthorizeRequest offered = home->Request("{}");
  offered.call.server_id = ServerIdentity(QuotingShop());
  EXPECT_EQ(home->Start()->Authorize(offered).kind, DecisionKind::kPay);
}

TEST(Promise7FailClosed, AQuoteForAServerWithoutAKeyIsNotPaid) {
  QuoteHome home;
  AuthorizeRequest request = home.Request(GoodText(home));
  for (const std::string& server : {IdentityOf("/usr/bin/unknown"), IdentityOf("/usr/bin/shop")}) {
    request.call.server_id = server;
    const Decision decision = home->Start()->Authorize(request);
    EXPECT_EQ(decision.kind, DecisionKind::kDecline);
    EXPECT_EQ(decision.reason, Reason::kQuoteIssuerUnknown);
  }
  EXPECT_EQ(home->Charges(), 0U);
}

}  // namespace
}  // namespace tollpass
