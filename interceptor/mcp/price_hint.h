#ifndef TOLLPASS_INTERCEPTOR_MCP_PRICE_HINT_H_
#define TOLLPASS_INTERCEPTOR_MCP_PRICE_HINT_H_

#include <string>

namespace tollpass {

/// What a server's list says that an entry costs. For planning only: a price is what a demand says,
/// and no hint ever raises a limit.
struct PriceHint {
  std::string list;  // "tools", "resources", "resourceTemplates", "prompts"
  std::string name;  // of the entry; untrusted
  std::string key;   // "payments/pricing"
  std::string json;  // its exact text

  friend bool operator==(const PriceHint&, const PriceHint&) = default;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_PRICE_HINT_H_
