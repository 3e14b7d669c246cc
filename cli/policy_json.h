#ifndef TOLLPASS_CLI_POLICY_JSON_H_
#define TOLLPASS_CLI_POLICY_JSON_H_

#include <string>
#include <string_view>

#include "policy/policy.h"

namespace tollpass {

/// The resolved rules, defaults included; of the server section `name` alone, with the budgets that
/// count it, if that is not empty.
std::string PolicyJson(const Policy& policy, std::string_view name);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_POLICY_JSON_H_
