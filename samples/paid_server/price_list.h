#ifndef TOLLPASS_SAMPLES_PAID_SERVER_PRICE_LIST_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_PRICE_LIST_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/amount.h"
#include "samples/paid_server/faults.h"

namespace tollpass::samples {

/// What one unit costs and how it is to be paid.
struct Price {
  Amount amount;  // atomic units of the token
  std::string network;
  std::string asset;          // token contract
  int decimals = 0;           // of the token
  std::string asset_name;     // EIP-712 domain of the token
  std::string asset_version;  // EIP-712 domain of the token
  std::string pay_to;
  int64_t timeout_seconds = 0;
};

/// The price of today, and the one after a fault has changed it. Not thread-safe.
class PriceList {
 public:
  PriceList(Price price, const Faults& faults) : price_(std::move(price)), faults_(faults) {}

  /// One entry of x402's `accepts` for `units` times the price.
  [[nodiscard]] nlohmann::json Requirements(int units) const;

  /// What `units` times the price is for a person: "0.01 USDC".
  [[nodiscard]] std::string Text(int units) const;

  [[nodiscard]] const Price& price() const { return price_; }

  /// A challenge with the current price went out.
  void NoteChallenge();

 private:
  [[nodiscard]] Amount Times(int units) const;

  Price price_;
  Faults faults_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_PRICE_LIST_H_
