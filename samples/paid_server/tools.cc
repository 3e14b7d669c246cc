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

const Forecast* FindForecast(const std::string& city) {
  const auto* found = std::ranges::find(kForecasts, city, &Forecast::city);
  return found == kForecasts.end() ? nullptr : found;
}

json UnknownCity(const std::string& city) {
  return ErrorResult(
      absl::StrFormat("Nothing is known of \"%s\", only of Oslo, Lisbon and Nairobi.", city));
}

json Weather(const json& arguments) {
  const std::string city = StringMember(arguments, "city");
  const Forecast* forecast = FindForecast(city);
  if (forecast == nullptr) return UnknownCity(city);
  json result = TextResult(
      absl::StrFormat("%s: %d degrees Celsius, %s", city, forecast->celsius, forecast->sky));
  result["structuredContent"] = {
      {"city", city}, {"celsius", forecast->celsius}, {"sky", forecast->sky}};
  return result;
}

json Almanac(const json& arguments) {
  const std::string city = StringMember(arguments, "city");
  const Forecast* forecast = FindForecast(city);
  if (forecast == nullptr) return UnknownCity(city);
  return TextResult(absl::StrFormat("%s: mostly %s, the whole year", city, forecast->sky));
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
      {"echo", "Gives the text back.", ObjectSchema(text), nullptr, 0, Echo},
      {"add", "Adds two numbers.", ObjectSchema(numbers), nullptr, 0, Add},
      {"paid_echo", "Gives the text back.", ObjectSchema(text), nullptr, 1, Echo},
      {"weather", "Tells today's weather in Oslo, Lisbon or Nairobi.", ObjectSchema(city),
       with_output_schema ? ObjectSchema(forecast) : json(nullptr), 1, Weather},
      {"almanac", "Tells the weather of a whole year in Oslo, Lisbon or Nairobi.",
       ObjectSchema(city), nullptr, 10, Almanac},
  };
}

json Describe(const Tool& tool) {
  json description = {
      {"name", tool.name}, {"description", tool.description}, {"inputSchema", tool.input_schema}};
  if (!tool.output_schema.is_null()) description["outputSchema"] = tool.output_schema;
  return description;
}

}  // namespace tollpass::samples
