#include "samples/paid_server/tools.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/strings/str_format.h"
#include "samples/paid_server/challenge.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

json ObjectSchema(const json& properties) {
  json required = json::array();
  for (const auto& property : properties.items()) required.push_back(property.key());
  return {{"type", "object"}, {"properties", properties}, {"required", required}};
}

json TextResult(std::string_view text) {
  return {{"content", json::array({{{"type", "text"}, {"text", text}}})}};
}

json Echo(const json& arguments) {
  if (!arguments.contains("text") || !arguments["text"].is_string()) {
    return ErrorResult("The argument \"text\" must be a string.");
  }
  return TextResult(StringMember(arguments, "text"));
}

json Add(const json& arguments) {
  for (const char* key : {"a", "b"}) {
    if (!arguments.contains(key) || !arguments[key].is_number()) {
      return ErrorResult(absl::StrFormat("The argument \"%s\" must be a number.", key));
    }
  }
  const json sum = arguments["a"].get<double>() + arguments["b"].get<double>();
  return TextResult(absl::StrFormat("%g", sum.get<double>()));
}

struct Forecast {
  std::string_view city;
  int celsius;
  std::string_view sky;
};

constexpr std::array kForecasts = {Forecast{"Oslo", -3, "snow"}, Forecast{"Lisbon", 17, "clear"},
                                   Forecast{"Nairobi", 24, "clouds"}};

json Weather(const json& arguments) {
  const std::string city = StringMember(arguments, "city");
  const auto* forecast = std::ranges::find(kForecasts, city, &Forecast::city);
  if (forecast == kForecasts.end()) {
    return ErrorResult(absl::StrFormat("No forecast for \"%s\"; there is one for %s.", city,
                                       "Oslo, Lisbon and Nairobi"));
  }
  json result = TextResult(
      absl::StrFormat("%s: %d degrees Celsius, %s", city, forecast->celsius, forecast->sky));
  result["structuredContent"] = {
      {"city", city}, {"celsius", forecast->celsius}, {"sky", forecast->sky}};
  return result;
}

}  // namespace

std::vector<Tool> SampleTools(bool with_output_schema) {
  const json text = {{"text", {{"type", "string"}}}};
  const json numbers = {{"a", {{"type", "number"}}}, {"b", {{"type", "number"}}}};
  const json city = {{"city", {{"type", "string"}}}};
  const json forecast = {{"city", {{"type", "string"}}},
                         {"celsius", {{"type", "integer"}}},
                         {"sky", {{"type", "string"}}}};
  return {
      {"echo", "Gives the text back.", ObjectSchema(text), nullptr, false, Echo},
      {"add", "Adds two numbers.", ObjectSchema(numbers), nullptr, false, Add},
      {"paid_echo", "Gives the text back.", ObjectSchema(text), nullptr, true, Echo},
      {"weather", "Tells today's weather in Oslo, Lisbon or Nairobi.", ObjectSchema(city),
       with_output_schema ? ObjectSchema(forecast) : json(nullptr), true, Weather},
  };
}

json Describe(const Tool& tool) {
  json description = {
      {"name", tool.name}, {"description", tool.description}, {"inputSchema", tool.input_schema}};
  if (!tool.output_schema.is_null()) description["outputSchema"] = tool.output_schema;
  return description;
}

}  // namespace tollpass::samples
