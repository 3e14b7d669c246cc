#include "mandates/narrowing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace tollpass {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::StartsWith;
using M = MandateTerms;

const Asset kUsdc = {.symbol = "USDC",
                     .network = "eip155:84532",
                     .id = "0x036cbd53842c5426634e7929541ec2318f3dcf7e",
                     .decimals = 6,
                     .eip712_name = "USDC",
                     .eip712_version = "2"};
const Asset kMusd = {.symbol = "MUSD",
                     .network = "eip155:31611",
                     .id = "0x118917a40faf1cd7a13db0ef56c86de7973ac503",
                     .decimals = 18,
                     .eip712_name = "MUSD",
                     .eip712_version = "1"};

LimitSpec LimitOf(WindowKind window, uint64_t maximum, int64_t seconds = 0) {
  LimitSpec limit;
  limit.window = window;
  limit.seconds = seconds;
  limit.unit = "USD";
  limit.assets = {AssetKey(kUsdc.network, kUsdc.id), AssetKey(kMusd.network, kMusd.id)};
  limit.maximum = Amount(maximum);
  return limit;
}

ToolRule RuleFor(std::string tool) {
  ToolRule rule;
  rule.tool = std::move(tool);
  return rule;
}

/// A mandate that says something in every field.
M Parent() {
  M m;
  m.id = "m0";
  m.ledger_id = "l1";
  m.server_id = "s1";
  m.server_name = "search";
  m.assets = {kUsdc, kMusd};
  m.limits = {LimitOf(WindowKind::kCall, 100), LimitOf(WindowKind::kDay, 1000),
              LimitOf(WindowKind::kRolling, 500, 3600)};
  m.tools = {RuleFor("dear"), RuleFor("closed"), RuleFor("s?*"), RuleFor("*")};
  m.tools[0].limits = {LimitOf(WindowKind::kCall, 300), LimitOf(WindowKind::kDay, 600)};
  m.tools[0].ask_above = {LimitOf(WindowKind::kCall, 200)};
  m.tools[0].payees = {"0xb"};
  m.tools[0].schemes = {"exact"};
  m.tools[1].pay = false;
  m.tools[2].ask_always = true;
  m.only_tools = {"dear", "closed", "s*", "t?p"};
  m.uses = 9;
  m.payees = {"0xa", "0xb"};
  m.wallet_keys = {"0xc", "0xd"};
  m.schemes = {"exact", "quote"};
  m.ask_above = {LimitOf(WindowKind::kCall, 50)};
  m.max_validity = 300;
  m.trust = {"receipts"};
  m.chain_sources = {"file"};
  m.not_before = 1000;
  m.not_after = 2000;
  m.delegate_key = std::string(64, 'a');
  return m;
}

M Child() {
  M m = Parent();
  m.id = "m1";
  m.parent = "m0";
  m.delegate_key.clear();
  return m;
}

struct Change {
  std::string field;  // how the sentence begins; empty: it is no wider
  std::string what;
  std::function<void(M&)> make;
};

void ExpectAsSaid(const std::vector<Change>& changes, const std::function<M()>& child) {
  ASSERT_THAT(WiderFields(child(), Parent()), IsEmpty());
  for (const Change& change : changes) {
    M m = child();
    change.make(m);
    const std::vector<std::string> wider = WiderFields(m, Parent());
    EXPECT_EQ(CheckNarrows(m, Parent()).ok(), change.field.empty()) << change.what;
    if (change.field.empty()) {
      EXPECT_THAT(wider, IsEmpty()) << change.what;
    } else {
      EXPECT_THAT(wider, Contains(StartsWith(change.field + ": "))) << change.what;
    }
  }
}

