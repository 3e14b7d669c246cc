#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_X402_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_X402_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/json/json.h"
#include "core/proof.h"
#include "interceptor/dialects/dialect.h"

/// What the versions and bindings of x402 over MCP have in common.
namespace tollpass {

inline constexpr std::string_view kX402PaymentKey = "x402/payment";
inline constexpr std::string_view kX402ReceiptKey = "x402/payment-response";

/// How an answer carries a demand. Each answer has one form at most.
enum class X402Form {
  kNone,
  kV1,          // tool result, wrapped text, or error 402 with it as data; x402Version 1
  kV2,          // tool result with any other version
  kDotted,      // tool result that wants the key "x402.payment"
  kCloudflare,  // result._meta["x402/error"]
  kExtension,   // resultType "payment_required", result.paymentRequired, the result itself, or one
                // that says of no error and is nothing but the demand
  kError,       // any other JSON-RPC error that has it as data or data.x402
};

struct X402Demand {
  X402Form form = X402Form::kNone;
  std::string_view text;         // the PaymentRequired, inside the answer; may be empty
  std::optional<Reason> defect;  // of the message around it
};

/// Finds the demand in the places where one is read: structuredContent before content[0].text.
/// Two that differ in one result are ambiguous.
X402Demand FindX402(const Answer& answer);

/// The challenge of the dialect that pays, or recognises, this form; nothing for another form.
Reading ReadX402Challenge(const Answer& answer, X402Form form, std::string_view dialect);

/// True for an x402 message by itself: no other protocol has a member "x402Version", or one
/// "accepts" with entries that have a "payTo".
bool IsX402Message(const Part& part);
bool IsX402Version1(const Part& part);

/// result._meta["x402/payment-response"] (SettlementResponse), and whether settlement failed with
/// nothing for the host beside it.
Settlement ReadX402Settlement(const Answer& answer);

/// The CAIP-2 id for a network name of x402 version 1; std::nullopt for an unknown name.
std::optional<std::string_view> X402NetworkId(std::string_view name);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_X402_H_
