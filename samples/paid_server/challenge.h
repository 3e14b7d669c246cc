#ifndef TOLLPASS_SAMPLES_PAID_SERVER_CHALLENGE_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_CHALLENGE_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tollpass::samples {

inline constexpr char kPaymentKey[] = "x402/payment";           // in the request's _meta
inline constexpr char kReceiptKey[] = "x402/payment-response";  // in the result's _meta
inline constexpr char kIdentifierKey[] = "payment-identifier";  // in `extensions`

/// The PaymentRequired object (x402 v2) for `tool`, asking for what `requirements` say.
nlohmann::json PaymentRequired(const std::string& tool, const nlohmann::json& requirements,
                               bool identifier_required);

/// `payment_required` as the result of a tool call, with `error` as the reason. The text alone
/// carries it if `text_only`.
nlohmann::json ChallengeResult(nlohmann::json payment_required, std::string_view error,
                               bool text_only);

/// The result of a tool that failed for a reason of its own.
nlohmann::json ErrorResult(std::string_view text);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_CHALLENGE_H_
