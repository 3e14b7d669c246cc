#include "tests/interceptor/payment_shapes.h"

#include <fstream>

namespace tollpass {
namespace {

using Json = nlohmann::ordered_json;

Json OfferOfVersion1(Canaries& canaries) {
  return {{"scheme", "exact"},
          {"network", "base-sepolia"},
          {"maxAmountRequired", canaries.Digits()},
          {"resource", canaries.Word()},
          {"description", canaries.Word()},
          {"mimeType", canaries.Word()},
          {"payTo", canaries.Word()},
          {"maxTimeoutSeconds", canaries.Number()},
          {"asset", canaries.Word()},
          {"outputSchema", {{"a", canaries.Word()}}},
          {"extra", {{"name", canaries.Word()}, {"version", canaries.Word()}}}};
}

Json Version1(Canaries& canaries) {
  return {{"x402Version", 1},
          {"error", canaries.Word()},
          {"accepts", {OfferOfVersion1(canaries), OfferOfVersion1(canaries)}}};
}

Json Version2(Canaries& canaries) {
  const Json offer = {{"scheme", "exact"},
                      {"network", "eip155:" + canaries.Digits()},
                      {"amount", canaries.Digits()},
                      {"asset", canaries.Word()},
                      {"payTo", canaries.Word()},
                      {"maxTimeoutSeconds", canaries.Number()},
                      {"extra", {{"name", canaries.Word()}}}};
  return {{"x402Version", 2},
          {"error", canaries.Word()},
          {"resource", {{"url", canaries.Word()}, {"description", canaries.Word()}}},
          {"accepts", {offer}},
          {"extensions", {{canaries.Word(), {{"info", {{"a", canaries.Word()}}}}}}}};
}

Json MppChallenge(Canaries& canaries) {
  return {{"id", canaries.Word()},
          {"realm", canaries.Word()},
          {"method", "evm"},
          {"intent", "charge"},
          {"request",
           {{"amount", canaries.Digits()},
            {"currency", canaries.Word()},
            {"recipient", canaries.Word()},
            {"methodDetails", {{"chainId", canaries.Number()}}}}},
          {"expires", canaries.Word()},
          {"description", canaries.Word()},
          {"opaque", canaries.Word()}};
}

Json Expand(const Json& written, Canaries& canaries);

Json ExpandObject(const Json& written, Canaries& canaries) {
  if (written.contains("$v1")) return Version1(canaries);
  if (written.contains("$v2")) return Version2(canaries);
  if (written.contains("$v1offer")) return OfferOfVersion1(canaries);
  if (written.contains("$mpp")) return MppChallenge(canaries);
  if (written.contains("$json")) {
    Json inner = Expand(written["$json"], canaries);
    canaries.Sow(inner);
    return written.value("$before", "") + inner.dump();
  }
  Json expanded = Json::object();
  for (const auto& [key, value] : written.items()) expanded[key] = Expand(value, canaries);
  return expanded;
}

Json Expand(const Json& written, Canaries& canaries) {
  if (written == "$word") return canaries.Word();
  if (written == "$digits") return canaries.Digits();
  if (written == "$number") return canaries.Number();
  if (written.is_object()) return ExpandObject(written, canaries);
  if (!written.is_array()) return written;
  Json expanded = Json::array();
  for (const Json& inner : written) expanded.push_back(Expand(inner, canaries));
  return expanded;
}

// A text "$structured" says what structuredContent says.
void RepeatStructured(Json& result) {
  if (!result.contains("structuredContent") || !result.contains("content")) return;
  for (Json& item : result["content"]) {
    if (item.contains("text") && item["text"] == "$structured") {
      item["text"] = result["structuredContent"].dump();
    }
  }
}

std::vector<PaymentShape> Load() {
  std::ifstream file(TOLLPASS_TEST_DATA "/payment_shapes.json");
  std::vector<PaymentShape> shapes;
  for (const Json& entry : Json::parse(file)) {
    const bool payable = entry.value("payable", false);
    shapes.push_back({entry["name"], entry["dialect"], payable,
                      payable ? "" : entry.value("reason", "not_payable"), entry["answer"]});
  }
  return shapes;
}

}  // namespace

void PrintTo(const PaymentShape& shape, std::ostream* out) { *out << shape.name; }

const std::vector<PaymentShape>& PaymentShapes() {
  static const std::vector<PaymentShape> shapes = Load();
  return shapes;
}

Json MakeAnswer(const PaymentShape& shape, Canaries& canaries) {
  Json answer = Expand(shape.answer, canaries);
  canaries.Sow(answer.begin().value());
  RepeatStructured(answer.begin().value());
  return answer;
}

}  // namespace tollpass
