#include "interceptor/mcp/without_payments.h"

#include <utility>

#include "core/status.h"
#include "interceptor/mcp/price_hints.h"
#include "interceptor/mcp/without_keys.h"

namespace tollpass {

absl::StatusOr<std::optional<std::string>> WithoutPayments(const Message& message,
                                                           const PaymentNames& names,
                                                           std::vector<json::Edit> edits) {
  std::optional<std::string> text;
  if (message.marked) {
    for (json::Edit& edit : PaymentRemovals(message, names)) edits.push_back(std::move(edit));
    for (json::Edit& edit : ListPriceRemovals(message, names)) edits.push_back(std::move(edit));
    text = WithoutPrices(message, names);
    TOLLPASS_ASSIGN_OR_RETURN(std::optional<std::string> keyless,
                              WithoutKeys(text ? ReadMessage(*text) : message, names));
    if (keyless) text = std::move(keyless);
  }
  if (edits.empty()) return text;
  TOLLPASS_ASSIGN_OR_RETURN(text, json::Splice(text ? *text : message.text, edits));
  return text;
}

}  // namespace tollpass
