#ifndef TOLLPASS_MANDATES_SIGNED_ORDER_H_
#define TOLLPASS_MANDATES_SIGNED_ORDER_H_

#include <string>

namespace tollpass {

/// OrderBytes of an order, and the signature over them.
struct SignedOrder {
  std::string order;
  std::string signature;
};

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_SIGNED_ORDER_H_
