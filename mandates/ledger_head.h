#ifndef TOLLPASS_MANDATES_LEDGER_HEAD_H_
#define TOLLPASS_MANDATES_LEDGER_HEAD_H_

#include <cstdint>
#include <string>
#include <tuple>

namespace tollpass {

/// How far a ledger has come.
struct LedgerHead {
  int64_t epoch = 1;   // counts how often the user accepted it as it was; the first is 1
  int64_t events = 0;  // sequence of the newest event
  std::string hash;    // of that event, 32 bytes

  friend bool operator==(const LedgerHead&, const LedgerHead&) = default;
  [[nodiscard]] bool IsBefore(const LedgerHead& other) const {
    return std::tie(epoch, events) < std::tie(other.epoch, other.events);
  }
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_LEDGER_HEAD_H_
