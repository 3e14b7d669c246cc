#ifndef TOLLPASS_INTERCEPTOR_MCP_PRICE_HINTS_H_
#define TOLLPASS_INTERCEPTOR_MCP_PRICE_HINTS_H_

#include <optional>
#include <string>
#include <vector>

#include "core/json/json.h"
#include "interceptor/mcp/message.h"
#include "interceptor/mcp/payment_keys.h"
#include "interceptor/mcp/price_hint.h"

namespace tollpass {

/// The hints in a message of the server, in its order; those of more than 4 KiB are left out.
std::vector<PriceHint> ReadPriceHints(const Message& message, const PaymentNames& names);

/// The newest hint for each key of each entry, of at most 1024.
class PriceHints {
 public:
  static constexpr size_t kMaxHints = 1024;

  /// Adds or replaces; once it is full, only replaces.
  void Take(std::vector<PriceHint> hints);
  /// In the order in which they came first.
  [[nodiscard]] const std::vector<PriceHint>& all() const { return hints_; }

 private:
  std::vector<PriceHint> hints_;
};

/// The changes that take prices out of the _meta of a list itself.
std::vector<json::Edit> ListPriceRemovals(const Message& message, const PaymentNames& names);

/// The text of `message` without prices and payment arguments in the entries of its lists: beside
/// their names, in their _meta and annotations, and in the inputSchema of a tool, however that is
/// put together; every other byte stays. std::nullopt if there are none. Where schemas
/// are too much to read, only the names of that tool and of those behind it stay.
std::optional<std::string> WithoutPrices(const Message& message, const PaymentNames& names);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_PRICE_HINTS_H_
