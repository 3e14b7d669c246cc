#include "samples/paid_server/challenge.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

json IdentifierExtension(bool required) {
  return {{"info", {{"required", required}}},
          {"schema",
           {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
            {"type", "object"},
            {"properties",
             {{"required", {{"type", "boolean"}}},
              {"id",
               {{"type", "string"},
                {"minLength", 16},
                {"maxLength", 128},
                {"pattern", "^[a-zA-Z0-9_-]+$"}}}}},
            {"required", {"required"}}}}};
}

}  // namespace

json PaymentRequired(const std::string& tool, const json& requirements, bool identifier_required) {
  return {{"x402Version", 2},
          {"resource",
           {{"url", "mcp://tool/" + tool},
            {"description", "Tool: " + tool},
            {"mimeType", "application/json"}}},
          {"accepts", json::array({requirements})},
          {"extensions", {{kIdentifierKey, IdentifierExtension(identifier_required)}}}};
}

json ChallengeResult(json payment_required, std::string_view error, bool text_only) {
  payment_required["error"] = error;
  json result = ErrorResult(payment_required.dump());
  if (!text_only) result["structuredContent"] = std::move(payment_required);
  return result;
}

json ErrorResult(std::string_view text) {
  return {{"content", json::array({{{"type", "text"}, {"text", text}}})}, {"isError", true}};
}

}  // namespace tollpass::samples
