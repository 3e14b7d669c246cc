#ifndef TOLLPASS_TESTS_SAMPLES_PAYER_H_
#define TOLLPASS_TESTS_SAMPLES_PAYER_H_

#include <nlohmann/json.hpp>
#include <string>

namespace tollpass::samples {

/// The well-known test key 0xac09…ff80 and its account.
inline constexpr char kPayerKey[] =
    "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";
inline constexpr char kPayerAccount[] = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

/// What the payer may choose in a payment.
struct PaymentChoice {
  int64_t valid_after = 0;
  int64_t valid_before = 0;
  std::string nonce = std::string(64, '7');  // hex
  std::string identifier = "pay_0123456789abcdef";
};

/// Signs `payment`'s authorization again, for the token that `accepted` names.
void Sign(nlohmann::json& payment);

/// A payment that answers the first offer of `payment_required`.
nlohmann::json Pay(const nlohmann::json& payment_required, const PaymentChoice& choice);

}  // namespace tollpass::samples

#endif  // TOLLPASS_TESTS_SAMPLES_PAYER_H_
