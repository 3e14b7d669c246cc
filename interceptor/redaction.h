#ifndef TOLLPASS_INTERCEPTOR_REDACTION_H_
#define TOLLPASS_INTERCEPTOR_REDACTION_H_

#include <optional>
#include <string_view>
#include <vector>

#include "core/json/json.h"
#include "interceptor/dialects/dialect.h"

namespace tollpass {

/// The changes to a notification that put a fixed text where one of its `params` carries a payment
/// message, or a member with one of the names `keys`; _meta is left to PaymentRemovals.
/// std::nullopt if there is more than can be taken out.
std::optional<std::vector<json::Edit>> Redactions(const Dialects& dialects,
                                                  const std::vector<std::string_view>& keys,
                                                  const json::Value& params);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_REDACTION_H_
