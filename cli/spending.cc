#include "cli/spending.h"

#include <utility>

namespace tollpass {
namespace {

Amount SpentOf(const Limit& limit, const std::vector<CounterRow>& counters) {
  Amount spent;
  for (const CounterRow& row : counters) {
    if (row.counter == limit.counter && row.unit == limit.unit &&
        row.window == WindowName(limit.window) && row.seconds == limit.seconds &&
        row.bucket >= limit.from) {
      spent = spent.Plus(row.sum).value_or(spent);
    }
  }
  return spent;
}

}  // namespace

std::vector<Spending> SpendingOf(const Policy& policy, const ServerSection& server,
                                 const std::vector<MandateRow>& mandates,
                                 const std::vector<CounterRow>& counters, int64_t now) {
  std::vector<MandateTerms> terms;
  for (const MandateRow& row : mandates) {
    terms.push_back(row.terms);
  }
  std::vector<Spending> spending;
  for (Limit& limit : policy.LimitsOf(server.name, terms, now)) {
    if (limit.window != WindowKind::kCall) {
      const Amount spent = SpentOf(limit, counters);
      spending.push_back({std::move(limit), spent});
    }
  }
  return spending;
}

}  // namespace tollpass
