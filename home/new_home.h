#ifndef TOLLPASS_HOME_NEW_HOME_H_
#define TOLLPASS_HOME_NEW_HOME_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"

namespace tollpass {

/// Puts the keys of a new home into a folder; the approval key must be among them.
using MakeKeys = std::function<absl::Status(const std::string& folder)>;

/// AlreadyExists naming the file where anything is in the way of a new home: nothing is
/// overwritten.
absl::Status RequireRoom(const Home& home);

/// Makes a home: folder 0700, keys, careful policy, empty ledger. It is made beside its place and
/// moved there when it is complete, so that neither a signal nor a crash leaves half of one; if a
/// step fails or a signal comes, what was made is removed again. Errors as RequireRoom;
/// Cancelled: a signal came.
absl::Status MakeHome(const Home& home, const MakeKeys& make_keys, const Clock& clock,
                      Random& random);

/// What homes that a crash interrupted left beside `home`; nothing uses it.
std::vector<std::string> InterruptedHomes(const Home& home);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_NEW_HOME_H_
