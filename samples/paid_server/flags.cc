#include "samples/paid_server/flags.h"

#include <fstream>
#include <functional>
#include <map>

#include "samples/paid_server/eip3009.h"
#include "samples/paid_server/quote_documents.h"
#include "samples/paid_server/x402_v1_form.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

const std::map<std::string, Dialect> kDialects = {
    {"x402", Dialect::kX402}, {"x402-v1", Dialect::kX402V1}, {"quote", Dialect::kQuote}};
const std::map<std::string, ChallengePlace> kPlaces = {
    {"structure", ChallengePlace::kStructureAndText},
    {"text", ChallengePlace::kText},
    {"wrapped-text", ChallengePlace::kWrappedInText}};

template <typename Value>
std::vector<std::string> NamesOf(const std::map<std::string, Value>& named) {
  std::vector<std::string> names;
  for (const auto& [name, value] : named) names.push_back(name);
  return names;
}

/// A flag whose text `read` takes; the text is named in the message if it does not.
void AddRead(CLI::App& app, const std::string& name, const std::string& type,
             const std::string& wrong, const std::function<bool(const std::string&)>& read,
             const std::string& help) {
  app.add_option_function<std::string>(
         name,
         [=](const std::string& text) {
           if (!read(text)) throw CLI::ValidationError(name, wrong + ": " + text);
         },
         help)
      ->type_name(type);
}

CLI::Validator IsAddress() {
  return {[](const std::string& text) {
            return ParseAddress(text) ? "" : "not 0x and 40 hexadecimal digits: " + text;
          },
          "ADDRESS"};
}

CLI::Validator IsPublicKey() {
  return {[](const std::string& text) {
            return ParsePublicKey(text) ? "" : "not 64 hexadecimal digits: " + text;
          },
          "HEX"};
}

