#include "samples/paid_server/challenge.h"

#include <utility>

namespace tollpass::samples {

using nlohmann::json;

json ChallengeResult(json payment_required, std::string_view error, ChallengePlace place) {
  payment_required["error"] = error;
  if (place == ChallengePlace::kWrappedInText) {
    const json wrapped = {{"code", 402}, {"message", error}, {"data", payment_required}};
    return ErrorResult(json{{"x402/error", wrapped}}.dump());
  }
  json result = ErrorResult(payment_required.dump());
  if (place == ChallengePlace::kStructureAndText) {
    result["structuredContent"] = std::move(payment_required);
  }
  return result;
}

json ErrorResult(std::string_view text) {
  return {{"content", json::array({{{"type", "text"}, {"text", text}}})}, {"isError", true}};
}

}  // namespace tollpass::samples
