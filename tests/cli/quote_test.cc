#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <string>
#include <vector>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"
#include "tests/wallet/quote_issuer.h"

/// A server that asks by quotes, before the real program.
namespace tollpass {
namespace {

using nlohmann::json;

void MakeQuoted(Sandbox& sandbox, const Words& flags = {}) {
  sandbox.MakeHome();
  Words add = {"add", "shop", "--pay-to", kPayee, "--", QUOTE_SERVER, sandbox.Path("proofs")};
  add.insert(add.end(), flags.begin(), flags.end());
  sandbox.Do(add);
  sandbox.EditPolicy("[server.shop]\n",
                     "[server.shop]\nquote_keys = [\"" + std::string(kIssuerKey) + "\"]\n");
  sandbox.Do({"allow", "shop"});
}

std::vector<json> Proofs(const Sandbox& sandbox) {
  std::ifstream file(sandbox.Path("proofs"));
  std::vector<json> proofs;
  for (std::string line; std::getline(file, line);) proofs.push_back(json::parse(line));
  return proofs;
}

void ExpectNothingSeen(const Host& host) {
  for (const char* word : {"payments/", "quote_", "32402", "0x209693", "10000", "erc20", "ed25519",
                           "signature", "receipt"}) {
    EXPECT_EQ(host.saw().find(word), std::string::npos) << word << " in\n" << host.saw();
  }
}

TEST(QuoteJourney, ACallIsPaidByAQuoteAndItsReceiptIsSigned) {
  Sandbox sandbox;
  MakeQuoted(sandbox);
  Host host(sandbox, {"proxy", "shop"});
  EXPECT_EQ(host.CallText("search", {{"query", "weather in Oslo"}, {"limit", 3}}), "found");
  EXPECT_EQ(host.CallText("search", json::object()), "found");
  EXPECT_EQ(host.Close(), 0);
  ExpectNothingSeen(host);
  ASSERT_EQ(Proofs(sandbox).size(), 2U);
  EXPECT_EQ(Proofs(sandbox)[0]["type"], "payment");
  const json log = sandbox.Do({"log", "--json"}).Json();
  ASSERT_EQ(log.size(), 2U);
  for (const json& row : log) {
    EXPECT_EQ(row["dialect"], "mcp-quote");
    EXPECT_EQ(row["scheme"], "quote");
    EXPECT_EQ(row["evidence"], "signed");
    EXPECT_EQ(row["money"], "settled");
    EXPECT_EQ(row["amount"]["text"], "0.01 USDC");
  }
  EXPECT_EQ(sandbox.Do({"ledger", "verify", "--json"}).Json()["holds"], true);
}

TEST(QuoteJourney, WithoutThePinnedKeyNothingIsPaid) {
  Sandbox sandbox;
  MakeQuoted(sandbox);
  sandbox.EditPolicy(std::string(kIssuerKey),
                     "weather.example ed25519:"
                     "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394");
  sandbox.Do({"allow", "shop"});
  Host host(sandbox, {"proxy", "shop"});
  EXPECT_NE(host.CallText("search", json::object()).find("do not allow"), std::string::npos);
  host.Close();
  ExpectNothingSeen(host);
  EXPECT_TRUE(Proofs(sandbox).empty());
  const json log = sandbox.Do({"log", "--json"}).Json();
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0]["reason"], "quote_key_unpinned");
  EXPECT_EQ(log[0]["money"], "none");
}

TEST(QuoteJourney, AQuoteThatWasDeclinedUnreadIsShownWithWhatItClaims) {
  Sandbox sandbox;
  MakeQuoted(sandbox);
  sandbox.EditPolicy(std::string(kIssuerKey),
                     "weather.example ed25519:"
                     "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394");
  Host host(sandbox, {"proxy", "shop"});
  host.CallText("search", json::object());
  host.Close();
  const json row = sandbox.Do({"log", "--json"}).Json().at(0);
  EXPECT_EQ(row["amount"], nullptr) << "nothing was verified";
  ASSERT_EQ(row["offered"].size(), 1U) << row;
  const json& offered = row["offered"][0];
  EXPECT_EQ(offered["scheme"], "quote");
  EXPECT_EQ(offered["amount"], "10000");
  EXPECT_EQ(offered["network"], "eip155:84532");
  EXPECT_EQ(offered["pay_to"], kPayee);
  EXPECT_EQ(json::parse(offered["extra"].get<std::string>())["issuer"], "weather.example");
  const std::string id = row["id"];
  for (const Words& words : {Words{"log"}, Words{"show", id}, Words{"explain", id}}) {
    const std::string text = sandbox.Do(words).out;
    EXPECT_NE(text.find("quote, 10000 atomic units of 0x"), std::string::npos) << text;
    EXPECT_NE(text.find(std::string(" on eip155:84532 to ") + kPayee), std::string::npos) << text;
  }
}

TEST(Promise4OnePaymentPerQuote, AServerThatDiesOnTheProofGetsTheSameOneAgain) {
  Sandbox sandbox;
  MakeQuoted(sandbox, {"die-once"});
  {
    Host host(sandbox, {"proxy", "shop"});
    EXPECT_NE(host.CallText("search", json::object()).find("not known"), std::string::npos);
    host.Close();
    ExpectNothingSeen(host);
  }
  ASSERT_EQ(Proofs(sandbox).size(), 1U);
  Host host(sandbox, {"proxy", "shop"});
  EXPECT_EQ(host.CallText("search", json::object()), "found");
  host.Close();
  ExpectNothingSeen(host);
  EXPECT_EQ(Proofs(sandbox).size(), 1U) << "the server got the same bytes";
  const json log = sandbox.Do({"log", "--json"}).Json();
  ASSERT_EQ(log.size(), 1U);
  EXPECT_EQ(log[0]["evidence"], "signed");
}

#ifdef TOLLPASS_FAULTS

TEST(Promise4OnePaymentPerQuote, AKilledProxySendsTheFirstProofOrPaysForTheFirstTime) {
  for (const char* fault : {"kernel_after_sign", "ledger_before_commit", "ledger_after_commit",
                            "kernel_before_settle"}) {
    Sandbox sandbox;
    MakeQuoted(sandbox);
    {
      Host host(sandbox, {"proxy", "shop"}, {{"TOLLPASS_FAULT", fault}});
      host.Send("search", json::object());
      EXPECT_EQ(host.program().Wait(), 128 + SIGKILL) << host.program().Errors();
      ExpectNothingSeen(host);
    }
    Host host(sandbox, {"proxy", "shop"});
    EXPECT_EQ(host.CallText("search", json::object()), "found") << fault;
    host.Close();
    EXPECT_EQ(Proofs(sandbox).size(), 1U) << fault;
    EXPECT_EQ(sandbox.Do({"log", "--json"}).Json().size(), 1U) << fault;
  }
}

#endif  // TOLLPASS_FAULTS

}  // namespace
}  // namespace tollpass
