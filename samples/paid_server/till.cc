#include "samples/paid_server/till.h"

#include <string>
#include <variant>

#include "samples/paid_server/challenge.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

json Rejection(const Reject& reject) {
  const std::string text = StringMember(reject.body, "error");
  json result = ErrorResult(text.empty() ? "request rejected" : text);
  result["structuredContent"] = reject.body;
  return result;
}

}  // namespace

Reply Till::Call(const PaidCall& call) {
  const HookDecision decision = hook_.BeforePayment(call);
  if (const auto* reject = std::get_if<Reject>(&decision)) return ResultReply(Rejection(*reject));
  if (std::holds_alternative<RunFree>(decision)) {
    auto result = call.tool.run(call.arguments);
    return result.ok() ? ResultReply(*std::move(result)) : BrokenToolReply();
  }
  return paywalls_.at(call.tool.dialect)->Call(call, std::get<OfferChange>(decision));
}

json Till::Describe(const Tool& tool) const {
  json description = samples::Describe(tool);
  if (tool.price == 0) return description;
  if (json hint = paywalls_.at(tool.dialect)->Hint(tool); !hint.is_null()) {
    description["_meta"] = std::move(hint);
  }
  return description;
}

}  // namespace tollpass::samples
