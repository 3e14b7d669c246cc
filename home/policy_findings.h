#ifndef TOLLPASS_HOME_POLICY_FINDINGS_H_
#define TOLLPASS_HOME_POLICY_FINDINGS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/home.h"
#include "policy/policy.h"

namespace tollpass {

/// What `policy check` finds in a policy file.
struct PolicyFindings {
  std::string file;                 // path, for messages
  std::vector<PolicyError> errors;  // empty: it can be used
  std::vector<std::string> warnings;
};

PolicyFindings FindInPolicy(std::string_view text, std::string_view file);

/// Adds a warning for each server that the text lets be paid more than the user of `home` signed;
/// none where there is no ledger to read. `now`: unix seconds.
void AddWiderThanSigned(const Home& home, std::string_view text, int64_t now,
                        PolicyFindings& findings);

/// The object `check` of docs/json.md.
std::string PolicyFindingsJson(const PolicyFindings& findings);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_POLICY_FINDINGS_H_
