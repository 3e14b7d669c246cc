#include "samples/paid_server/price_list.h"

namespace tollpass::samples {
namespace {

constexpr char kOtherPayee[] = "0x00000000000000000000000000000000DeaDBeef";

}  // namespace

nlohmann::json PriceList::Requirements(int units) const {
  return {{"scheme", "exact"},
          {"network", price_.network},
          {"amount", Times(units).ToAtomic()},
          {"asset", price_.asset},
          {"payTo", price_.pay_to},
          {"maxTimeoutSeconds", price_.timeout_seconds},
          {"extra", {{"name", price_.asset_name}, {"version", price_.asset_version}}}};
}

std::string PriceList::Text(int units) const {
  return FormatDecimal(Times(units), price_.decimals) + " " + price_.asset_name;
}

Amount PriceList::Times(int units) const {
  Amount amount;
  for (int i = 0; i < units; ++i) amount = amount.Plus(price_.amount).value_or(amount);
  return amount;
}

void PriceList::NoteChallenge() {
  if (faults_.erase(Fault::kPriceBump) > 0) {
    price_.amount = price_.amount.Plus(price_.amount).value_or(price_.amount);
  }
  if (faults_.contains(Fault::kPayeeSwap)) price_.pay_to = kOtherPayee;
}

}  // namespace tollpass::samples
