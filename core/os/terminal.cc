#include "core/os/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/os/error.h"
#include "core/os/poll.h"
#include "core/status.h"

namespace tollpass::os {
namespace {

constexpr std::array kHeld = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// A terminal whose settings are put back.
class Settings {
 public:
  Settings(int fd, Echo echo) : fd_(fd), ok_(echo == Echo::kShown) {
    termios wanted = {};
    if (ok_ || tcgetattr(fd, &wanted) != 0) return;
    before_ = wanted;
    wanted.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    wanted.c_lflag |= ICANON | ISIG | ECHONL;
    // Stopped here, the shell would be left without echo.
    wanted.c_cc[VSUSP] = _POSIX_VDISABLE;
    // What was typed before the question was typed in sight, perhaps for another program.
    ok_ = tcsetattr(fd, TCSAFLUSH, &wanted) == 0;
  }
  ~Settings() {
    if (before_.has_value()) tcsetattr(fd_, TCSAFLUSH, &*before_);
  }
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;

  /// False if the line would be seen though it must not.
  [[nodiscard]] bool ok() const { return ok_; }

 private:
  int fd_;
  bool ok_;
  std::optional<termios> before_;
};

/// The terminal itself where it can be opened, so that a prompt is seen though stderr goes to a
/// file. Reading it never blocks: an interrupt takes back the line that was just typed.
Fd OpenTerminal() { return Fd(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)); }

/// Waits for a line of `fd`. Cancelled: a signal came first.
absl::Status AwaitLine(int fd, const HeldSignals& held) {
  std::vector<Watched> watched = {{.fd = fd, .want_read = true},
                                  {.fd = held.fd(), .want_read = true}};
  do {
    TOLLPASS_RETURN_IF_ERROR(Wait(watched, -1));
    if (watched[1].readable) return absl::CancelledError("interrupted");
  } while (!watched[0].readable);
  return absl::OkStatus();
}

/// std::nullopt: the line is gone again.
absl::StatusOr<std::optional<size_t>> ReadLine(int fd, std::span<uint8_t> line) {
  const ssize_t count = read(fd, line.data(), line.size());
  if (count < 0 && errno == EAGAIN) return std::nullopt;
  if (count < 0) return ErrorOf("cannot read from the terminal", errno);
  const auto size = static_cast<size_t>(count);
  if (size == 0) return absl::CancelledError("no answer was given; nothing was changed");
  if (line[size - 1] == '\n') return size - 1;
  if (size == line.size()) {
    tcflush(fd, TCIFLUSH);
    return absl::ResourceExhaustedError("the answer is too long");
  }
  return size;
}

}  // namespace

bool IsTerminal(int fd) { return isatty(fd) == 1; }

absl::StatusOr<HeldSignals> HeldSignals::Hold() {
  sigset_t wanted;
  sigset_t old;
  sigemptyset(&wanted);
  for (const int number : kHeld) sigaddset(&wanted, number);
  Fd fd(signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!fd.valid()) return ErrorOf("cannot make a signal descriptor", errno);
  if (const int error = pthread_sigmask(SIG_BLOCK, &wanted, &old); error != 0) {
    return ErrorOf("cannot hold signals back", error);
  }
  uint64_t before = 0;
  for (size_t i = 0; i < kHeld.size(); ++i) {
    if (sigismember(&old, kHeld[i]) == 1) before |= uint64_t{1} << i;
  }
  return HeldSignals(before, std::move(fd));
}

HeldSignals::HeldSignals(HeldSignals&& other) noexcept
    : before_(other.before_), fd_(std::move(other.fd_)) {}

HeldSignals::~HeldSignals() {
  if (!fd_.valid()) return;
  sigset_t release;
  sigemptyset(&release);
  for (size_t i = 0; i < kHeld.size(); ++i) {
    if ((before_ >> i & 1) == 0) sigaddset(&release, kHeld[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &release, nullptr);
}

bool HeldSignals::Pending() const {
  pollfd polled = {.fd = fd_.get(), .events = POLLIN, .revents = 0};
  return poll(&polled, 1, 0) > 0;
}

absl::StatusOr<size_t> ReadTerminalLine(std::string_view prompt, Echo echo,
                                        std::span<uint8_t> line) {
  if (!IsTerminal(STDIN_FILENO)) return absl::UnavailableError("there is no terminal to ask on");
  const Fd terminal = OpenTerminal();
  const int in = terminal.valid() ? terminal.get() : STDIN_FILENO;
  const int out = terminal.valid() ? terminal.get() : STDERR_FILENO;
  TOLLPASS_ASSIGN_OR_RETURN(const HeldSignals held, HeldSignals::Hold());
  const Settings settings(in, echo);
  if (!settings.ok()) return absl::UnavailableError("the terminal would show what is typed");
  if (write(out, prompt.data(), prompt.size()) < 0) {
    return ErrorOf("cannot write to the terminal", errno);
  }
  while (true) {
    TOLLPASS_RETURN_IF_ERROR(AwaitLine(in, held));
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<size_t> size, ReadLine(in, line));
    if (size.has_value()) return *size;
  }
}

}  // namespace tollpass::os
