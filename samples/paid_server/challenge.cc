#include "samples/paid_server/challenge.h"

#include <utility>

namespace tollpass::samples {

using nlohmann::json;

namespace {

// Over many lines, as the official Python SDKs write texts.
constexpr int kIndent = 2;

}  // namespace

json ChallengeResult(json payment_required, std::string_view error, ChallengePlace place) {
  payment_required["error"] = error;
  if (place == ChallengePlace::kWrappedInText) {
    const json wrapped = {{"code", 402}, {"message", error}, {"data", payment_required}};
    return ErrorResult(json{{"x402/error", wrapped}}.dump(kIndent));
  }
  json result = ErrorResult(payment_required.dump(kIndent));
  if (place == ChallengePlace::kStructureAndText) {
    result["structuredContent"] = std::move(payment_required);
  }
  return result;
}

json ErrorResult(std::string_view text) {
  return {{"content", json::array({{{"type", "text"}, {"text", text}}})}, {"isError", true}};
}

}  // namespace tollpass::samples
