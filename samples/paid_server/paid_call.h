#ifndef TOLLPASS_SAMPLES_PAID_SERVER_PAID_CALL_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_PAID_CALL_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "samples/paid_server/tools.h"

namespace tollpass::samples {

/// A call of a tool that costs money. Texts are views into the line that came.
struct PaidCall {
  const Tool& tool;
  const nlohmann::json& arguments;
  std::string_view arguments_text;  // as they came; "{}" if there are none
  std::string_view meta_text;       // `params._meta` as it came; empty if there is none
};

/// The exact bytes of the payment under `key` of the call's `_meta`; empty if there is none, or
/// more than one.
std::string_view PaymentIn(const PaidCall& call, std::string_view key);

/// The member of a JSON-RPC response that says what became of a call: {"result": …} or
/// {"error": …}. std::nullopt: a fault asks that the answer is lost.
using Reply = std::optional<nlohmann::json>;

Reply ResultReply(nlohmann::json result);
Reply ErrorReply(int code, std::string_view message);
/// What the host gets if a tool broke instead of answering.
Reply BrokenToolReply();

/// What a seller asks for one call instead of the price list; x402 only.
struct OfferChange {
  std::optional<nlohmann::json> accepts;     // x402 v2 entries
  std::optional<nlohmann::json> extensions;  // by name
};

/// One way to ask for money and to take it.
class Paywall {
 public:
  virtual ~Paywall() = default;

  /// Answers the call: with a demand for money, or with the tool's result once it is paid.
  virtual Reply Call(const PaidCall& call, const OfferChange& change) = 0;

  /// What a list of tools says of the price, as members of `_meta`; null for nothing.
  [[nodiscard]] virtual nlohmann::json Hint(const Tool& tool) const = 0;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_PAID_CALL_H_
