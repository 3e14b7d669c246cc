#ifndef TOLLPASS_MANDATES_NARROWER_LIMITS_H_
#define TOLLPASS_MANDATES_NARROWER_LIMITS_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/asset.h"
#include "core/limit.h"

/// Whether the limits of one mandate let through no more than those of the mandate above it. Each
/// function returns a sentence for each that does, beginning with `field`. Pure.
namespace tollpass {

/// Limits of the lower mandate, and the assets that it pays in.
struct LowerLimits {
  const std::vector<LimitSpec>& limits;
  const std::vector<Asset>& assets;
};

/// What one payment may cost, asset by asset; other limits are passed over.
std::vector<std::string> WiderPerCall(std::string_view field, const LowerLimits& lower,
                                      const std::vector<LimitSpec>& upper);

/// Windows, rates and totals: each of `upper` must be there, of the same unit, at most as high.
std::vector<std::string> WiderSums(std::string_view field, const LowerLimits& lower,
                                   const std::vector<LimitSpec>& upper);

/// From which amount on it asks, asset by asset: an empty list never asks, another one always asks
/// about an asset that it does not name.
std::vector<std::string> WiderAsking(std::string_view field, const LowerLimits& lower,
                                     const std::vector<LimitSpec>& upper);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_NARROWER_LIMITS_H_
