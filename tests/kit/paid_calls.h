#ifndef TOLLPASS_TESTS_KIT_PAID_CALLS_H_
#define TOLLPASS_TESTS_KIT_PAID_CALLS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tests/kit/calls.h"

namespace tollpass::kit {

/// The first thing that is wrong with how `call` came to the server, by its record: not called,
/// called with other arguments, paid where it must not be, not paid, paid with more than one proof.
/// Empty if nothing is.
std::string PaymentFault(const Call& call, const std::vector<nlohmann::json>& events);

/// What PaymentFault says of a call that was not paid.
inline constexpr std::string_view kNoPayment = "no payment came";

/// True if every call was made as often as Connections() have it.
bool HasWholeRun(const std::vector<nlohmann::json>& events);

}  // namespace tollpass::kit

#endif  // TOLLPASS_TESTS_KIT_PAID_CALLS_H_
