#ifndef TOLLPASS_SAMPLES_PAID_SERVER_TILL_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_TILL_H_

#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "samples/paid_server/call_hook.h"
#include "samples/paid_server/paid_call.h"
#include "samples/paid_server/tools.h"

namespace tollpass::samples {

/// The paywall of each way to ask for money; none is owned.
using Paywalls = std::map<Dialect, Paywall*>;

/// Where every call of a paid tool arrives: asks the seller's hook, then the paywall of the tool.
/// Not thread-safe.
class Till {
 public:
  /// `paywalls` has one for the dialect of every paid tool.
  Till(CallHook& hook, Paywalls paywalls) : hook_(hook), paywalls_(std::move(paywalls)) {}

  Reply Call(const PaidCall& call);

  /// The entry of a list of tools for `tool`.
  [[nodiscard]] nlohmann::json Describe(const Tool& tool) const;

 private:
  CallHook& hook_;
  Paywalls paywalls_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_TILL_H_
