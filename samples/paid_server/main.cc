// A paid MCP server to try Tollpass against: stdio, free and paid tools, payments checked locally.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/clock.h"
#include "core/status.h"
#include "samples/paid_server/eip3009.h"
#include "samples/paid_server/faults.h"
#include "samples/paid_server/local_facilitator.h"
#include "samples/paid_server/mcp_server.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/paywall.h"
#include "samples/paid_server/price_list.h"
#include "samples/paid_server/state_file.h"
#include "samples/paid_server/stored_results.h"
#include "samples/paid_server/tools.h"

namespace tollpass::samples {
namespace {

constexpr char kExample[] =
    "Example: a tool that costs 0.01 USDC on Base Sepolia, behind the proxy\n"
    "  tollpass add sample --pay-to 0x209693Bc6afc0C5328bA36FaF03C514EF312287C \\\n"
    "    --per-call \"0.01 USDC\" -- paid_server --price 10000\n"
    "  tollpass proxy sample";

struct Options {
  Price price{Amount(10000),
              "eip155:84532",
              "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
              "USDC",
              "2",
              "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
              60};
  std::string amount = "10000";
  PaywallOptions paywall;
  std::vector<std::string> faults;
  bool output_schema = false;
  std::string state_path;
  std::string log_path;
};

CLI::Validator IsAmount() {
  return {[](const std::string& text) {
            return Amount::FromAtomic(text) ? "" : "not a whole number of atomic units: " + text;
          },
          "DIGITS"};
}

CLI::Validator IsAddress() {
  return {[](const std::string& text) {
            return ParseAddress(text) ? "" : "not 0x and 40 hexadecimal digits: " + text;
          },
          "ADDRESS"};
}

void AddFlags(CLI::App& app, Options& options) {
  Price& price = options.price;
  app.add_option("--price", options.amount,
                 "Price of a paid call in atomic units; almanac costs ten times as much")
      ->check(IsAmount())
      ->capture_default_str();
  app.add_option("--pay-to", price.pay_to, "Account that is to be paid")
      ->check(IsAddress())
      ->capture_default_str();
  app.add_option("--network", price.network, "CAIP-2 id of the network")->capture_default_str();
  app.add_option("--asset", price.asset, "Contract of the token")
      ->check(IsAddress())
      ->capture_default_str();
  app.add_option("--asset-name", price.asset_name, "Name in the token's signing domain")
      ->capture_default_str();
  app.add_option("--asset-version", price.asset_version, "Version in the token's signing domain")
      ->capture_default_str();
  app.add_option("--timeout-seconds", price.timeout_seconds, "How long a payment may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_flag("--text-only", options.paywall.text_only,
               "Ask for money in the text alone, without structuredContent");
  app.add_flag("--output-schema", options.output_schema,
               "Declare an outputSchema for the paid tool weather");
  app.add_flag("--require-payment-identifier", options.paywall.identifier_required,
               "Refuse a payment without an identifier");
  std::vector<std::string> names;
  for (const auto& [name, fault] : FaultNames()) names.push_back(name);
  app.add_option("--fault", options.faults, "Misbehave; may be given several times")
      ->check(CLI::IsMember(names))
      ->take_all();
  app.add_option("--state", options.state_path,
                 "File that keeps settled payments and their results for the next start; one "
                 "process at a time");
  app.add_option("--log", options.log_path, "File to which every payment event is added as JSON");
}

void Serve(McpServer& server) {
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    if (const auto answer = server.Answer(line)) std::cout << *answer + "\n" << std::flush;
  }
}

absl::Status Run(Options options) {
  options.price.amount = Amount::FromAtomic(options.amount).value_or(Amount());
  Faults& faults = options.paywall.faults;
  for (const std::string& name : options.faults) faults.insert(FaultNames().at(name));

  TOLLPASS_ASSIGN_OR_RETURN(StateFile state, StateFile::Open(options.state_path));
  TOLLPASS_ASSIGN_OR_RETURN(PaymentLog log, PaymentLog::Open(options.log_path));
  const SystemClock clock;
  LocalFacilitator local(clock, state, log);
  FaultyFacilitator facilitator(local, faults);
  StoredResults results(state);
  Paywall paywall(options.paywall, PriceList(options.price, faults), facilitator, results, log);
  McpServer server(SampleTools(options.output_schema), paywall);
  Serve(server);
  return absl::OkStatus();
}

}  // namespace
}  // namespace tollpass::samples

int main(int argc, char** argv) {
  CLI::App app("An MCP server on stdio whose tools cost money (x402 v2, scheme exact, EIP-3009).",
               "paid_server");
  app.footer(tollpass::samples::kExample);
  tollpass::samples::Options options;
  tollpass::samples::AddFlags(app, options);
  CLI11_PARSE(app, argc, argv);
  const absl::Status status = tollpass::samples::Run(std::move(options));
  if (status.ok()) return 0;
  std::cerr << "paid_server: " << status.message() << "\n";
  return 1;
}
