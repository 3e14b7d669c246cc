#ifndef TOLLPASS_CLI_PLACE_KEY_H_
#define TOLLPASS_CLI_PLACE_KEY_H_

#include <functional>

#include "absl/status/statusor.h"
#include "cli/command_line.h"
#include "cli/key_flags.h"
#include "wallet/keys/locked_bytes.h"

namespace tollpass {

/// What `wallet new` and `wallet import` have in common.
struct PlaceKeyOptions {
  KeyFlags key;
  bool hot = false;
  bool replace = false;
  bool json = false;
};

void AddPlaceKeyFlags(CLI::App& command, CommandLine& line, PlaceKeyOptions& options);

/// Puts the secret that `make` gives into the home's place for that key, under the home's
/// passphrase unless it is to be hot, and tells what was made. A key for test networks is always
/// hot. Errors as AskHomePassphrase and PutKey.
absl::StatusOr<int> PlaceKey(const CommandLine& line, const PlaceKeyOptions& options,
                             const std::function<absl::StatusOr<LockedBytes>(KeyKind kind)>& make);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_PLACE_KEY_H_
