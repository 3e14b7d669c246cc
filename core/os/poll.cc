#include "core/os/poll.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include "core/os/error.h"

namespace tollpass::os {
namespace {

constexpr size_t kChunk = 64 * 1024;

pollfd ToPoll(const Watched& watched) {
  const int events = (watched.want_read ? POLLIN : 0) | (watched.want_write ? POLLOUT : 0);
  // A descriptor without wishes would still wake us for ever once its peer hangs up.
  return {
      .fd = events == 0 ? -1 : watched.fd, .events = static_cast<int16_t>(events), .revents = 0};
}

}  // namespace

absl::Status Wait(std::vector<Watched>& watched, int64_t timeout_ms) {
  std::vector<pollfd> polled;
  polled.reserve(watched.size());
  for (const Watched& one : watched) polled.push_back(ToPoll(one));
  const int timeout =
      static_cast<int>(std::clamp<int64_t>(timeout_ms, -1, std::numeric_limits<int>::max()));
  const int ready = poll(polled.data(), polled.size(), timeout);
  if (ready < 0 && errno != EINTR) return ErrorOf("cannot wait for input", errno);
  for (size_t i = 0; i < watched.size(); ++i) {
    const int events = ready > 0 ? polled[i].revents : 0;
    const bool broken = (events & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    watched[i].readable = watched[i].want_read && (broken || (events & POLLIN) != 0);
    watched[i].writable = watched[i].want_write && (broken || (events & POLLOUT) != 0);
  }
  return absl::OkStatus();
}

absl::StatusOr<std::optional<size_t>> Read(int fd, std::string& buffer, size_t limit) {
  // Through the stack: growing the string first would write every byte of the chunk twice.
  std::array<char, kChunk> chunk;
  const ssize_t count = read(fd, chunk.data(), std::min(limit, chunk.size()));
  if (count >= 0) {
    buffer.append(chunk.data(), static_cast<size_t>(count));
    return static_cast<size_t>(count);
  }
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return std::nullopt;
  return ErrorOf("cannot read", errno);
}

absl::StatusOr<size_t> Write(int fd, std::string_view bytes) {
  const ssize_t count = write(fd, bytes.data(), bytes.size());
  if (count >= 0) return static_cast<size_t>(count);
  if (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) return size_t{0};
  return ErrorOf("cannot write", errno);
}

absl::StatusOr<NonBlocking> NonBlocking::Make(int fd) {
  struct stat facts = {};
  const int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || fstat(fd, &facts) != 0) return ErrorOf("cannot examine a stream", errno);
  const bool pipe_like = S_ISFIFO(facts.st_mode) || S_ISSOCK(facts.st_mode);
  if (!pipe_like || (flags & O_NONBLOCK) != 0) return NonBlocking(-1, flags);
  if (fcntl(fd, F_SETFL, flags | O_NONBLOCK) != 0) {
    return ErrorOf("cannot make a stream non-blocking", errno);
  }
  return NonBlocking(fd, flags);
}

NonBlocking::~NonBlocking() {
  if (fd_ >= 0) fcntl(fd_, F_SETFL, flags_);
}

void IgnoreWriteSignals() {
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
}

absl::StatusOr<Wakeup> Wakeup::Make() {
  Fd fd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!fd.valid()) return ErrorOf("cannot make an event descriptor", errno);
  return Wakeup(std::move(fd));
}

void Wakeup::Notify() const {
  const uint64_t one = 1;
  // It fails only when the counter is full, and then the loop is awake anyway.
  [[maybe_unused]] const ssize_t count = write(fd_.get(), &one, sizeof(one));
}

void Wakeup::Drain() const {
  uint64_t count = 0;
  [[maybe_unused]] const ssize_t size = read(fd_.get(), &count, sizeof(count));
}

}  // namespace tollpass::os
