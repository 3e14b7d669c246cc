#ifndef TOLLPASS_CLI_NEW_HOME_H_
#define TOLLPASS_CLI_NEW_HOME_H_

#include "absl/status/status.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"

namespace tollpass {

/// Makes a home for test networks: folder 0700, hot keys, careful policy, empty ledger.
/// AlreadyExists naming the file where anything is in the way: nothing is overwritten. If a step
/// fails, what this call made is removed again.
absl::Status MakeTestHome(const Home& home, const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_NEW_HOME_H_
