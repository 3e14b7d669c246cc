#ifndef TOLLPASS_INTERCEPTOR_KEPT_RESULTS_H_
#define TOLLPASS_INTERCEPTOR_KEPT_RESULTS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace tollpass {

/// Results that were paid for, kept for a repeat of the call: those that came after the host had
/// given up, and those that it may give up on before it has read them.
/// Holds at most 32 of them, 16 MiB together, each for 10 minutes; the eldest goes first.
class KeptResults {
 public:
  static constexpr size_t kMaxResults = 32;
  static constexpr size_t kMaxBytes = 16 * 1024 * 1024;
  static constexpr int64_t kMaxAgeMs = 10 * 60 * 1000;

  /// `message`: the server's line. `now_ms`: Clock::SteadyMillis.
  void Put(std::string charge_id, std::string message, int64_t now_ms);
  /// The one for this charge; it is gone afterwards.
  std::optional<std::string> Take(const std::string& charge_id, int64_t now_ms);

 private:
  struct Result {
    std::string charge_id;
    std::string message;
    int64_t kept_at_ms;
  };

  void Expire(int64_t now_ms);
  void DropEldest();

  std::deque<Result> results_;  // oldest first
  size_t bytes_ = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_KEPT_RESULTS_H_
