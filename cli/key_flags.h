#ifndef TOLLPASS_CLI_KEY_FLAGS_H_
#define TOLLPASS_CLI_KEY_FLAGS_H_

#include <string>

#include "absl/status/statusor.h"
#include "cli/command_line.h"
#include "core/home.h"
#include "wallet/keys/key_header.h"

namespace tollpass {

/// Which payment key a command is about.
struct KeyFlags {
  std::string family;
  bool testnet = false;
};

/// Adds --family and --testnet.
void AddKeyFlags(CLI::App& command, KeyFlags& flags);

/// The use of that key in `home`, hot or not left open: a `--test` home pays on test networks only.
/// InvalidArgument: no such family; errors as StoredApprovalKey.
absl::StatusOr<KeyHeader> KeyFor(const Home& home, const KeyFlags& flags);

/// True if the keys of `home` have no passphrase, because it is a `--test` home.
absl::StatusOr<bool> IsTestHome(const Home& home);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_KEY_FLAGS_H_
