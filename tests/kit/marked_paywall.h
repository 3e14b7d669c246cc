#ifndef TOLLPASS_TESTS_KIT_MARKED_PAYWALL_H_
#define TOLLPASS_TESTS_KIT_MARKED_PAYWALL_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "samples/paid_server/paid_call.h"
#include "samples/paid_server/price_list.h"
#include "tests/kit/canaries.h"
#include "tests/kit/record.h"

namespace tollpass::kit {

/// Stands before the paywalls of the tools: puts random markers into all that they say of money
/// where no signature forbids it, and records what came and what was said. Not thread-safe.
class MarkedPaywall final : public samples::Paywall {
 public:
  /// `by_tool` has the paywall of every tool; none is owned.
  MarkedPaywall(std::map<std::string, samples::Paywall*> by_tool, samples::PriceList prices,
                Record& record)
      : by_tool_(std::move(by_tool)), prices_(std::move(prices)), record_(record) {}

  samples::Reply Call(const samples::PaidCall& call, const samples::OfferChange& change) override;
  [[nodiscard]] nlohmann::json Hint(const samples::Tool& tool) const override;

 private:
  /// The same for a tool in every process of a run, as the payment for it must match.
  [[nodiscard]] samples::OfferChange Offer(const samples::Tool& tool) const;

  std::map<std::string, samples::Paywall*> by_tool_;
  samples::PriceList prices_;
  Record& record_;
  Canaries canaries_;
};

/// The tool that offers nothing but ways to pay that nobody knows.
inline constexpr char kStrangeTool[] = "fetch_strange";

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_MARKED_PAYWALL_H_
