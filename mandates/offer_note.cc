#include "mandates/offer_note.h"

#include <algorithm>

#include "core/json/json.h"

namespace tollpass {
namespace {

constexpr size_t kMostOffers = 4;

}  // namespace

std::string OffersText(const std::vector<OfferNote>& offers) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(offers.size(), kMostOffers); ++i) {
    shown.push_back(json::ObjectWriter()
                        .String("scheme", offers[i].scheme)
                        .String("network", offers[i].network)
                        .String("asset", offers[i].asset)
                        .String("amount", offers[i].amount)
                        .String("payee", offers[i].payee)
                        .Done());
  }
  return json::Array(shown);
}

LimitNote NoteOf(const Limit& limit, Amount used) {
  return {.counter = limit.counter,
          .unit = limit.unit,
          .window = std::string(WindowName(limit.window)),
          .seconds = limit.seconds,
          .section = limit.section,
          .mandate = limit.mandate,
          .amount = limit.amount,
          .used = used,
          .maximum = limit.maximum};
}

}  // namespace tollpass
