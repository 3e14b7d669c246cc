#ifndef TOLLPASS_POLICY_POLICY_LIMITS_H_
#define TOLLPASS_POLICY_POLICY_LIMITS_H_

#include <vector>

#include "core/limit.h"
#include "policy/intent.h"
#include "policy/rules.h"

namespace tollpass {

/// The limits of every section of the policy that applies to `intent`, a call of `tool` (nullptr:
/// one without a section) of `server`: those of budgets first, the tool's last.
void AppendPolicyLimits(const PolicyRules& rules, const ServerRules& server,
                        const ToolSection* tool, const Intent& intent, std::vector<Limit>& limits);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_POLICY_LIMITS_H_