TEST(Promise6AChildOnlyNarrows, EachFieldThatIsWiderIsRefusedByItsName) {
  ExpectAsSaid(
      {
          {"parent", "of another", [](M& m) { m.parent = "m9"; }},
          {"ledger_id", "another ledger", [](M& m) { m.ledger_id = "l2"; }},
          {"server_id", "another server", [](M& m) { m.server_id = "s2"; }},
          {"server_name", "under another name", [](M& m) { m.server_name = "shop"; }},
          {"assets", "other decimals", [](M& m) { m.assets[0].decimals = 2; }},
          {"assets", "another signing domain", [](M& m) { m.assets[0].eip712_version = "1"; }},
          {"assets", "one more",
           [](M& m) {
             m.assets.push_back(kUsdc);
             m.assets.back().network = "eip155:8453";
           }},
          {"limits", "more a call", [](M& m) { m.limits[0].maximum = Amount(101); }},
          {"limits", "more a day", [](M& m) { m.limits[1].maximum = Amount(1001); }},
          {"limits", "more in an hour", [](M& m) { m.limits[2].maximum = Amount(501); }},
          {"limits", "no day", [](M& m) { m.limits.erase(m.limits.begin() + 1); }},
          {"limits", "another length", [](M& m) { m.limits[2].seconds = 60; }},
          {"limits", "another unit", [](M& m) { m.limits[1].unit = "EUR"; }},
          {"limits", "the day of another zone",
           [](M& m) { m.limits[1].zone = *TimeZone::Named("Europe/Oslo"); }},
          {"limits", "an asset is not counted", [](M& m) { m.limits[1].assets.pop_back(); }},
          {"tools (dear), limits", "more a call",
           [](M& m) { m.tools[0].limits[0].maximum = Amount(301); }},
          {"tools (dear), limits", "more a day",
           [](M& m) { m.tools[0].limits[1].maximum = Amount(601); }},
          {"tools (dear), limits", "no day", [](M& m) { m.tools[0].limits.pop_back(); }},
          {"tools (*), limits", "a rule's own limit for a call replaces the lower one",
           [](M& m) { m.tools[3].limits = {LimitOf(WindowKind::kCall, 101)}; }},
          {"tools (dear), ask_above", "asks later",
           [](M& m) { m.tools[0].ask_above[0].maximum = Amount(201); }},
          {"tools (s?*), ask_always", "asks no more", [](M& m) { m.tools[2].ask_always = false; }},
          {"tools (closed), pay", "pays", [](M& m) { m.tools[1].pay = true; }},
          {"tools (dear), payees", "one more",
           [](M& m) {
             m.tools[0].payees = {"0xa", "0xb"};
           }},
          {"tools (dear), payees", "those of all tools", [](M& m) { m.tools[0].payees.clear(); }},
          {"tools (dear), pinned_payee", "a pinned one",
           [](M& m) { m.tools[0].pinned_payee = true; }},
          {"tools (dear), schemes", "those of all tools", [](M& m) { m.tools[0].schemes.clear(); }},
          {"tools (closed)", "without the rule that forbids",
           [](M& m) { m.tools.erase(m.tools.begin() + 1); }},
          {"tools (*)", "rules in another order", [](M& m) { std::swap(m.tools[2], m.tools[3]); }},
          {"tools (st*)", "a glob more", [](M& m) { m.tools.push_back(RuleFor("st*")); }},
          {"tools (closed_too), limits", "a name more, with more than its glob",
           [](M& m) {
             m.tools.push_back(RuleFor("closed_too"));
             m.tools.back().limits = {LimitOf(WindowKind::kCall, 101)};
           }},
          {"only_tools", "every tool", [](M& m) { m.only_tools = {"*"}; }},
          {"only_tools", "another", [](M& m) { m.only_tools = {"other"}; }},
          {"only_tools", "a star for a question mark", [](M& m) { m.only_tools = {"t*p"}; }},
          {"uses", "more", [](M& m) { m.uses = 10; }},
          {"uses", "any number", [](M& m) { m.uses = 0; }},
          {"payees", "one more", [](M& m) { m.payees.push_back("0xe"); }},
          {"pinned_payee", "the pinned one", [](M& m) { m.pinned_payee = true; }},
          {"wallet_keys", "one more", [](M& m) { m.wallet_keys.push_back("0xe"); }},
          {"schemes", "one more", [](M& m) { m.schemes.push_back("upto"); }},
          {"ask_above", "asks later", [](M& m) { m.ask_above[0].maximum = Amount(51); }},
          {"ask_above", "asks never", [](M& m) { m.ask_above.clear(); }},
          {"answers_ask", "answers", [](M& m) { m.answers_ask = true; }},
          {"max_validity", "longer", [](M& m) { m.max_validity = 301; }},
          {"max_validity", "for any time", [](M& m) { m.max_validity = 0; }},
          {"trust", "more", [](M& m) { m.trust.push_back("refusals"); }},
          {"chain_sources", "another", [](M& m) { m.chain_sources = {"rpc"}; }},
          {"not_before", "earlier", [](M& m) { m.not_before = 999; }},
          {"not_after", "later", [](M& m) { m.not_after = 2001; }},
      },
      Child);
}

