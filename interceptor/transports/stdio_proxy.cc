#include "interceptor/transports/stdio_proxy.h"

#include <csignal>
#include <string>
#include <utility>

#include "core/os/poll.h"
#include "core/os/process.h"
#include "core/status.h"
#include "interceptor/transports/kernel_worker.h"
#include "interceptor/transports/notes.h"
#include "interceptor/transports/server_process.h"
#include "interceptor/transports/stdio_relay.h"

namespace tollpass {

absl::StatusOr<int> RunStdioProxy(const StdioProxyOptions& options, Kernel& kernel,
                                  const Clock& clock) {
  os::IgnoreWriteSignals();
  TOLLPASS_ASSIGN_OR_RETURN(const os::SignalSource signals,
                            os::SignalSource::Make({SIGTERM, SIGINT, SIGHUP}));
  TOLLPASS_ASSIGN_OR_RETURN(const os::NonBlocking input, os::NonBlocking::Make(0));
  TOLLPASS_ASSIGN_OR_RETURN(const os::NonBlocking output, os::NonBlocking::Make(1));
  TOLLPASS_ASSIGN_OR_RETURN(os::Wakeup wakeup, os::Wakeup::Make());
  // Our own variables may hold secrets: paths of homes, tokens of agents.
  TOLLPASS_ASSIGN_OR_RETURN(os::Child child, os::Child::Start({.argv = options.command,
                                                               .cwd = options.cwd,
                                                               .env = options.env,
                                                               .withheld = {"TOLLPASS_*"}}));
  ServerProcess server(std::move(child));
  Interceptor interceptor(options.interceptor, clock);
  KernelWorker worker(kernel, std::move(wakeup), clock);
  absl::StatusOr<int> code = StdioRelay(interceptor, worker, server, signals, clock).Run();
  for (const std::string& failure : worker.End()) PrintNote(failure);
  return code;
}

}  // namespace tollpass
