#ifndef TOLLPASS_CORE_OS_POLL_H_
#define TOLLPASS_CORE_OS_POLL_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/os/file.h"

namespace tollpass::os {

struct Watched {
  int fd = -1;  // negative: ignored
  bool want_read = false;
  bool want_write = false;
  bool readable = false;  // or at its end, or broken
  bool writable = false;
};

/// Waits until one of `watched` is ready or `timeout_ms` (negative: for ever) has passed.
absl::Status Wait(std::vector<Watched>& watched, int64_t timeout_ms);

/// Wait for a loop, which mostly waits for the same again: what is asked of the system each time
/// does not grow with what is watched. One thread.
class Waiter {
 public:
  static absl::StatusOr<Waiter> Make();
  /// As os::Wait. Each descriptor has one place in `watched`; one that was closed since the last
  /// time is not there any more.
  absl::Status Wait(std::vector<Watched>& watched, int64_t timeout_ms);

 private:
  struct Known {
    int fd = -1;  // negative: not asked for
    uint32_t events = 0;
    bool always_ready = false;  // a regular file, or no descriptor at all
  };

  explicit Waiter(Fd fd) : fd_(std::move(fd)) {}
  absl::Status AskFor(size_t place, const Watched& watched);

  Fd fd_;
  std::vector<Known> known_;  // by place in `watched`
};

/// Reads what is there into the end of `buffer` (at most `limit` bytes): the number of bytes, 0 at
/// the end, std::nullopt if nothing is there yet.
absl::StatusOr<std::optional<size_t>> Read(int fd, std::string& buffer, size_t limit);

/// Writes as much as goes without waiting: the number of bytes taken.
absl::StatusOr<size_t> Write(int fd, std::string_view bytes);

/// Keeps a pipe or socket non-blocking while it lives and puts its old flags back; other kinds of
/// files (terminals, regular files) stay as they are, because others may share them.
class NonBlocking {
 public:
  static absl::StatusOr<NonBlocking> Make(int fd);
  NonBlocking(NonBlocking&& other) noexcept
      : fd_(std::exchange(other.fd_, -1)), flags_(other.flags_) {}
  NonBlocking& operator=(NonBlocking&&) = delete;
  NonBlocking(const NonBlocking&) = delete;
  NonBlocking& operator=(const NonBlocking&) = delete;
  ~NonBlocking();

 private:
  NonBlocking(int fd, int flags) : fd_(fd), flags_(flags) {}
  int fd_;
  int flags_;
};

/// Makes a write to a pipe that nobody reads, and one beyond the limit of a file's size (ulimit
/// -f), an error instead of this process's end.
void IgnoreWriteSignals();

/// Another thread wakes a loop with it. Notify is thread-safe.
class Wakeup {
 public:
  static absl::StatusOr<Wakeup> Make();
  void Notify() const;
  void Drain() const;
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  explicit Wakeup(Fd fd) : fd_(std::move(fd)) {}
  Fd fd_;
};

/// Delivers `signals` of this process through a descriptor instead of a handler. Make it before
/// the first thread.
class SignalSource {
 public:
  static absl::StatusOr<SignalSource> Make(std::initializer_list<int> signals);
  /// The next signal that arrived; std::nullopt if none.
  std::optional<int> Next() const;
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  explicit SignalSource(Fd fd) : fd_(std::move(fd)) {}
  Fd fd_;
};

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_POLL_H_
