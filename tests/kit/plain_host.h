#ifndef TOLLPASS_TESTS_KIT_PLAIN_HOST_H_
#define TOLLPASS_TESTS_KIT_PLAIN_HOST_H_

#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"

namespace tollpass::kit {

struct PlainHostOptions {
  std::vector<std::string> command;  // what a host starts as its server
  std::string record;                // path of the server's record
  std::string seen;                  // path: every byte that it gets
};

/// Makes the calls of Connections() as a host that knows nothing of payments. The call that is not
/// answered is given up once the record tells of its payment. Tells `out` of each call before it is
/// made, a line each. Errors: FailedPrecondition where the record or `seen` is there before;
/// Unavailable where the command cannot be started or does not answer a first message, what it
/// starts writes another record, or `seen` cannot be written.
absl::Status Play(const PlainHostOptions& options, std::ostream& out);

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_PLAIN_HOST_H_
