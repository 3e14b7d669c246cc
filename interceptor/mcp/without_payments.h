#ifndef TOLLPASS_INTERCEPTOR_MCP_WITHOUT_PAYMENTS_H_
#define TOLLPASS_INTERCEPTOR_MCP_WITHOUT_PAYMENTS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/json/json.h"
#include "interceptor/mcp/message.h"
#include "interceptor/mcp/payment_keys.h"

namespace tollpass {

/// The text of `message` with `edits` applied and without payments and prices (payment_keys.h,
/// without_keys.h, price_hints.h); every other byte stays. std::nullopt if it stays as it is.
/// InvalidArgument: an edit cannot be applied, or there is more than can be taken out.
absl::StatusOr<std::optional<std::string>> WithoutPayments(const Message& message,
                                                           const PaymentNames& names,
                                                           std::vector<json::Edit> edits = {});

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_WITHOUT_PAYMENTS_H_
