#include "wallet/schemes/exact_eip3009.h"
#include "wallet/schemes/quote.h"
#include "wallet/schemes/scheme.h"

namespace tollpass {

std::vector<std::unique_ptr<const Scheme>> MakeSchemes() {
  std::vector<std::unique_ptr<const Scheme>> schemes;
  schemes.push_back(std::make_unique<ExactEip3009>());
  schemes.push_back(std::make_unique<QuoteScheme>());
  return schemes;
}

}  // namespace tollpass
