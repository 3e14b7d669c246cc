#ifndef TOLLPASS_MANDATES_OVER_PRICE_H_
#define TOLLPASS_MANDATES_OVER_PRICE_H_

#include <cstdint>
#include <string>

#include "core/amount.h"
#include "core/reason.h"

namespace tollpass {

/// How long a price that was over a limit is remembered against its tool. Seconds.
inline constexpr int64_t kRefusedPriceSeconds = int64_t{60} * 60;

/// A price of a tool that was refused in such a way.
struct RefusedPrice {
  std::string network;
  std::string asset_id;
  Amount amount;  // atomic units
};

/// True for refusals by which a server could find out where a limit of money lies.
bool IsOverPrice(Reason reason);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_OVER_PRICE_H_
