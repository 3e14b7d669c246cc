#include "tests/interceptor/stdio_host.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <utility>

#include "core/clock.h"
#include "core/os/poll.h"
#include "interceptor/transports/stdio_proxy.h"

namespace tollpass {
namespace {

constexpr int64_t kHangGuardMs = 30'000;
constexpr int64_t kPollMs = 5;
/// What a blocking pipe surely takes at once when it is writable.
constexpr size_t kAtomicBytes = 4096;

struct Pipe {
  os::Fd read_end;
  os::Fd write_end;
};

Pipe MakePipe() {
  int ends[2] = {-1, -1};
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  return {os::Fd(ends[0]), os::Fd(ends[1])};
}

[[noreturn]] void RunProxy(const StdioHostOptions& host) {
  NoKernel no_kernel;
  Kernel& kernel = host.kernel != nullptr ? *host.kernel : no_kernel;
  StdioProxyOptions options;
  options.command = host.command;
  options.env = host.env;
  options.interceptor.server_id = "server-identity";
  options.interceptor.principal = "alice";
  options.interceptor.id_prefix = "k3v9";
  const SystemClock clock;
  const absl::StatusOr<int> code = RunStdioProxy(options, kernel, clock);
  if (code.ok()) _exit(*code);
  const std::string text(code.status().message());
  [[maybe_unused]] const ssize_t count = write(STDERR_FILENO, text.data(), text.size());
  _exit(StdioHost::kStartFailed);
}

[[noreturn]] void EndProxy(std::string_view text) {
  [[maybe_unused]] const ssize_t count = write(STDERR_FILENO, text.data(), text.size());
  _exit(98);
}

}  // namespace

Decision NoKernel::Authorize(const AuthorizeRequest&) { EndProxy("authorised without reason"); }
absl::Status NoKernel::Conclude(const Report&) { EndProxy("concluded without reason"); }
absl::Status NoKernel::Resolve(const Order&, std::string_view) { EndProxy("resolved"); }

StdioHost::StdioHost(const StdioHostOptions& options) {
  Pipe input = MakePipe();
  Pipe output = MakePipe();
  Pipe error = MakePipe();
  pid_ = fork();
  if (pid_ == 0) {
    dup2(input.read_end.get(), STDIN_FILENO);
    dup2(output.write_end.get(), STDOUT_FILENO);
    dup2(error.write_end.get(), STDERR_FILENO);
    input.write_end.Close();
    output.read_end.Close();
    RunProxy(options);
  }
  signal(SIGPIPE, SIG_IGN);
  input_ = std::move(input.write_end);
  output_ = std::move(output.read_end);
  error_ = std::move(error.read_end);
  proxy_input_ = std::move(input.read_end);
  error.write_end.Close();
  output.write_end.Close();
  if (options.reads_stderr) collector_ = std::thread([this] { CollectStderr(); });
}

StdioHost::~StdioHost() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  stopping_ = true;
  if (collector_.joinable()) collector_.join();
}

void StdioHost::Signal(int number) const { kill(pid_, number); }

void StdioHost::CollectStderr() {
  std::string chunk;
  for (bool open = true; open && !stopping_;) {
    std::vector<os::Watched> watched = {{.fd = error_.get(), .want_read = true}};
    if (!os::Wait(watched, kPollMs).ok() || !watched[0].readable) continue;
    chunk.clear();
    const auto count = os::Read(error_.get(), chunk, 65536);
    open = count.ok() && (!count->has_value() || **count > 0);
    const std::lock_guard lock(mutex_);
    stderr_ += chunk;
    stderr_ended_ = !open;
    collected_.notify_all();
  }
}

void StdioHost::Send(std::string_view bytes) {
  while (!bytes.empty()) {
    std::vector<os::Watched> watched = {{.fd = input_.get(), .want_write = true}};
    if (!os::Wait(watched, kHangGuardMs).ok() || !watched[0].writable) {
      ADD_FAILURE() << "the proxy does not read";
      return;
    }
    const absl::StatusOr<size_t> count = os::Write(input_.get(), bytes.substr(0, kAtomicBytes));
    if (!count.ok()) return;
    bytes.remove_prefix(*count);
  }
}

void StdioHost::SendAndRead(std::string_view bytes) {
  while (!bytes.empty()) {
    std::vector<os::Watched> watched = {{.fd = input_.get(), .want_write = true},
                                        {.fd = output_.get(), .want_read = true}};
    if (!os::Wait(watched, kHangGuardMs).ok() || !(watched[0].writable || watched[1].readable)) {
      ADD_FAILURE() << "the proxy neither reads nor writes";
      return;
    }
    if (watched[1].readable && !ReadOutput()) return;
    if (!watched[0].writable) continue;
    const absl::StatusOr<size_t> count = os::Write(input_.get(), bytes.substr(0, kAtomicBytes));
    if (!count.ok()) return;
    bytes.remove_prefix(*count);
  }
}

bool StdioHost::ReadOutput() {
  std::vector<os::Watched> watched = {{.fd = output_.get(), .want_read = true}};
  if (!os::Wait(watched, kHangGuardMs).ok() || !watched[0].readable) {
    read_ += "[hangs]";
    return false;
  }
  const auto count = os::Read(output_.get(), read_, 65536);
  return count.ok() && (!count->has_value() || **count > 0);
}

std::string StdioHost::Line() {
  size_t searched = 0;
  for (;;) {
    const size_t end = read_.find('\n', searched);
    if (end != std::string::npos) {
      std::string line = read_.substr(0, end);
      read_.erase(0, end + 1);
      return line;
    }
    searched = read_.size();
    if (!ReadOutput()) return std::exchange(read_, {}) + "[end]";
  }
}

std::string StdioHost::Bytes(size_t count) {
  while (read_.size() < count && ReadOutput()) {
  }
  std::string bytes = read_.substr(0, count);
  read_.erase(0, bytes.size());
  return bytes;
}

std::string StdioHost::Rest() {
  while (ReadOutput()) {
  }
  return std::exchange(read_, {});
}

int StdioHost::ExitCode() {
  for (int64_t waited = 0; waited < kHangGuardMs; waited += kPollMs) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(kPollMs));
  }
  return -1;
}

bool StdioHost::NobodyIsLeft() {
  std::unique_lock lock(mutex_);
  return collected_.wait_for(lock, std::chrono::milliseconds(kHangGuardMs),
                             [this] { return stderr_ended_; });
}

std::string StdioHost::Stderr() {
  if (pid_ < 0) {
    EXPECT_TRUE(NobodyIsLeft()) << "somebody still holds stderr";
  }
  const std::lock_guard lock(mutex_);
  return stderr_;
}

bool StdioHost::SaysOnStderr(std::string_view text) {
  std::unique_lock lock(mutex_);
  return collected_.wait_for(lock, std::chrono::milliseconds(kHangGuardMs), [this, text] {
    return stderr_ended_ || stderr_.find(text) != std::string::npos;
  }) && stderr_.find(text) != std::string::npos;
}

int64_t StdioHost::ResidentKib() const {
  std::ifstream statm("/proc/" + std::to_string(pid_) + "/statm");
  int64_t size = 0;
  int64_t resident = 0;  // pages, both
  statm >> size >> resident;
  return resident * sysconf(_SC_PAGESIZE) / 1024;
}

bool StdioHost::InputBlocks() const {
  return (fcntl(proxy_input_.get(), F_GETFL) & O_NONBLOCK) == 0;
}

std::vector<std::string> Shell(std::string script) { return {"/bin/sh", "-c", std::move(script)}; }

}  // namespace tollpass
