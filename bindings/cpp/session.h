#ifndef TOLLPASS_BINDINGS_CPP_SESSION_H_
#define TOLLPASS_BINDINGS_CPP_SESSION_H_

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/cpp/open.h"
#include "core/export.h"
#include "interceptor/interceptor.h"

namespace tollpass {

/// What became of a question that the host showed to its user.
enum class Asked {
  kLater,     // no answer yet; it stays in OpenedHome::Pending
  kAnswered,  // OpenedHome::Approve or Deny was called
};

/// The host's own dialog. It runs inside FromServer, may take its time, and must not call the
/// session. If it throws, that is no answer. Wrong passphrases and such are for it to tell: Approve
/// fails, and it may ask again.
using AskUser = std::function<Asked(const Question& question)>;

/// One connection between an MCP host and an MCP server, for hosts that may wait: Interceptor and
/// Kernel in one, without threads and timers. One thread at a time; several sessions may share a
/// home. A call with a payment in it takes the time of a disk flush, and of the user where `ask` is
/// given.
///
/// The host hands every message of either side to the session, and hands on what it returns. Before
/// the next call of the session these messages must be out of its hands: written to the server, and
/// given to whoever made the call. For then it is recorded that a paid call was answered, and after
/// that an equal call is a new one and is paid anew. A process that ends before has not recorded
/// it, and an equal call gets the first proof again.
class TOLLPASS_EXPORT Session {
 public:
  /// Messages without line end, each list in its order.
  struct Messages {
    std::vector<std::string> to_server;
    std::vector<std::string> to_host;
    std::vector<std::string> notes;  // for the user; never for the host's model
  };

  /// `home` must outlive the session. `options` as OpenedHome::ConnectionTo gives them, for this
  /// session alone. Without `ask` a question stays in OpenedHome::Pending and the call is answered
  /// at once: approval is needed.
  Session(OpenedHome& home, InterceptorOptions options, AskUser ask = nullptr);
  /// Concludes as after Undelivered. Call Close before.
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// One JSON-RPC message, or batch, from the host or the server, UTF-8, without line end. Over
  /// 16 MiB it is not passed on; its request gets an error that says so.
  Messages FromHost(std::string_view message);
  Messages FromServer(std::string_view message);
  /// The server is gone, or the connection ends: every request that waits gets its answer. Nothing
  /// comes from later calls.
  Messages Close();

  /// The messages of the last call are out of the host's hands: what the next call says too, only
  /// now. For hosts that may not call for long.
  void Delivered();
  /// Those of the last call will never reach whoever made it, because that side is gone: an equal
  /// call gets the first proof again and is not paid anew.
  void Undelivered();

 private:
  class TOLLPASS_HIDDEN Running;
  std::unique_ptr<Running> running_;
};

}  // namespace tollpass

#endif  // TOLLPASS_BINDINGS_CPP_SESSION_H_
