#ifndef TOLLPASS_CLI_LIMITS_JSON_H_
#define TOLLPASS_CLI_LIMITS_JSON_H_

#include <string>
#include <vector>

#include "core/limit.h"

namespace tollpass {

/// An array with window, seconds, unit and maximum of each limit.
std::string LimitsJson(const std::vector<LimitSpec>& limits);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_LIMITS_JSON_H_
