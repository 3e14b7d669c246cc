#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_STDIO_RELAY_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_STDIO_RELAY_H_

#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/os/poll.h"
#include "interceptor/interceptor.h"
#include "interceptor/transports/delivery.h"
#include "interceptor/transports/kernel_worker.h"
#include "interceptor/transports/line_reader.h"
#include "interceptor/transports/line_writer.h"
#include "interceptor/transports/server_process.h"

namespace tollpass {

/// The loop of a stdio connection: our stdin and stdout are the host, the server is a child.
///
/// The host ends by the end of its input, by no longer reading, or by a signal to us. Then no
/// payment begins any more; what was begun is carried to its end and answers still go out, while
/// the server is made to end. The server ends with its output. Then whatever waits is answered and
/// concluded. Each of these waits is bounded.
class StdioRelay {
 public:
  /// All must outlive this.
  StdioRelay(Interceptor& interceptor, KernelWorker& kernel, ServerProcess& server,
             const os::SignalSource& signals, const Clock& clock);

  /// Relays until both sides have ended. The server's exit code.
  absl::StatusOr<int> Run();

 private:
  void Watch();
  [[nodiscard]] int64_t Timeout() const;
  [[nodiscard]] bool ServerOutputIsLast() const;

  void ReadSignals();
  void ReadKernel();
  void ReadHost();
  void ReadServer();
  void Tick();
  void Flush();

  void EndHost();
  void EndServer();
  void AdvanceEnding();
  [[nodiscard]] bool Finished() const;

  Interceptor& interceptor_;
  KernelWorker& kernel_;
  ServerProcess& server_;
  const os::SignalSource& signals_;
  const Clock& clock_;

  LineReader from_host_;
  LineReader from_server_;
  LineWriter to_host_;
  LineWriter to_server_;
  Delivery delivery_;
  std::vector<os::Watched> watched_;

  int64_t now_ms_ = 0;
  bool host_ended_ = false;
  bool server_ended_ = false;
  int64_t flush_deadline_ = std::numeric_limits<int64_t>::max();
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_STDIO_RELAY_H_