TEST(Narrowing, WhatIsLessIsTaken) {
  ExpectAsSaid(
      {
          {"", "fewer assets",
           [](M& m) {
             m.assets.pop_back();
             m.limits[1].assets.pop_back();
           }},
          {"", "less a call", [](M& m) { m.limits[0].maximum = Amount(1); }},
          {"", "no limit for a call: then nothing is paid",
           [](M& m) { m.limits.erase(m.limits.begin()); }},
          {"", "a total more", [](M& m) { m.limits.push_back(LimitOf(WindowKind::kTotal, 9)); }},
          {"", "a tool less", [](M& m) { m.only_tools = {"dear"}; }},
          {"", "a name of a glob",
           [](M& m) {
             m.only_tools = {"search", "tip"};
           }},
          {"", "a glob of a glob",
           [](M& m) {
             m.only_tools = {"se*ch?", "t?p"};
           }},
          {"", "no tool", [](M& m) { m.only_tools.clear(); }},
          {"", "a rule that forbids more",
           [](M& m) {
             m.tools.push_back(RuleFor("st*"));
             m.tools.back().pay = false;
           }},
          {"", "a rule for one name within its glob",
           [](M& m) {
             m.tools.push_back(RuleFor("other"));
             m.tools.back().limits = {LimitOf(WindowKind::kCall, 100)};
           }},
          {"", "single use", [](M& m) { m.uses = 1; }},
          {"", "a payee less", [](M& m) { m.payees = {"0xb"}; }},
          {"", "asks sooner", [](M& m) { m.ask_above[0].maximum = Amount(); }},
          {"", "asks always", [](M& m) { m.ask_always = true; }},
          {"", "a shorter proof", [](M& m) { m.max_validity = 1; }},
          {"", "trusts nobody", [](M& m) { m.trust.clear(); }},
          {"", "a shorter life",
           [](M& m) {
             m.not_before = 1500;
             m.not_after = 1501;
           }},
          {"", "any delegate", [](M& m) { m.delegate_key = std::string(64, 'b'); }},
      },
      Child);
}

TEST(Narrowing, AllThatIsWiderIsToldAtOnce) {
  M m = Child();
  m.uses = 0;
  m.max_validity = 0;
  m.limits[1].maximum = Amount(2'000'000'000'000'000'000);
  const std::string told(CheckNarrows(m, Parent()).message());
  EXPECT_EQ(told,
            "mandate m1 is wider than mandate m0 above it, and may only narrow it:\n"
            "limits: day in USD is 2, where it says 0.000000000000001\n"
            "max_validity: 0s, where it says 300s (0: any time)\n"
            "uses: 0, where it says 9 (0: any number)");
}

/// Where the parent lets a payment through per asset, the child must too: an asset that only the
/// child names in what it asks above is asked about by the parent.
TEST(Promise6AChildOnlyNarrows, AnAssetThatTheParentAlwaysAsksAboutStaysAsked) {
  M parent = Parent();
  parent.ask_above[0].assets.pop_back();
  M m = Child();
  m.ask_above[0].assets.pop_back();
  EXPECT_THAT(WiderFields(m, parent), IsEmpty());
  m.ask_above = parent.ask_above;
  m.ask_above.push_back(LimitOf(WindowKind::kCall, 1));
  m.ask_above.back().assets = {AssetKey(kMusd.network, kMusd.id)};
  EXPECT_THAT(WiderFields(m, parent), Contains(StartsWith("ask_above: ")));
}

}  // namespace
}  // namespace tollpass
