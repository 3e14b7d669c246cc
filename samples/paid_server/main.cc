// A paid MCP server to try Tollpass against: stdio, free and paid tools, payments checked locally.

#include <CLI/CLI.hpp>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/random.h"
#include "core/status.h"
#include "samples/paid_server/checkout.h"
#include "samples/paid_server/flags.h"
#include "samples/paid_server/issued_quotes.h"
#include "samples/paid_server/local_facilitator.h"
#include "samples/paid_server/mcp_server.h"
#include "samples/paid_server/quote_issuer.h"
#include "samples/paid_server/quote_paywall.h"
#include "samples/paid_server/till.h"
#include "samples/paid_server/x402_v1_form.h"
#include "samples/paid_server/x402_v2_form.h"

namespace tollpass::samples {
namespace {

constexpr char kExample[] =
    "Example: a tool that costs 0.01 USDC on Base Sepolia, behind the proxy\n"
    "  tollpass add sample --pay-to 0x209693Bc6afc0C5328bA36FaF03C514EF312287C \\\n"
    "    --per-call \"0.01 USDC\" -- paid_server --price 10000\n"
    "  tollpass proxy sample";

std::vector<Tool> ToolsFor(const Flags& flags) {
  std::vector<Tool> tools = SampleTools(flags.output_schema);
  for (Tool& tool : tools) {
    if (flags.dialect) tool.dialect = *flags.dialect;
    if (tool.price > 0 && flags.faults.contains(Fault::kToolBreaks)) {
      tool.run = [](const auto&) { return absl::InternalError("the tool broke"); };
    }
  }
  return tools;
}

absl::Status Run(const Flags& flags) {
  TOLLPASS_ASSIGN_OR_RETURN(StateFile state, StateFile::Open(flags.state_path));
  TOLLPASS_ASSIGN_OR_RETURN(PaymentLog log, PaymentLog::Open(flags.log_path));
  const SystemClock clock;
  SystemRandom random;
  LocalFacilitator local(clock, state, log);
  FaultyFacilitator facilitator(local, flags.faults);
  StoredResults results(state, flags.stored_results);
  Checkout checkout(flags.faults, facilitator, results, log);

  const X402V2Form v2;
  const X402V1Form v1;
  const PriceList prices(flags.price, flags.faults);
  X402Paywall x402(flags.x402, v2, prices, checkout, log);
  X402Paywall x402_v1(flags.x402, v1, prices, checkout, log);
  IssuedQuotes quotes(state);
  QuoteIssuer issuer({flags.quote_key, flags.issuer, flags.rail, flags.faults}, prices, quotes,
                     clock, random);
  QuotePaywall quote(flags.payer_keys, issuer, quotes, checkout, clock, log);

  SampleHook hook(flags.hook);
  Till till(hook,
            {{Dialect::kX402, &x402}, {Dialect::kX402V1, &x402_v1}, {Dialect::kQuote, &quote}});
  McpServer server(ToolsFor(flags), till);
  ServeStdio(server);
  return absl::OkStatus();
}

}  // namespace
}  // namespace tollpass::samples

int main(int argc, char** argv) {
  CLI::App app(
      "An MCP server on stdio whose tools cost money: by x402 (scheme exact, EIP-3009), or by a "
      "signed quote in the error -32402 (settled the same way).",
      "paid_server");
  app.footer(tollpass::samples::kExample);
  tollpass::samples::Flags flags;
  tollpass::samples::AddFlags(app, flags);
  CLI11_PARSE(app, argc, argv);
  if (flags.print_quote_key) {
    std::cout << flags.issuer << " ed25519:" << tollpass::HexEncode(flags.quote_key.public_key())
              << "\n";
    return 0;
  }
  const absl::Status status = tollpass::samples::Run(flags);
  if (status.ok()) return 0;
  std::cerr << "paid_server: " << status.message() << "\n";
  return 1;
}
