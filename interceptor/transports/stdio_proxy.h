#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_STDIO_PROXY_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_STDIO_PROXY_H_

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "interceptor/interceptor.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

struct StdioProxyOptions {
  std::vector<std::string> command;        // argv of the MCP server
  std::string cwd;                         // empty: this process's
  std::map<std::string, std::string> env;  // added to this process's environment
  InterceptorOptions interceptor;
};

/// Runs an MCP server as a child and relays between it and our stdin and stdout, paying on the way,
/// until one side ends. Returns the child's exit code (128 + signal if one ended it). Diagnostics
/// go to stderr. Call it once, before any other thread exists.
/// NotFound, PermissionDenied: the program cannot be started.
absl::StatusOr<int> RunStdioProxy(const StdioProxyOptions& options, Kernel& kernel,
                                  const Clock& clock);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_STDIO_PROXY_H_
