#ifndef TOLLPASS_MANDATES_KNOWN_MANDATES_H_
#define TOLLPASS_MANDATES_KNOWN_MANDATES_H_

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/mandate_terms.h"
#include "core/order.h"

namespace tollpass {

/// An order, and the mandate that is its body.
struct MandateOrder {
  Order order;
  MandateTerms terms;
};

/// Decodes the orders that allow mandates, and knows again those that it decoded: each payment
/// reads the mandates of its server anew. What is known is what the very same bytes say; whether
/// they were signed, and whether they hold, is for others to find out. Thread-safe.
class KnownMandates {
 public:
  /// Errors as DecodeOrder and DecodeMandate.
  absl::StatusOr<std::shared_ptr<const MandateOrder>> Decode(std::string_view order_bytes);

 private:
  std::mutex mutex_;
  // By the bytes; guarded by mutex_.
  std::map<std::string, std::shared_ptr<const MandateOrder>, std::less<>> known_;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_KNOWN_MANDATES_H_
