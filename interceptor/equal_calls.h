#ifndef TOLLPASS_INTERCEPTOR_EQUAL_CALLS_H_
#define TOLLPASS_INTERCEPTOR_EQUAL_CALLS_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/call.h"

namespace tollpass {

/// What one connection remembers of calls by what makes them equal (CallKey), so that a repeat
/// neither overtakes the decision about the call that it repeats nor is told that nothing was
/// paid. Calls are only compared where there is something to compare with. One thread.
class EqualCalls {
 public:
  static constexpr size_t kMaxUnanswered = 1024;
  static constexpr size_t kMaxAnswered = 32;

  /// A paid call that was answered.
  struct Answered {
    std::string charge_id;
    std::string dialect;
    int64_t generation = 0;
    // Unix time: an equal call that was made from then on, before this was answered, is its repeat.
    int64_t repeats_from_ms = 0;
    uint64_t newest_request = 0;  // the last that had been made by then
  };

  /// The host took back `call` while the kernel decides about it under `ticket`.
  void TakenBack(uint64_t ticket, const Call& call);
  /// That decision came and is dealt with; false if nobody took that call back.
  bool Returned(uint64_t ticket);
  /// The kernel still decides about an equal call that was taken back: it may end open, and a
  /// repeat that is decided before that is known would be paid a second time.
  [[nodiscard]] bool MustWait(const Call& call) const;

  /// A proof for `call` left, and the call ended unanswered or, later, answered.
  void EndedUnanswered(const Call& call);
  void EndedAnswered(const Call& call);
  /// The same, where requests wait that may have been made to repeat it.
  void EndedAnswered(const Call& call, Answered how);
  /// The call that `call` was to repeat, made as request `number` at `called_at_ms`, and that was
  /// answered since.
  [[nodiscard]] std::optional<Answered> AnsweredSince(const Call& call, uint64_t number,
                                                      int64_t called_at_ms) const;
  [[nodiscard]] bool WasLeftUnanswered(const Call& call) const;

 private:
  std::map<uint64_t, std::string> taken_back_;             // call keys by ticket
  std::set<std::string> unanswered_;                       // call keys
  std::deque<std::string> unanswered_order_;               // oldest first
  std::deque<std::pair<std::string, Answered>> answered_;  // call keys; oldest first
};

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_EQUAL_CALLS_H_
