#include "wallet/kernel/offered_text.h"

#include <algorithm>

#include "core/encoding.h"
#include "core/json/json.h"

namespace tollpass {
namespace {

constexpr size_t kMostOffers = 4;
constexpr size_t kMostBytes = 128;
constexpr size_t kMostExtraBytes = 512;  // Holds the name of a signing domain.

bool SaysNothing(const Offer& offer) {
  return offer.network.empty() && offer.asset.empty() && offer.amount.empty() &&
         offer.pay_to.empty() && offer.extra.empty();
}

}  // namespace

std::string OfferedText(const std::vector<Offer>& offers) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(offers.size(), kMostOffers); ++i) {
    const Offer& offer = offers[i];
    if (SaysNothing(offer)) continue;
    shown.push_back(json::ObjectWriter()
                        .String("scheme", Printable(offer.scheme, kMostBytes))
                        .String("network", Printable(offer.network, kMostBytes))
                        .String("asset", Printable(offer.asset, kMostBytes))
                        .String("amount", Printable(offer.amount, kMostBytes))
                        .String("pay_to", Printable(offer.pay_to, kMostBytes))
                        .String("extra", Printable(offer.extra, kMostExtraBytes))
                        .Done());
  }
  return shown.empty() ? std::string() : json::Array(shown);
}

}  // namespace tollpass
