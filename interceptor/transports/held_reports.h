#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_HELD_REPORTS_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_HELD_REPORTS_H_

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "interceptor/interceptor.h"

namespace tollpass {

/// Reports of answers on their way to the host: the kernel is told that a call was answered when
/// the answer was written, and that it was not if it never will be. Each function returns what the
/// kernel is to be told now, in order. One thread.
///
/// How far the host's stream is written is a number that only grows: bytes or messages, as the
/// driver counts.
class HeldReports {
 public:
  /// Holds `conclude` until the stream is written up to `written_at`. A report of no answer waits
  /// for nothing, so that no later authorisation of an equal call overtakes it.
  [[nodiscard]] std::vector<Report> Hold(Conclude conclude, uint64_t written_at);

  /// The host took back this request (IdKey): what only answered it, answered nobody. Release what
  /// is written before: it was answered.
  [[nodiscard]] std::vector<Report> TakeBack(const std::string& id_key);

  enum class Side { kOpen, kEnded };
  /// The host's stream is written up to `written`. Once it ended, nothing more will be.
  [[nodiscard]] std::vector<Report> Release(uint64_t written, Side host);

  [[nodiscard]] bool empty() const { return held_.empty(); }

 private:
  struct Held {
    Conclude conclude;
    uint64_t written_at = 0;
  };

  std::deque<Held> held_;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_HELD_REPORTS_H_
