#ifndef TOLLPASS_HOME_EXPLAIN_PAYMENT_H_
#define TOLLPASS_HOME_EXPLAIN_PAYMENT_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "core/home.h"
#include "home/supposed_payment.h"

namespace tollpass {

/// What the policy and the mandates of `home` say to it at `now` (unix seconds), for people or as
/// an object. InvalidArgument names the part that cannot be read, by its flag; NotFound: no such
/// server.
absl::StatusOr<std::string> ExplainSupposed(const Home& home, const SupposedPayment& payment,
                                            int64_t now, bool json);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_EXPLAIN_PAYMENT_H_
