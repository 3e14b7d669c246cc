#ifndef TOLLPASS_TESTS_WALLET_QUOTE_HOME_H_
#define TOLLPASS_TESTS_WALLET_QUOTE_HOME_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "core/server_identity.h"
#include "tests/wallet/kernel_home.h"
#include "tests/wallet/quote_issuer.h"

namespace tollpass {

/// A home whose server "shop" has kIssuerKey, with the key that signs proofs and a mandate.
class QuoteHome {
 public:
  QuoteHome();

  KernelHome& operator*() { return home_; }
  KernelHome* operator->() { return &home_; }
  [[nodiscard]] int64_t now() { return home_.clock().UnixMillis() / 1000; }
  [[nodiscard]] const std::string& mandate() const { return mandate_; }

  /// A call that was challenged with `quote`, as text.
  AuthorizeRequest Request(const std::string& quote, const std::string& arguments = "{}");

 private:
  KernelHome home_;
  std::string mandate_;
};

/// The server of QuoteHome.
ServerEndpoint QuotingShop();

/// The key that signs proofs, of kDocumentSeed.
void PutDocumentKey(KernelHome& home);

/// kFiveADay with a quote key.
std::string QuotePolicy(std::string_view more = "");

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_QUOTE_HOME_H_