void AddPriceFlags(CLI::App& app, Flags& flags) {
  Price& price = flags.price;
  AddRead(
      app, "--price", "DIGITS", "not a whole number of atomic units",
      [&price](const std::string& text) {
        const auto amount = Amount::FromAtomic(text);
        price.amount = amount.value_or(Amount());
        return amount.has_value();
      },
      "Price of a paid call in atomic units (10000 if not given); almanac costs ten times as "
      "much");
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
  app.add_option("--decimals", price.decimals, "Decimals of the token, for quotes and hints")
      ->check(CLI::Range(0, 18))
      ->capture_default_str();
  app.add_option("--timeout-seconds", price.timeout_seconds, "How long a payment may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

void AddX402Flags(CLI::App& app, Flags& flags) {
  ExtensionOptions& extensions = flags.x402.extensions;
  app.add_option_function<std::string>(
         "--dialect", [&flags](const std::string& name) { flags.dialect = kDialects.at(name); },
         "How every paid tool asks for money; if not given, forecast asks by quote and the others "
         "by x402")
      ->check(CLI::IsMember(NamesOf(kDialects)));
  app.add_option_function<std::string>(
         "--challenge", [&flags](const std::string& name) { flags.x402.place = kPlaces.at(name); },
         "x402: where the demand stands in a result: structure and text, the text alone, or "
         "wrapped in the text as the example of version 1 has it")
      ->check(CLI::IsMember(NamesOf(kPlaces)));
  app.add_flag_callback(
      "--text-only", [&flags] { flags.x402.place = ChallengePlace::kText; },
      "x402: the same as --challenge text");
  app.add_flag("--require-payment-identifier", extensions.identifier_required,
               "x402: refuse a payment without an identifier");
  app.add_option("--builder-code", extensions.builder_code,
                 "x402: advertise the extension builder-code with this application code");
  app.add_option("--service-code", extensions.service_codes,
                 "x402: a service code of this server beside --builder-code; may be repeated");
}

void AddQuoteFlags(CLI::App& app, Flags& flags) {
  const auto read_seed = [&flags](const std::string& text) {
    const auto key = Ed25519Key::FromSeed(text);
    if (key) flags.quote_key = *key;
    return key.has_value();
  };
  // The seed of the published vectors: a key that everybody has.
  read_seed("0101010101010101010101010101010101010101010101010101010101010101");
  AddRead(app, "--quote-seed", "HEX", "not 64 hexadecimal digits", read_seed,
          "quote: seed of the Ed25519 key that signs; the default is a published test seed");
  AddRead(
      app, "--quote-seed-file", "FILE", "no file with 64 hexadecimal digits in its first line",
      [read_seed](const std::string& path) {
        std::ifstream file(path);
        std::string line;
        return std::getline(file, line) && read_seed(line);
      },
      "quote: file with that seed");
  app.add_option("--issuer", flags.issuer, "quote: the name under which payers know the key")
      ->capture_default_str();
  app.add_option("--quote-rail", flags.rail,
                 "quote: how it is to be settled; ledger is offered and never taken")
      ->check(CLI::IsMember({kX402Rail, kLedgerRail}))
      ->capture_default_str();
  app.add_option_function<std::vector<std::string>>(
         "--payer-key",
         [&flags](const std::vector<std::string>& texts) {
           for (const std::string& text : texts) flags.payer_keys.push_back(*ParsePublicKey(text));
         },
         "quote: take only proofs signed by this Ed25519 public key; may be repeated. If none is "
         "given the signature of a proof is not verified, that of the transfer in it is")
      ->check(IsPublicKey())
      ->take_all();
  app.add_flag("--print-quote-key", flags.print_quote_key,
               "quote: print issuer and public key as a policy's quote_keys takes them, and end");
}

/// Reads JSON text into `target` if it is of the right type.
std::function<bool(const std::string&)> ReadsJson(std::optional<json>& target, json::value_t type) {
  return [&target, type](const std::string& text) {
    target = json::parse(text, nullptr, false);
    return target->type() == type;
  };
}

void AddHookFlags(CLI::App& app, Flags& flags) {
  SampleHookOptions& hook = flags.hook;
  app.add_option("--free-calls", hook.free_calls, "So many calls of paid tools cost nothing")
      ->check(CLI::NonNegativeNumber);
  app.add_option("--reject-tool", hook.rejected_tools,
                 "Answer calls of this tool with a rejection; may be repeated");
  AddRead(app, "--accepts", "JSON", "not a JSON array",
          ReadsJson(hook.change.accepts, json::value_t::array),
          "x402: ask with these version 2 entries instead of the price");
  AddRead(app, "--extensions", "JSON", "not a JSON object",
          ReadsJson(hook.change.extensions, json::value_t::object),
          "x402: advertise these extensions instead");
}

void AddOtherFlags(CLI::App& app, Flags& flags) {
  app.add_flag("--output-schema", flags.output_schema,
               "Declare an outputSchema for the paid tool weather");
  const auto faults = FaultNames();
  app.add_option_function<std::vector<std::string>>(
         "--fault",
         [&flags, faults](const std::vector<std::string>& names) {
           for (const std::string& name : names) flags.faults.insert(faults.at(name));
         },
         "Misbehave; may be given several times")
      ->check(CLI::IsMember(NamesOf(faults)))
      ->take_all();
  app.add_flag("!--no-stored-results", flags.stored_results,
               "Refuse a payment that was delivered for instead of giving its result again");
  app.add_option("--state", flags.state_path,
                 "File that keeps quotes, settled payments and their results for the next start; "
                 "one process at a time");
  app.add_option("--log", flags.log_path, "File to which every payment event is added as JSON");
}

}  // namespace

void AddFlags(CLI::App& app, Flags& flags) {
  AddPriceFlags(app, flags);
  AddX402Flags(app, flags);
  AddQuoteFlags(app, flags);
  AddHookFlags(app, flags);
  AddOtherFlags(app, flags);
  app.callback([&flags] {
    if (flags.dialect == Dialect::kX402V1 && X402V1NetworkName(flags.price.network).empty()) {
      throw CLI::ValidationError("--network",
                                 "x402 version 1 has no name for " + flags.price.network);
    }
  });
}

}  // namespace tollpass::samples
