#ifndef TOLLPASS_SAMPLES_PAID_SERVER_CALL_HOOK_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_CALL_HOOK_H_

#include <nlohmann/json.hpp>
#include <variant>

#include "samples/paid_server/paid_call.h"

namespace tollpass::samples {

/// The call costs nothing.
struct RunFree {};

/// The call is answered by an `isError` result with `body` as its structured content; the text is
/// the body's `error`, else "request rejected".
struct Reject {
  nlohmann::json body;
};

/// What a seller decides before a call is looked at. An OfferChange without members changes
/// nothing.
using HookDecision = std::variant<OfferChange, RunFree, Reject>;

/// The seller's own word on every call of a paid tool, paid or not yet.
class CallHook {
 public:
  virtual ~CallHook() = default;
  virtual HookDecision BeforePayment(const PaidCall& call) = 0;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_CALL_HOOK_H_
