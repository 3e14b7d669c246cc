#ifndef TOLLPASS_HOME_LIMITS_JSON_H_
#define TOLLPASS_HOME_LIMITS_JSON_H_

#include <string>
#include <vector>

#include "core/asset.h"
#include "core/limit.h"

namespace tollpass {

/// An array with window, seconds, unit and maximum of each limit; a maximum that counts one of
/// `assets` alone in its atomic units.
std::string LimitsJson(const std::vector<LimitSpec>& limits, const std::vector<Asset>& assets);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_LIMITS_JSON_H_
