#ifndef TOLLPASS_HOME_WIDER_THAN_SIGNED_H_
#define TOLLPASS_HOME_WIDER_THAN_SIGNED_H_

#include <cstdint>
#include <string>
#include <vector>

#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// Where the policy file lets more be paid than the user signed, so that it asks or pays nothing
/// there: one sentence for each server, with the command that signs it. Servers that nothing was
/// signed for are left out. `now`: unix seconds.
std::vector<std::string> WiderThanSigned(const Policy& policy,
                                         const std::vector<MandateRow>& mandates, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_WIDER_THAN_SIGNED_H_
