#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>

#include "core/os/error.h"
#include "core/os/poll.h"

namespace tollpass::os {

absl::StatusOr<SignalSource> SignalSource::Make(std::initializer_list<int> signals) {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : signals) sigaddset(&set, number);
  // An ignored signal never becomes pending; hosts do start children with some ignored.
  for (const int number : signals) signal(number, SIG_DFL);
  if (const int error = pthread_sigmask(SIG_BLOCK, &set, nullptr); error != 0) {
    return ErrorOf("cannot block signals", error);
  }
  Fd fd(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!fd.valid()) return ErrorOf("cannot make a signal descriptor", errno);
  return SignalSource(std::move(fd));
}

std::optional<int> SignalSource::Next() const {
  signalfd_siginfo arrived = {};
  if (read(fd_.get(), &arrived, sizeof(arrived)) != sizeof(arrived)) return std::nullopt;
  return static_cast<int>(arrived.ssi_signo);
}

}  // namespace tollpass::os
