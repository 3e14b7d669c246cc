#ifndef TOLLPASS_TESTS_INTERCEPTOR_STDIO_HOST_H_
#define TOLLPASS_TESTS_INTERCEPTOR_STDIO_HOST_H_

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/os/file.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// For tests without payments: an authorisation or a report ends the proxy's process.
class NoKernel final : public Kernel {
 public:
  Decision Authorize(const AuthorizeRequest& request) override;
  absl::Status Conclude(const Report& report) override;
  absl::Status Resolve(const Order& order, std::string_view signature) override;
};

struct StdioHostOptions {
  std::vector<std::string> command;  // of the server
  std::map<std::string, std::string> env = {};
  Kernel* kernel = nullptr;  // a copy of it runs in the proxy's process; null: NoKernel
  bool reads_stderr = true;
};

/// An MCP host that starts a stdio proxy in a process of its own and talks to it over pipes. Every
/// wait has a hang guard; where it strikes, the text "[hangs]" or code -1 comes back.
class StdioHost {
 public:
  explicit StdioHost(std::vector<std::string> command)
      : StdioHost(StdioHostOptions{.command = std::move(command)}) {}
  explicit StdioHost(const StdioHostOptions& options);
  StdioHost(const StdioHost&) = delete;
  StdioHost& operator=(const StdioHost&) = delete;
  ~StdioHost();

  /// Writes without reading meanwhile: blocks like a host with one thread.
  void Send(std::string_view bytes);
  /// Writes, and reads what comes meanwhile.
  void SendAndRead(std::string_view bytes);
  void CloseInput() { input_.Close(); }
  void StopReading() { output_.Close(); }
  void Signal(int number) const;

  /// The next line without its LF, or what came before the end and "[end]".
  std::string Line();
  /// The next bytes, so many; fewer only at the end.
  std::string Bytes(size_t count);
  /// All that comes until the proxy closes its stdout.
  std::string Rest();
  /// Of the proxy's process; 128 + signal; kStartFailed where the proxy returned an error.
  int ExitCode();
  static constexpr int kStartFailed = 99;

  /// Waits until nobody who inherited the proxy's stderr (the server and what it started) is left.
  bool NobodyIsLeft();
  /// What the proxy and its server wrote to stderr so far; after ExitCode, all of it.
  std::string Stderr();
  /// True once stderr holds `text`.
  bool SaysOnStderr(std::string_view text);
  /// Memory of the proxy's process that is in use, in KiB.
  [[nodiscard]] int64_t ResidentKib() const;
  /// The stream that the proxy got as its stdin blocks, as it did at the start.
  [[nodiscard]] bool InputBlocks() const;

 private:
  /// False at the end of the proxy's stdout and where it hangs.
  bool ReadOutput();
  void CollectStderr();

  pid_t pid_ = -1;
  os::Fd input_;  // to the proxy's stdin
  os::Fd output_;
  os::Fd error_;
  os::Fd proxy_input_;  // the proxy's own end
  std::string read_;

  std::mutex mutex_;
  std::condition_variable collected_;
  std::string stderr_;
  bool stderr_ended_ = false;
  std::atomic<bool> stopping_ = false;
  std::thread collector_;
};

/// A server that is a shell script.
std::vector<std::string> Shell(std::string script);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_INTERCEPTOR_STDIO_HOST_H_
