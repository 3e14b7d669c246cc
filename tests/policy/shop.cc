#include "tests/policy/shop.h"

#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass {

std::string ShopText(std::string_view more) {
  return std::string(kShopPolicy) + std::string(kListed) + std::string(more);
}

Policy Load(std::string_view text) {
  absl::StatusOr<Policy> policy = Policy::Parse(text, "policy.toml");
  if (!policy.ok()) {
    ADD_FAILURE() << policy.status() << "\n" << text;
    policy = Policy::Parse("version = 1", "policy.toml");
  }
  return *std::move(policy);
}

std::string ErrorsOf(std::string_view text) {
  const absl::StatusOr<Policy> policy = Policy::Parse(text, "policy.toml");
  if (policy.ok()) return "";
  EXPECT_EQ(policy.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(policy.status().message());
}

Terms On(std::string_view network, Terms terms) {
  const AssetTable assets = AssetTable::BuiltIn();
  const Asset* asset = assets.FindSymbol("USDC", network);
  if (asset == nullptr) {
    ADD_FAILURE() << network;
    return terms;
  }
  terms.network = network;
  terms.asset = *asset;
  return terms;
}

Terms ShopTerms(uint64_t charge) {
  Terms terms;
  terms.scheme = "exact";
  terms.charge = Amount(charge);
  terms.payee = kPayee;
  terms.payer = kPayer;
  terms.timeout_seconds = 60;
  return On(kTestNetwork, std::move(terms));
}

Call ShopCall(const Policy& policy, std::string_view tool) {
  Call call;
  const ServerSection* shop = policy.ServerByName("shop");
  if (shop != nullptr) call.server_id = shop->identity;
  call.principal = "user";
  call.method = "tools/call";
  call.tool = tool;
  call.arguments = "{\"q\": 1}";
  return call;
}

MandateTerms Allowed(const Policy& policy, std::string_view server) {
  absl::StatusOr<MandateTerms> terms = policy.MandateFor(server);
  if (!terms.ok()) {
    EXPECT_TRUE(absl::IsFailedPrecondition(terms.status())) << terms.status();
    return {};
  }
  terms->id = "m1";
  terms->wallet_keys = {std::string(kPayer)};
  terms->not_before = kNow - 3600;
  terms->not_after = kNow + 3600;
  return *std::move(terms);
}

Facts FactsWith(MandateTerms mandate) {
  Facts facts;
  facts.mandates.push_back(std::move(mandate));
  return facts;
}

std::string Summary(const Verdict& verdict) {
  return absl::StrFormat("%s %s %s", VerdictName(verdict.kind), ReasonCode(verdict.reason),
                         verdict.section);
}

std::string Decided(const Policy& policy, const Terms& terms, std::string_view tool) {
  return Summary(policy.Decide(ShopCall(policy, tool), terms, FactsWith(Allowed(policy)), kNow));
}

std::string LimitLines(const std::vector<Limit>& limits) {
  std::string text;
  for (const Limit& limit : limits) {
    const bool calls = limit.window == WindowKind::kRate || limit.window == WindowKind::kUses;
    const int decimals = calls ? 0 : kSumDecimals;
    absl::StrAppendFormat(&text, "%s %s %s %s/%s\n", limit.counter, limit.unit,
                          WindowName(limit.window), FormatDecimal(limit.amount, decimals),
                          FormatDecimal(limit.maximum, decimals));
  }
  return text;
}

}  // namespace tollpass
