#ifndef TOLLPASS_HOME_POLICY_FINDINGS_H_
#define TOLLPASS_HOME_POLICY_FINDINGS_H_

#include <string>
#include <string_view>
#include <vector>

#include "policy/policy.h"

namespace tollpass {

/// What `policy check` finds in a policy file.
struct PolicyFindings {
  std::string file;                 // path, for messages
  std::vector<PolicyError> errors;  // empty: it can be used
  std::vector<std::string> warnings;
};

PolicyFindings FindInPolicy(std::string_view text, std::string_view file);

/// The object `check` of docs/json.md.
std::string PolicyFindingsJson(const PolicyFindings& findings);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_POLICY_FINDINGS_H_
