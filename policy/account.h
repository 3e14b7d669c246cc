#ifndef TOLLPASS_POLICY_ACCOUNT_H_
#define TOLLPASS_POLICY_ACCOUNT_H_

#include <optional>
#include <string>
#include <string_view>

namespace tollpass {

/// Why `account`, as written in a policy file, can be nobody's; std::nullopt if it may be one. What
/// begins with 0x must be an EVM address, in one letter case or with its checksum; other networks
/// have forms of their own.
std::optional<std::string> FaultOfAccount(std::string_view account);

/// The form in which accounts are compared: EVM addresses in lower case.
std::string CanonicalAccount(std::string_view account);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_ACCOUNT_H_
