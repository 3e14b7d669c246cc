#ifndef TOLLPASS_HOME_ACCOUNT_KEY_H_
#define TOLLPASS_HOME_ACCOUNT_KEY_H_

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/home.h"
#include "core/signing_key.h"
#include "home/give_order.h"

namespace tollpass {

/// The key of `home` that pays, or once paid, from `account`; `ask` is called only if it is sealed.
/// NotFound: there is none (any more). Errors as OpenSecret and `ask`.
absl::StatusOr<std::unique_ptr<SigningKey>> OpenAccountKey(const Home& home,
                                                           std::string_view account,
                                                           const AskPassphrase& ask);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_ACCOUNT_KEY_H_
