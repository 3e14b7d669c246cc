#include "core/os/poll.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
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

int TimeoutOf(int64_t timeout_ms) {
  return static_cast<int>(std::clamp<int64_t>(timeout_ms, -1, std::numeric_limits<int>::max()));
}

}  // namespace

absl::Status Wait(std::vector<Watched>& watched, int64_t timeout_ms) {
  std::vector<pollfd> polled;
  polled.reserve(watched.size());
  for (const Watched& one : watched) polled.push_back(ToPoll(one));
  const int ready = poll(polled.data(), polled.size(), TimeoutOf(timeout_ms));
  if (ready < 0 && errno != EINTR) return ErrorOf("cannot wait for input", errno);
  for (size_t i = 0; i < watched.size(); ++i) {
    const int events = ready > 0 ? polled[i].revents : 0;
    const bool broken = (events & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    watched[i].readable = watched[i].want_read && (broken || (events & POLLIN) != 0);
    watched[i].writable = watched[i].want_write && (broken || (events & POLLOUT) != 0);
  }
  return absl::OkStatus();
}

absl::StatusOr<Waiter> Waiter::Make() {
  Fd fd(epoll_create1(EPOLL_CLOEXEC));
  if (!fd.valid()) return ErrorOf("cannot make a descriptor to wait with", errno);
  return Waiter(std::move(fd));
}

absl::Status Waiter::AskFor(size_t place, const Watched& watched) {
  const uint32_t events = (watched.want_read ? EPOLLIN : 0U) | (watched.want_write ? EPOLLOUT : 0U);
  const int fd = events == 0 ? -1 : watched.fd;
  Known& known = known_[place];
  if (known.fd == fd && known.events == events) return absl::OkStatus();
  // One that was closed is gone from there already.
  if (known.fd >= 0 && known.fd != fd) {
    epoll_ctl(fd_.get(), EPOLL_CTL_DEL, known.fd, nullptr);
    known.fd = -1;
  }
  const int change = known.fd == fd ? EPOLL_CTL_MOD : EPOLL_CTL_ADD;
  known = {.fd = fd, .events = events};
  if (fd < 0) return absl::OkStatus();
  epoll_event event = {.events = events, .data = {.u64 = place}};
  if (epoll_ctl(fd_.get(), change, fd, &event) == 0) return absl::OkStatus();
  // As poll has it: what is no descriptor is broken, and so is ready.
  known.always_ready = errno == EPERM || errno == EBADF;
  if (known.always_ready) return absl::OkStatus();
  // A number that was free became one of ours.
  if (errno == EEXIST) return ErrorOf("cannot wait, as a standard stream is closed", errno);
  return ErrorOf("cannot wait for input", errno);
}

absl::Status Waiter::Wait(std::vector<Watched>& watched, int64_t timeout_ms) {
  known_.resize(std::max(known_.size(), watched.size()));
  bool ready_now = false;
  for (size_t place = 0; place < known_.size(); ++place) {
    const Watched& one = place < watched.size() ? watched[place] : Watched();
    if (absl::Status status = AskFor(place, one); !status.ok()) return status;
    ready_now = ready_now || known_[place].always_ready;
  }
  std::array<epoll_event, 16> events;
  const int ready =
      epoll_wait(fd_.get(), events.data(), events.size(), ready_now ? 0 : TimeoutOf(timeout_ms));
  if (ready < 0 && errno != EINTR) return ErrorOf("cannot wait for input", errno);
  for (size_t place = 0; place < watched.size(); ++place) {
    const bool always = known_[place].always_ready;
    watched[place].readable = always && watched[place].want_read;
    watched[place].writable = always && watched[place].want_write;
  }
  for (int i = 0; i < ready; ++i) {
    Watched& one = watched[events[static_cast<size_t>(i)].data.u64];
    const uint32_t what = events[static_cast<size_t>(i)].events;
    const bool broken = (what & (EPOLLHUP | EPOLLERR)) != 0;
    one.readable = one.want_read && (broken || (what & EPOLLIN) != 0);
    one.writable = one.want_write && (broken || (what & EPOLLOUT) != 0);
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
