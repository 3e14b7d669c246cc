#ifndef TOLLPASS_SAMPLES_PAID_SERVER_ISSUED_QUOTES_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_ISSUED_QUOTES_H_

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/status/status.h"
#include "samples/paid_server/state_file.h"

namespace tollpass::samples {

/// A quote that went out.
struct IssuedQuote {
  nlohmann::json quote;         // what the server holds itself to, without `sig`
  std::string digest;           // of the document that went out
  nlohmann::json requirements;  // the same demand in the words of x402 v2
  bool paid = false;
};

/// The quotes that may still be paid, by id. Not thread-safe.
class IssuedQuotes {
 public:
  /// Quotes of earlier processes are taken from `state`.
  explicit IssuedQuotes(StateFile& state);

  /// nullptr where no such quote was issued, or it was forgotten long after its end.
  [[nodiscard]] const IssuedQuote* Find(const std::string& quote_id) const;

  /// Forgets quotes that ended long before `now` (unix seconds).
  absl::Status Put(const IssuedQuote& issued, int64_t now);

  /// A quote is paid once.
  absl::Status MarkPaid(const std::string& quote_id);

 private:
  StateFile& state_;
  std::map<std::string, IssuedQuote> by_id_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_ISSUED_QUOTES_H_
