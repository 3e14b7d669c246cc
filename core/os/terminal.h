#ifndef TOLLPASS_CORE_OS_TERMINAL_H_
#define TOLLPASS_CORE_OS_TERMINAL_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/os/file.h"

namespace tollpass::os {

/// True if `fd` is a terminal.
bool IsTerminal(int fd);

/// Holds the signals that end a program from its terminal (SIGINT, SIGTERM, SIGHUP, SIGQUIT) back
/// while it lives; one that came takes effect when it ends. One thread.
class HeldSignals {
 public:
  static absl::StatusOr<HeldSignals> Hold();
  HeldSignals(HeldSignals&& other) noexcept;
  HeldSignals& operator=(HeldSignals&&) = delete;
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals();

  /// True if one came.
  [[nodiscard]] bool Pending() const;
  /// Becomes readable when one comes.
  [[nodiscard]] int fd() const { return fd_.get(); }

 private:
  HeldSignals(uint64_t before, Fd fd) : before_(before), fd_(std::move(fd)) {}

  uint64_t before_;  // which of them were held already, by bit
  Fd fd_;
};

enum class Echo { kShown, kHidden };

/// Writes `prompt` to the terminal behind stdin and reads one line from it into `line`; its length
/// without the line end. A signal that ends the program does so after the terminal is as it was.
/// Unavailable: stdin is no terminal; Cancelled: end of input (Ctrl-D); ResourceExhausted: a longer
/// line.
absl::StatusOr<size_t> ReadTerminalLine(std::string_view prompt, Echo echo,
                                        std::span<uint8_t> line);

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_TERMINAL_H_
