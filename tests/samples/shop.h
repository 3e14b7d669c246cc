#ifndef TOLLPASS_TESTS_SAMPLES_SHOP_H_
#define TOLLPASS_TESTS_SAMPLES_SHOP_H_

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.h"
#include "core/random.h"
#include "samples/paid_server/checkout.h"
#include "samples/paid_server/faults.h"
#include "samples/paid_server/issued_quotes.h"
#include "samples/paid_server/local_facilitator.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/quote_documents.h"
#include "samples/paid_server/quote_issuer.h"
#include "samples/paid_server/quote_paywall.h"
#include "samples/paid_server/sample_hook.h"
#include "samples/paid_server/state_file.h"
#include "samples/paid_server/stored_results.h"
#include "samples/paid_server/till.h"
#include "samples/paid_server/tools.h"
#include "samples/paid_server/x402_paywall.h"
#include "samples/paid_server/x402_v1_form.h"
#include "samples/paid_server/x402_v2_form.h"
#include "tests/samples/payer.h"

namespace tollpass::samples {

inline constexpr int64_t kNow = 1'800'000'000;

class FixedClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override { return now * 1000; }
  [[nodiscard]] int64_t SteadyMillis() const override { return 0; }

  int64_t now = kNow;
};

/// The server's key of the published vectors.
inline constexpr char kServerSeed[] =
    "0101010101010101010101010101010101010101010101010101010101010101";

/// What a test may choose of a shop. The pointers replace the usual parts and are not owned.
struct ShopOptions {
  X402Options x402 = {};
  Faults faults = {};
  bool stored_results = true;
  std::string rail = kX402Rail;
  std::vector<std::string> payer_keys = {};
  Facilitator* facilitator = nullptr;
  CallHook* hook = nullptr;
};

/// Everything behind the tools of a server, with files of its own for state and log.
class Shop {
 public:
  /// `folder` keeps the state: a second shop there is the same server, started again.
  Shop(const std::string& folder, const ShopOptions& options)
      : log_path_(folder + "/log"),
        state_(StateFile::Open(folder + "/state").value()),
        log_(PaymentLog::Open(log_path_).value()),
        local_(clock_, state_, log_),
        honest_(options.facilitator == nullptr ? local_ : *options.facilitator),
        facilitator_(honest_, options.faults),
        results_(state_, options.stored_results),
        checkout_(options.faults, facilitator_, results_, log_),
        prices_(TestPrice(), options.faults),
        v2_(options.x402, v2_form_, prices_, checkout_, log_),
        v1_(options.x402, v1_form_, prices_, checkout_, log_),
        quotes_(state_),
        issuer_(
            {*Ed25519Key::FromSeed(kServerSeed), "weather.example", options.rail, options.faults},
            prices_, quotes_, clock_, random_),
        quote_(options.payer_keys, issuer_, quotes_, checkout_, clock_, log_),
        till_(options.hook == nullptr ? hook_ : *options.hook,
              {{Dialect::kX402, &v2_}, {Dialect::kX402V1, &v1_}, {Dialect::kQuote, &quote_}}) {}

  /// A call whose `_meta` holds `payment_text` where the tool's dialect looks for it.
  Reply Ask(const std::string& name, const nlohmann::json& arguments,
            const std::string& payment_text) {
    const Tool& tool = Find(name);
    const std::string arguments_text = arguments.dump();
    const std::string key = tool.dialect == Dialect::kQuote ? kProofKey : kPaymentKey;
    const std::string meta = payment_text.empty() ? "" : "{\"" + key + "\":" + payment_text + "}";
    return till_.Call({tool, arguments, arguments_text, meta});
  }

  /// The result of a call that has one.
  std::optional<nlohmann::json> Call(const std::string& name, const nlohmann::json& arguments,
                                     const std::string& payment_text) {
    const Reply reply = Ask(name, arguments, payment_text);
    if (!reply) return std::nullopt;
    return reply->value("result", nlohmann::json::object());
  }

  /// The x402 challenge that an unpaid call of `tool` gets.
  nlohmann::json Challenge(const std::string& tool) {
    return Call(tool, {{"text", "hi"}, {"city", "Oslo"}}, "").value()["structuredContent"];
  }

  /// The quote that an unpaid call of forecast gets.
  nlohmann::json AskQuote(const nlohmann::json& arguments) {
    return Ask("forecast", arguments, "").value()["error"]["data"]["quote"];
  }

  /// The tool of that name, to be changed at will.
  Tool& Find(const std::string& name) {
    for (Tool& tool : tools_) {
      if (tool.name == name) return tool;
    }
    ADD_FAILURE() << "no tool " << name;
    return tools_.front();
  }

  nlohmann::json Describe(const std::string& name) { return till_.Describe(Find(name)); }

  FixedClock& clock() { return clock_; }
  Till& till() { return till_; }

  /// What the log says happened, in order.
  [[nodiscard]] std::vector<nlohmann::json> Events() const {
    std::vector<nlohmann::json> events;
    std::ifstream in(log_path_);
    for (std::string line; std::getline(in, line);) events.push_back(nlohmann::json::parse(line));
    return events;
  }

  [[nodiscard]] size_t Count(const std::string& event) const {
    size_t count = 0;
    for (const nlohmann::json& record : Events()) count += record["event"] == event ? 1 : 0;
    return count;
  }

  static Price TestPrice() {
    return {Amount(10000),
            "eip155:84532",
            "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
            6,
            "USDC",
            "2",
            "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
            60};
  }

 private:
  std::string log_path_;
  FixedClock clock_;
  SystemRandom random_;
  StateFile state_;
  PaymentLog log_;
  LocalFacilitator local_;
  Facilitator& honest_;
  FaultyFacilitator facilitator_;
  StoredResults results_;
  Checkout checkout_;
  PriceList prices_;
  X402V2Form v2_form_;
  X402V1Form v1_form_;
  X402Paywall v2_;
  X402Paywall v1_;
  IssuedQuotes quotes_;
  QuoteIssuer issuer_;
  QuotePaywall quote_;
  SampleHook hook_{{}};
  Till till_;
  std::vector<Tool> tools_ = SampleTools(true);
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_TESTS_SAMPLES_SHOP_H_
