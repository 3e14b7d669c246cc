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
#include "samples/paid_server/faults.h"
#include "samples/paid_server/local_facilitator.h"
#include "samples/paid_server/payment_log.h"
#include "samples/paid_server/paywall.h"
#include "samples/paid_server/state_file.h"
#include "samples/paid_server/stored_results.h"
#include "samples/paid_server/tools.h"
#include "tests/samples/payer.h"

namespace tollpass::samples {

inline constexpr int64_t kNow = 1'800'000'000;

class FixedClock final : public Clock {
 public:
  [[nodiscard]] int64_t UnixMillis() const override { return kNow * 1000; }
  [[nodiscard]] int64_t SteadyMillis() const override { return 0; }
};

/// A paywall with everything behind it, and files of its own for state and log.
class Shop {
 public:
  /// `folder` keeps the state: a second shop there is the same server, started again.
  Shop(const std::string& folder, PaywallOptions options)
      : log_path_(folder + "/log"),
        state_(StateFile::Open(folder + "/state").value()),
        log_(PaymentLog::Open(log_path_).value()),
        local_(clock_, state_, log_),
        facilitator_(local_, options.faults),
        results_(state_),
        tools_(SampleTools(true)),
        paywall_(options, PriceList(TestPrice(), options.faults), facilitator_, results_, log_) {}

  std::optional<nlohmann::json> Call(const std::string& tool, const nlohmann::json& arguments,
                                     const std::string& payment_text) {
    for (const Tool& candidate : tools_) {
      if (candidate.name == tool) return paywall_.Call(candidate, arguments, payment_text);
    }
    ADD_FAILURE() << "no tool " << tool;
    return std::nullopt;
  }

  /// The challenge that an unpaid call of `tool` gets.
  nlohmann::json Ask(const std::string& tool) {
    return Call(tool, {{"text", "hi"}, {"city", "Oslo"}}, "").value()["structuredContent"];
  }

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
            "USDC",
            "2",
            "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
            60};
  }

 private:
  std::string log_path_;
  FixedClock clock_;
  StateFile state_;
  PaymentLog log_;
  LocalFacilitator local_;
  FaultyFacilitator facilitator_;
  StoredResults results_;
  std::vector<Tool> tools_;
  Paywall paywall_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_TESTS_SAMPLES_SHOP_H_
