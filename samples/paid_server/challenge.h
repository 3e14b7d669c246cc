#ifndef TOLLPASS_SAMPLES_PAID_SERVER_CHALLENGE_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_CHALLENGE_H_

#include <nlohmann/json.hpp>
#include <string_view>

namespace tollpass::samples {

inline constexpr char kPaymentKey[] = "x402/payment";           // in the request's _meta
inline constexpr char kReceiptKey[] = "x402/payment-response";  // in the result's _meta

/// Where the PaymentRequired object stands in a result.
enum class ChallengePlace {
  kStructureAndText,
  kText,          // the text alone
  kWrappedInText  // the text alone, as {"x402/error":{code,message,data}}: version 1's example
};

/// `payment_required` as the result of a tool call, with `error` as the reason.
nlohmann::json ChallengeResult(nlohmann::json payment_required, std::string_view error,
                               ChallengePlace place);

/// The result of a tool that failed for a reason of its own.
nlohmann::json ErrorResult(std::string_view text);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_CHALLENGE_H_
