#ifndef TOLLPASS_TESTS_CLI_SEALED_HOME_H_
#define TOLLPASS_TESTS_CLI_SEALED_HOME_H_

#include <string>
#include <string_view>

#include "tests/cli/sandbox.h"
#include "tests/wallet/cheap_sealing.h"

namespace tollpass {

/// Gives `sandbox` the home that plain `init` makes, but under a passphrase (kPassphrase) that
/// costs next to nothing to try. `hot`: as with --hot.
void MakeSealedHome(Sandbox& sandbox, bool hot = false);

/// Runs `tollpass` with these lines as its --passphrase-file.
Outcome RunWith(Sandbox& sandbox, std::string_view passphrases, const Words& arguments);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_CLI_SEALED_HOME_H_
