#ifndef TOLLPASS_POLICY_LIMIT_TEXT_H_
#define TOLLPASS_POLICY_LIMIT_TEXT_H_

#include <string>

#include "core/limit.h"

namespace tollpass {

/// The key of the policy file that says `spec`: "per_day", "rolling 6h", "rate".
std::string LimitKey(const LimitSpec& spec);

/// What it allows: "0.05 USD", "30 payments in 1m".
std::string MaximumText(const LimitSpec& spec);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_LIMIT_TEXT_H_
