#include "samples/paid_server/tools.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "absl/strings/str_format.h"
#include "samples/paid_server/challenge.h"
#include "samples/paid_server/json_members.h"

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

struct Sky {
  std::string_view city;
  int celsius;
  std::string_view today;
  std::string_view tomorrow;
};

constexpr std::array kSkies = {Sky{"Oslo", -3, "snow", "clear"}, Sky{"Lisbon", 17, "clear", "rain"},
                               Sky{"Nairobi", 24, "clouds", "clear"}};

const Sky* FindSky(const std::string& city) {
  const auto* found = std::ranges::find(kSkies, city, &Sky::city);
  return found == kSkies.end() ? nullptr : found;
}

json UnknownCity(const std::string& city) {
  return ErrorResult(
      absl::StrFormat("Nothing is known of \"%s\", only of Oslo, Lisbon and Nairobi.", city));
}

json Weather(const json& arguments) {
  const std::string city = StringMember(arguments, "city");
  const Sky* sky = FindSky(city);
  if (sky == nullptr) return UnknownCity(city);
  json result =
      TextResult(absl::StrFormat("%s: %d degrees Celsius, %s", city, sky->celsius, sky->today));
  result["structuredContent"] = {{"city", city}, {"celsius", sky->celsius}, {"sky", sky->today}};
  return result;
}

json Forecast(const json& arguments) {
  const std::string city = StringMember(arguments, "city");
  const Sky* sky = FindSky(city);
  if (sky == nullptr) return UnknownCity(city);
  return TextResult(absl::StrFormat("%s: %s tomorrow", city, sky->tomorrow));
}

json Almanac(const json& arguments) {
  const std::string city = StringMember(arguments, "city");
  const Sky* sky = FindSky(city);
  if (sky == nullptr) return UnknownCity(city);
  return TextResult(absl::StrFormat("%s: mostly %s, the whole year", city, sky->today));
}

}  // namespace

std::vector<Tool> SampleTools(bool with_output_schema) {
  const json text = {{"text", {{"type", "string"}}}};
  const json numbers = {{"a", {{"type", "number"}}}, {"b", {{"type", "number"}}}};
  const json city = {{"city", {{"type", "string"}}}};
  const json sky = {{"city", {{"type", "string"}}},
                    {"celsius", {{"type", "integer"}}},
                    {"sky", {{"type", "string"}}}};
  const json weather_schema = with_output_schema ? ObjectSchema(sky) : json(nullptr);
  return {
      {.name = "echo",
       .description = "Gives the text back.",
       .input_schema = ObjectSchema(text),
       .run = Echo},
      {.name = "add",
       .description = "Adds two numbers.",
       .input_schema = ObjectSchema(numbers),
       .run = Add},
      {.name = "paid_echo",
       .description = "Gives the text back.",
       .input_schema = ObjectSchema(text),
       .price = 1,
       .run = Echo},
      {.name = "weather",
       .description = "Tells today's weather in Oslo, Lisbon or Nairobi.",
       .input_schema = ObjectSchema(city),
       .output_schema = weather_schema,
       .price = 1,
       .run = Weather},
      {.name = "forecast",
       .description = "Tells tomorrow's weather in Oslo, Lisbon or Nairobi.",
       .input_schema = ObjectSchema(city),
       .price = 1,
       .dialect = Dialect::kQuote,
       .run = Forecast},
      {.name = "almanac",
       .description = "Tells the weather of a whole year in Oslo, Lisbon or Nairobi.",
       .input_schema = ObjectSchema(city),
       .price = 10,
       .run = Almanac},
  };
}

json Describe(const Tool& tool) {
  json description = {
      {"name", tool.name}, {"description", tool.description}, {"inputSchema", tool.input_schema}};
  if (!tool.output_schema.is_null()) description["outputSchema"] = tool.output_schema;
  return description;
}

}  // namespace tollpass::samples
