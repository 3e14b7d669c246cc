#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/hash.h"
#include "tests/wallet/attack_drivers.h"
#include "tests/wallet/attacked_home.h"
#include "tests/wallet/quote_home.h"

namespace tollpass {
namespace {

/// Why each offer of the newest call was not paid, and the call as a whole.
std::vector<std::string> ReasonsOfNewest(const KernelHome& home) {
  auto reader = LedgerReader::Open(home.home());
  const std::string id = home.Log().back().id;
  const CallStory story = (*reader)->Story(id).value();
  std::vector<std::string> reasons = {story.row.reason};
  for (const OfferNote& offer : story.offers) reasons.push_back(offer.reason);
  return reasons;
}

void ExpectNothingSigned(AttackedHome& home, const Decision& decision) {
  EXPECT_NE(decision.kind, DecisionKind::kPay);
  EXPECT_EQ(decision.proof, Proof());
  EXPECT_EQ(home.Charges(), 0U);
  EXPECT_EQ(home.Spent(), 0);
}

/// {"quote": …}: refused with a reason that the safe outcome names, and nothing is signed.
void Quote(const Attack& attack) {
  const Json& input = attack.input;
  const Json rules = input.value("policy", Json::object());
  const std::string where = input.contains("connected_to") ? "url = " + input["connected_to"].dump()
                                                           : R"(command = ["/usr/bin/shop"])";
  const std::vector<std::string> expected = ReasonsIn(attack.safe_outcome);
  for (const Json& quote : SingleQuotes(input["quote"])) {
    AttackedHome home(rules, "", where);
    home.Allow();
    const Decision decision = home.Start()->Authorize(home.Challenged(quote));
    ExpectNothingSigned(home, decision);
    const std::vector<std::string> reasons = ReasonsOfNewest(home);
    const bool named = std::ranges::any_of(reasons, [&](const std::string& reason) {
      return std::ranges::find(expected, reason) != expected.end();
    });
    EXPECT_TRUE(named || expected.empty())
        << quote << " was refused with " << testing::PrintToString(reasons);
  }
}

/// {"quote": challenges with a time}: one that is over pays nothing, nor one that ends while the
/// user thinks.
void ExpiredChallenge(const Attack&) {
  QuoteHome home;
  nlohmann::json quote = GoodQuote(home.now());
  const AuthorizeRequest request = home.Request(Sign(quote, "mcpq-quote/1").dump());
  home->clock().Pass(11 * 60);
  const Decision late = home->Start()->Authorize(request);
  EXPECT_EQ(late.reason, Reason::kQuoteExpired);
  EXPECT_EQ(late.proof, Proof());
  EXPECT_EQ(home->Charges(), 0U);

  QuoteHome asking;
  asking->WritePolicy(QuotePolicy("ask = \"always\"\n"));
  quote = GoodQuote(asking.now());
  const AuthorizeRequest asked = asking.Request(Sign(quote, "mcpq-quote/1").dump());
  const auto kernel = asking->Start();
  const Decision question = kernel->Authorize(asked);
  ASSERT_EQ(question.kind, DecisionKind::kAsk) << ReasonCode(question.reason);
  ASSERT_TRUE(asking->Approve(question.approval_id).ok());
  asking->clock().Pass(11 * 60);
  EXPECT_EQ(kernel->Authorize(asked).reason, Reason::kQuoteExpired);
  EXPECT_EQ(asking->Charges(), 0U);
}

/// {"tools_list", "quote"}: what was advertised decides nothing; the last paid price is the
/// measure.
void PriceHint(const Attack& attack) {
  const Json& quote = attack.input["quote"];
  const int64_t price = std::stoll(quote["accepts"][0]["amount"].get<std::string>());
  const std::string payee = quote["accepts"][0]["payTo"];
  const Json rules = {{"payees", Json::array({payee})},
                      {"per_call", std::to_string(price)},
                      {"per_day", std::to_string(10 * price)}};
  AttackedHome home(rules);
  home.Allow();
  const auto kernel = home.Start();
  Json cheap = quote;
  cheap["accepts"][0]["amount"] = std::to_string(std::max<int64_t>(1, price / 10));
  home.Pay(*kernel, home.Challenged(cheap, "1"));
  const Decision decision = kernel->Authorize(home.Challenged(quote, "2"));
  EXPECT_EQ(decision.kind, DecisionKind::kAsk);
  EXPECT_EQ(decision.reason, Reason::kPriceDrift);
  EXPECT_EQ(home.Charges(), 1U);
}

/// {"preflight", "real"}: the challenge that would be signed is the one that is judged.
void Preflight(const Attack& attack) {
  const Json& preflight = attack.input["preflight"];
  AttackedHome home(PaysOnly(preflight["accepts"][0]["payTo"]));
  home.Allow();
  const auto kernel = home.Start();
  const Decision decision = kernel->Authorize(home.Challenged(attack.input["real"]));
  ExpectNothingSigned(home, decision);
  EXPECT_EQ(decision.kind, DecisionKind::kDecline);
}

std::string DefinitionOf(const Json& tool) {
  const std::string text = tool.dump();
  const std::vector<std::string_view> fields = {text};
  return FieldsDigest("test", fields);
}

/// {"list1", "list2"}: a tool that is said to do other things is paid by nothing but an answer.
void ChangedTool(const Attack& attack) {
  AttackedHome home;
  home.WritePolicy(kFiveADay);
  home.Allow([](MandateTerms& terms) { terms.answers_ask = true; });
  const auto kernel = home.Start();
  const auto call = [&](const std::string& arguments, const Json& tool) {
    AuthorizeRequest request = home.Request(arguments);
    request.call.tool_definition = DefinitionOf(tool);
    request.call.tool_text = tool.dump();
    return request;
  };
  home.Pay(*kernel, call("1", attack.input["list1"]));
  const Decision asked = kernel->Authorize(call("2", attack.input["list2"]));
  EXPECT_EQ(asked.kind, DecisionKind::kAsk);
  EXPECT_EQ(asked.reason, Reason::kToolChanged);
  EXPECT_EQ(kernel->Authorize(call("3", attack.input["list2"])).reason, Reason::kToolChanged);
  EXPECT_EQ(home.Charges(), 1U);
  ASSERT_TRUE(home.Approve(asked.approval_id).ok());
  home.Pay(*kernel, call("2", attack.input["list2"]));
}

}  // namespace

AttackDrivers TermsAttacks() {
  return {{"quote", Quote},
          {"expired challenge", ExpiredChallenge},
          {"price hint", PriceHint},
          {"preflight", Preflight},
          {"changed tool", ChangedTool}};
}

}  // namespace tollpass
