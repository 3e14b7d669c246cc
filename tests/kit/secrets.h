#ifndef TOLLPASS_TESTS_KIT_SECRETS_H_
#define TOLLPASS_TESTS_KIT_SECRETS_H_

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tollpass::kit {

/// Texts that only a payment message can have brought to a host, in lower case and without "0x",
/// each with what it stood in first: "challenge", "receipt", "price hint" or "payment".
using Secrets = std::map<std::string, std::string>;

/// The markers, accounts, nonces, signatures, digests and ids in the payment messages of a record,
/// and its prices in atomic units and in units of the asset.
Secrets SecretsIn(const std::vector<nlohmann::json>& events);

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_SECRETS_H_
