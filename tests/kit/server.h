#ifndef TOLLPASS_TESTS_KIT_SERVER_H_
#define TOLLPASS_TESTS_KIT_SERVER_H_

#include <string>

#include "absl/status/status.h"

namespace tollpass::kit {

/// The line for a policy's `quote_keys` under which this server's quotes hold.
std::string QuoteKey();

/// An MCP server on stdin and stdout with the tools of Calls(), until the end of stdin. What it was
/// asked and told is added to the file `record`; what it must remember over a restart lies in
/// `record`.state. FailedPrecondition: `record` tells of a whole run; other errors as Record::Open.
absl::Status Serve(const std::string& record);

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_SERVER_H_
