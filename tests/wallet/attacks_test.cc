// Attacks of tests/data/attacks.json, or of the file that TOLLPASS_ATTACKS names, that end at the
// kernel: terms (T), amounts (P), time (C) and what a server does after it was paid (S).

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/amount.h"
#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/kernel_home.h"

namespace tollpass {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kShop =
    "[server.shop]\ncommand = [\"/usr/bin/shop\"]\nper_call = \"0.05 USD\"\nper_day = \"0.5 "
    "USD\"\n";
constexpr std::string_view kTop =
    "version = 1\nnetworks = [\"testnet\"]\n[unit]\nUSD = [\"USDC\"]\n"
    "[budget.all]\nper_call = \"0.05 USD\"\nper_day = \"0.5 USD\"\n";

Json AttackNamed(std::string_view id) {
  const char* named = std::getenv("TOLLPASS_ATTACKS");
  std::ifstream file(named != nullptr ? named : TOLLPASS_TEST_DATA "/attacks.json");
  for (const Json& attack : Json::parse(file)) {
    if (attack["id"] == id) return attack["input"];
  }
  return {};
}

/// The policy of the attacks: 0.05 USDC a call and 0.5 a day, to the payee that the attack lists.
std::string PolicyFor(const std::string& payee, const std::string& more = "") {
  return std::string(kTop) + std::string(kShop) + "pay_to = [\"" + payee + "\"]\n" + more;
}

/// An entry of "accepts"; what is no text stays empty, as a dialect hands it on.
Offer OfferOf(const Json& entry) {
  const auto text = [&](const char* key) {
    return entry.contains(key) && entry[key].is_string() ? entry[key].get<std::string>() : "";
  };
  Offer offer;
  offer.scheme = text("scheme");
  offer.network = text("network");
  offer.amount = text("amount");
  offer.asset = text("asset");
  offer.pay_to = text("payTo");
  offer.timeout_seconds = entry.value("maxTimeoutSeconds", 0);
  offer.extra =
      entry.contains("extra") ? entry["extra"].dump() : R"({"name":"USDC","version":"2"})";
  offer.verbatim = entry.dump();
  return offer;
}

AuthorizeRequest RequestFor(KernelHome& home, const Json& entry, const std::string& arguments) {
  AuthorizeRequest request = home.Request(arguments);
  request.challenge.offers = {OfferOf(entry)};
  return request;
}

/// A quote whose amount is a list is one quote for each.
std::vector<Json> EntriesOf(const Json& quote) {
  std::vector<Json> entries;
  for (const Json& entry : quote.at("accepts")) {
    if (!entry["amount"].is_array()) {
      entries.push_back(entry);
      continue;
    }
    for (const Json& amount : entry["amount"]) {
      entries.push_back(entry);
      entries.back()["amount"] = amount;
    }
  }
  return entries;
}

struct Refused {
  const char* id;
  const char* quote;
  Reason reason;
};

TEST(AttacksOnTheKernel, RefusedQuotesChargeAndSignNothing) {
  for (const auto& [id, quote, reason] :
       std::vector<Refused>{{"P02", "quote", Reason::kBadAmount},
                            {"P03", "quote", Reason::kBadAmount},
                            {"P05", "quote", Reason::kBadAmount},
                            {"P06", "quote", Reason::kOverPerCall},
                            {"P08", "quote", Reason::kBadAmount},
                            {"P09", "quote", Reason::kBadAmount},
                            {"T02", "quote2", Reason::kPayeeNotAllowed},
                            {"T11", "quote", Reason::kDomainMismatch},
                            {"T13", "quote", Reason::kBadNetwork},
                            {"T14", "quote", Reason::kPayeeNotAllowed},
                            {"T16", "real", Reason::kPayeeNotAllowed}}) {
    const Json input = AttackNamed(id);
    if (input.is_null()) GTEST_SKIP() << id << " is not in the list";
    KernelHome home;
    home.WritePolicy(PolicyFor("0x1111111111111111111111111111111111111111"));
    home.Allow();
    const auto kernel = home.Start();
    int call = 0;
    for (const Json& entry : EntriesOf(input.at(quote))) {
      const Decision decision = kernel->Authorize(RequestFor(home, entry, std::to_string(++call)));
      EXPECT_EQ(ReasonCode(decision.reason), ReasonCode(reason)) << id << entry;
      EXPECT_EQ(decision.proof.payload, "") << id;
    }
    EXPECT_GT(call, 0) << id;
    EXPECT_EQ(home.Charges(), 0U) << id;
    EXPECT_EQ(home.SpentToday(), "0") << id;
  }
}

// What was advertised or asked for before decides nothing: the last paid price is the measure.
TEST(AttacksOnTheKernel, APriceFarAboveTheLastOneAsksUnderEveryLimit) {
  const Json input = AttackNamed("T08");
  if (input.is_null()) GTEST_SKIP() << "T08 is not in the list";
  Json entry = input.at("quote").at("accepts").at(0);
  KernelHome home;
  home.WritePolicy(PolicyFor(entry["payTo"]));
  home.Allow();
  const auto kernel = home.Start();
  Json cheap = entry;
  cheap["amount"] = "1000";
  ASSERT_EQ(kernel->Authorize(RequestFor(home, cheap, "1")).kind, DecisionKind::kPay);
  const Decision decision = kernel->Authorize(RequestFor(home, entry, "2"));
  EXPECT_EQ(decision.kind, DecisionKind::kAsk);
  EXPECT_EQ(decision.reason, Reason::kPriceDrift);
  EXPECT_EQ(home.Charges(), 1U);
}

TEST(AttacksOnTheKernel, AServerThatAlwaysAsksGetsOneProofForEachCallUntilTheBreakerOpens) {
  if (AttackNamed("S09").is_null()) GTEST_SKIP() << "S09 is not in the list";
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  Reason reason = Reason::kInBounds;
  int paid = 0;
  for (int call = 0; call < 10 && reason != Reason::kBreakerOpen; ++call) {
    const Decision decision = kernel->Authorize(home.Request(std::to_string(call)));
    reason = decision.reason;
    if (decision.kind != DecisionKind::kPay) continue;
    ++paid;
    Report refused;
    refused.charge_id = decision.charge_id;
    refused.outcome = Report::Outcome::kRefused;
    ASSERT_TRUE(kernel->Conclude(refused).ok());
  }
  EXPECT_EQ(reason, Reason::kBreakerOpen);
  EXPECT_EQ(paid, 3);
}

TEST(AttacksOnTheKernel, AnswersThatBringNothingCountTowardsTheBreaker) {
  if (AttackNamed("S15").is_null()) GTEST_SKIP() << "S15 is not in the list";
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  for (const char* call : {"1", "2", "3"}) {
    const Decision paid = kernel->Authorize(home.Request(call));
    ASSERT_EQ(paid.kind, DecisionKind::kPay);
    Report empty;
    empty.charge_id = paid.charge_id;
    empty.outcome = Report::Outcome::kLost;
    empty.answered = true;
    ASSERT_TRUE(kernel->Conclude(empty).ok());
    EXPECT_EQ(home.Show(paid.charge_id).call, CallState::kAnswered);
  }
  EXPECT_EQ(kernel->Authorize(home.Request("4")).reason, Reason::kBreakerOpen);
}

// A calendar day is one of a declared zone and may be spent on both sides of midnight; a rolling
// window may not.
TEST(AttacksOnTheKernel, TwoDaysAreNotSpentWithinTwoSecondsUnderARollingWindow) {
  if (AttackNamed("C05").is_null()) GTEST_SKIP() << "C05 is not in the list";
  for (const bool rolling : {false, true}) {
    KernelHome home;
    home.WritePolicy(PolicyFor(std::string(kTestPayee),
                               rolling ? "rolling = { \"24h\" = \"0.05 USD\" }\n"
                                       : "[server.shop.tool.search]\nper_day = \"0.05 USD\"\n"));
    home.Allow();
    const auto kernel = home.Start();
    home.clock().Pass(24 * 3600 - 1);
    ASSERT_EQ(kernel->Authorize(home.Request("1", "50000")).kind, DecisionKind::kPay);
    home.clock().Pass(2);
    const Decision second = kernel->Authorize(home.Request("2", "50000"));
    EXPECT_EQ(second.kind, rolling ? DecisionKind::kDecline : DecisionKind::kPay);
    EXPECT_EQ(second.reason, rolling ? Reason::kOverRolling : Reason::kInBounds);
  }
}

TEST(AttacksOnTheKernel, AMandateThatExpiredWhileTheUserThoughtPaysNothing) {
  if (AttackNamed("C04").is_null()) GTEST_SKIP() << "C04 is not in the list";
  KernelHome home;
  home.Allow([&](MandateTerms& terms) { terms.not_after = terms.not_before + 1; });
  const auto kernel = home.Start();
  home.clock().Pass(5);
  const Decision decision = kernel->Authorize(home.Request("1"));
  EXPECT_EQ(decision.reason, Reason::kMandateExpired);
  EXPECT_EQ(home.Charges(), 0U);
}

}  // namespace
}  // namespace tollpass
