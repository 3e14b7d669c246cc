#ifndef TOLLPASS_INTERCEPTOR_INTERCEPTOR_H_
#define TOLLPASS_INTERCEPTOR_INTERCEPTOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/clock.h"
#include "core/export.h"
#include "interceptor/mcp/price_hint.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// The longest message that is passed on; a longer one is answered with an error. Bytes.
inline constexpr size_t kMaxMessageBytes = size_t{16} * 1024 * 1024;

/// The bytes that were just given go to the other side unchanged.
struct Forward {};
/// One message, without line end.
struct ToHost {
  std::string message;
};
struct ToServer {
  std::string message;
  /// Id (JSON text, as the host wrote it) of the host's request that this sends once more, so that
  /// a driver can send along what travels beside that message: HTTP headers. Empty: of no request.
  std::string repeats = {};
};
/// Ask the kernel on another thread; bring the decision back with FromKernel and this ticket.
struct Authorize {
  uint64_t ticket = 0;
  AuthorizeRequest request;
};
/// Tell the kernel on another thread, after the messages of the same Actions were written.
struct Conclude {
  Report report;
  std::vector<std::string> answered;  // keys of the host's requests that those messages answered
};
/// The host took back this request (its key in Conclude) after it was answered. A report that still
/// waits for the answer to be written says that nothing was answered, and waits no longer.
struct TakenBack {
  std::string id_key;
};
/// Call Tick at this time, Clock::SteadyMillis.
struct Wake {
  int64_t at_ms = 0;
};
/// A line for the user (stderr); never for the host.
struct Note {
  std::string text;
};

/// What the driver of an interceptor is to do, in this order.
using Action = std::variant<Forward, ToHost, ToServer, Authorize, Conclude, TakenBack, Wake, Note>;
using Actions = std::vector<Action>;

struct InterceptorOptions {
  std::string server_id;  // server identity
  std::string principal;
  std::string id_prefix;  // random text for ids that we mint for hosts with string ids
};

/// MCP messages in, MCP messages out, for one connection. Holds message ids and no authority; does
/// no input or output of its own. One thread; `clock` must outlive it.
///
/// What no dialect recognises passes as the same bytes. What one recognises never passes: it is
/// paid, or answered with one of a few fixed texts that show nothing of it.
class TOLLPASS_EXPORT Interceptor {
 public:
  Interceptor(InterceptorOptions options, const Clock& clock);
  ~Interceptor();
  Interceptor(const Interceptor&) = delete;
  Interceptor& operator=(const Interceptor&) = delete;

  /// One message (a line, without line end) from the host or the server. Of one over
  /// kMaxMessageBytes the two ends are read, as below.
  Actions FromHost(std::string_view message);
  Actions FromServer(std::string_view message);
  Actions FromKernel(uint64_t ticket, const Decision& decision);
  /// A line over kMaxMessageBytes that was not kept whole. `head` and `tail` are what was kept of
  /// its two ends (at least 4 KiB each; most programs write the id at one of them): the request
  /// that it carries or answers gets an error that says so.
  Actions HostLineTooLong(std::string_view head, std::string_view tail = {});
  Actions ServerLineTooLong(std::string_view head, std::string_view tail = {});
  /// The server is gone: every waiting request gets an answer.
  Actions ServerClosed();
  /// The host is gone: nothing is sent any more, charges are concluded.
  Actions HostClosed();
  Actions Tick();

  /// What the server's lists said about prices, in the order in which it came first; the host did
  /// not see it. Valid until the next call of a function that is not const.
  [[nodiscard]] const std::vector<PriceHint>& price_hints() const;

 private:
  class TOLLPASS_HIDDEN Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_INTERCEPTOR_H_
