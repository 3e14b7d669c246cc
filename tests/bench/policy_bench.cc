// What one decision costs under small and large policies.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <utility>

#include "policy/policy.h"

namespace tollpass::bench {
namespace {

constexpr int64_t kNow = 1'796'000'000;
constexpr char kPayer[] = "0x7e5f4552091a69125d5dfcb7b8c2659029395bdf";

std::string ToolName(int64_t number) { return "tool_" + std::to_string(number); }

std::string PolicyText(int64_t tools) {
  std::string text = R"(version = 1
networks = ["testnet"]
[unit]
USD = ["USDC"]
[budget.all]
per_call = "0.05 USD"
per_day = "1 USD"
[server.shop]
command = ["/usr/bin/shop"]
per_call = "0.02 USD"
per_day = "0.50 USD"
pay_to = ["0x209693Bc6afc0C5328bA36FaF03C514EF312287C"]
)";
  for (int64_t tool = 0; tool < tools; ++tool) {
    text.append("[server.shop.tool.").append(ToolName(tool)).append("]\nper_call = \"0.02 USD\"\n");
  }
  return text;
}

Terms TermsOf(const Policy& policy) {
  const Asset* usdc = policy.assets().FindSymbol("USDC", "eip155:84532");
  if (usdc == nullptr) std::abort();
  Terms terms;
  terms.scheme = "exact";
  terms.network = usdc->network;
  terms.asset = *usdc;
  terms.charge = Amount(10'000);
  terms.payee = "0x209693bc6afc0c5328ba36faf03c514ef312287c";
  terms.payer = kPayer;
  terms.timeout_seconds = 60;
  return terms;
}

/// A payment that a mandate of `allow` covers; argument: tool sections of the policy.
void Decide(benchmark::State& state) {
  const absl::StatusOr<Policy> policy = Policy::Parse(PolicyText(state.range(0)), "policy.toml");
  if (!policy.ok()) std::abort();
  MandateTerms mandate = policy->MandateFor("shop").value();
  mandate.id = "m1";
  mandate.wallet_keys = {kPayer};
  mandate.not_before = kNow - 3600;
  mandate.not_after = kNow + 3600;
  Facts facts;
  facts.mandates.push_back(std::move(mandate));
  const Terms terms = TermsOf(*policy);
  Call call;
  call.server_id = policy->ServerByName("shop")->identity;
  call.method = "tools/call";
  call.tool = ToolName(state.range(0) / 2);
  for (auto _ : state) {
    const Verdict verdict = policy->Decide(call, terms, facts, kNow);
    if (verdict.kind != VerdictKind::kPay) std::abort();
  }
}

BENCHMARK(Decide)->Arg(1)->Arg(1'000)->Arg(10'000);

}  // namespace
}  // namespace tollpass::bench
