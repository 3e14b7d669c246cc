#ifndef TOLLPASS_SAMPLES_PAID_SERVER_TOOLS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_TOOLS_H_

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace tollpass::samples {

/// A tool of this server. `run` takes the call's arguments and gives a CallToolResult; it answers
/// wrong arguments with an `isError` result.
struct Tool {
  std::string name;
  std::string description;
  nlohmann::json input_schema;
  nlohmann::json output_schema;  // null if it declares none
  int price = 0;                 // in units of the server's price; 0: free
  std::function<nlohmann::json(const nlohmann::json& arguments)> run;
};

/// echo and add are free, paid_echo and weather cost the server's price, almanac ten times as much.
/// `with_output_schema`: weather declares what its structured content looks like.
std::vector<Tool> SampleTools(bool with_output_schema);

/// One entry of the result of tools/list.
nlohmann::json Describe(const Tool& tool);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_TOOLS_H_
