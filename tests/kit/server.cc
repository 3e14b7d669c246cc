#include "tests/kit/server.h"

#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/amount.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/random.h"
#include "core/status.h"
#include "samples/paid_server/checkout.h"
#include "samples/paid_server/issued_quotes.h"
#include "samples/paid_server/local_facilitator.h"
#include "samples/paid_server/mcp_server.h"
#include "samples/paid_server/quote_documents.h"
#include "samples/paid_server/quote_issuer.h"
#include "samples/paid_server/quote_paywall.h"
#include "samples/paid_server/sample_hook.h"
#include "samples/paid_server/till.h"
#include "samples/paid_server/x402_paywall.h"
#include "samples/paid_server/x402_v1_form.h"
#include "samples/paid_server/x402_v2_form.h"
#include "tests/kit/calls.h"
#include "tests/kit/marked_paywall.h"
#include "tests/kit/paid_calls.h"
#include "tests/kit/record.h"

namespace tollpass::kit {
namespace {

using nlohmann::json;
using samples::Dialect;
using samples::Fault;

constexpr char kIssuer[] = "kit.example";
constexpr int kDear = 10;

/// The published test seed of the sample server: this key guards no money.
samples::Ed25519Key IssuerKey() {
  return *samples::Ed25519Key::FromSeed(
      "0101010101010101010101010101010101010101010101010101010101010101");
}

samples::Price PriceOf(const Run& run) {
  return {Amount::FromAtomic(run.Price()).value_or(Amount()),
          "eip155:84532",
          "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
          6,
          "USDC",
          "2",
          "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
          60};
}

/// A paid tool is recorded by its paywall, a free one here.
samples::Tool ToolFor(const Call& call, Record& record) {
  const std::string name(call.tool);
  const bool is_free = call.fate == Fate::kFree;
  samples::Tool tool;
  tool.name = name;
  tool.description = "Gives an item.";
  tool.input_schema = {{"type", "object"}, {"properties", {{"item", {{"type", "string"}}}}}};
  tool.price = is_free ? 0 : 1;
  if (name == "fetch_dear") tool.price = kDear;
  if (name == "fetch_old") tool.dialect = Dialect::kX402V1;
  if (name == "fetch_quote") tool.dialect = Dialect::kQuote;
  const std::string goods = record.run().Goods(name);
  tool.run = [name, is_free, goods, &record](const json& arguments) -> absl::StatusOr<json> {
    if (is_free) record.Asked(name, arguments, "");
    return json{{"content", json::array({{{"type", "text"}, {"text", goods}}})}};
  };
  return tool;
}

std::vector<samples::Tool> Tools(Record& record) {
  std::vector<samples::Tool> tools;
  for (const Call& call : Calls()) tools.push_back(ToolFor(call, record));
  return tools;
}

/// A checkout that misbehaves in one way.
struct FaultyCheckout {
  FaultyCheckout(const samples::Faults& faults, samples::Facilitator& honest,
                 samples::StoredResults& results, samples::PaymentLog& log)
      : facilitator(honest, faults), checkout(faults, facilitator, results, log) {}

  samples::FaultyFacilitator facilitator;
  samples::Checkout checkout;
};

/// A run is served by several processes, so a record may be there; but not of a whole run.
absl::Status IsUnfinished(const std::string& path) {
  const auto events = ReadRecord(path);
  if (!events.ok() || !HasWholeRun(*events)) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s holds a whole run already: each run has a record, a transcript and a home of its own",
      path));
}

}  // namespace

std::string QuoteKey() {
  return absl::StrFormat("%s ed25519:%s", kIssuer, HexEncode(IssuerKey().public_key()));
}

absl::Status Serve(const std::string& path) {
  TOLLPASS_RETURN_IF_ERROR(IsUnfinished(path));
  TOLLPASS_ASSIGN_OR_RETURN(Record record, Record::Open(path));
  TOLLPASS_ASSIGN_OR_RETURN(samples::StateFile state, samples::StateFile::Open(path + ".state"));
  TOLLPASS_ASSIGN_OR_RETURN(samples::PaymentLog log, samples::PaymentLog::Open(path));
  const SystemClock clock;
  SystemRandom random;
  samples::LocalFacilitator honest(clock, state, log);
  samples::StoredResults results(state, true);
  FaultyCheckout fair({}, honest, results, log);
  FaultyCheckout refusing({Fault::kSettleFails}, honest, results, log);
  FaultyCheckout losing({Fault::kReplyLost}, honest, results, log);
  FaultyCheckout dying({Fault::kCrashAfterPayment}, honest, results, log);

  const samples::X402V2Form v2;
  const samples::X402V1Form v1;
  const samples::PriceList prices(PriceOf(record.run()), {});
  const samples::X402Options text_alone = {.place = samples::ChallengePlace::kText};
  samples::X402Paywall by_structure({}, v2, prices, fair.checkout, log);
  samples::X402Paywall by_text(text_alone, v2, prices, fair.checkout, log);
  samples::X402Paywall by_old({}, v1, prices, fair.checkout, log);
  samples::X402Paywall refused({}, v2, prices, refusing.checkout, log);
  samples::X402Paywall lost({}, v2, prices, losing.checkout, log);
  samples::X402Paywall crash({}, v2, prices, dying.checkout, log);
  samples::IssuedQuotes quotes(state);
  samples::QuoteIssuer issuer({IssuerKey(), kIssuer, samples::kX402Rail}, prices, quotes, clock,
                              random);
  samples::QuotePaywall by_quote({}, issuer, quotes, fair.checkout, clock, log);

  MarkedPaywall marked({{"fetch", &by_structure},
                        {"fetch_text", &by_text},
                        {"fetch_old", &by_old},
                        {"fetch_quote", &by_quote},
                        {"fetch_dear", &by_structure},
                        {kStrangeTool, &by_structure},
                        {"fetch_refused", &refused},
                        {"fetch_lost", &lost},
                        {"fetch_crash", &crash}},
                       prices, record);
  samples::SampleHook hook({});
  samples::Till till(
      hook, {{Dialect::kX402, &marked}, {Dialect::kX402V1, &marked}, {Dialect::kQuote, &marked}});
  samples::McpServer server(Tools(record), till);
  samples::ServeStdio(server);
  return absl::OkStatus();
}

}  // namespace tollpass::kit
