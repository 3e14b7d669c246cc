#ifndef TOLLPASS_HOME_SUPPOSED_PAYMENT_H_
#define TOLLPASS_HOME_SUPPOSED_PAYMENT_H_

#include <string>

namespace tollpass {

/// A payment that nobody asked for, as the user writes it.
struct SupposedPayment {
  std::string server = {};   // section name
  std::string tool = {};     // may be empty
  std::string network = {};  // CAIP-2
  std::string asset = {};    // symbol or id
  std::string pay_to = {};
  std::string amount = {};  // "0.01", or "0.01 USDC"
  bool by_flags = false;    // errors name flags of the command line ("--amount"), not these fields
};

}  // namespace tollpass

#endif  // TOLLPASS_HOME_SUPPOSED_PAYMENT_H_
