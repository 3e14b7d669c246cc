#ifndef TOLLPASS_SAMPLES_PAID_SERVER_TOOLS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_TOOLS_H_

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace tollpass::samples {

/// How a tool asks for money.
enum class Dialect {
  kX402,    // x402 version 2 in a tool result
  kX402V1,  // x402 version 1 in a tool result
  kQuote,   // a signed quote in the JSON-RPC error -32402
};

/// A tool of this server. `run` takes the call's arguments and gives a CallToolResult; it answers
/// wrong arguments with an `isError` result, and has an error of its own where it breaks.
struct Tool {
  std::string name;
  std::string description;
  nlohmann::json input_schema;
  nlohmann::json output_schema = nullptr;  // null if it declares none
  int price = 0;                           // in units of the server's price; 0: free
  Dialect dialect = Dialect::kX402;
  std::function<absl::StatusOr<nlohmann::json>(const nlohmann::json& arguments)> run;
};

/// echo and add are free; paid_echo, weather and forecast cost the server's price, almanac ten
/// times as much. All but forecast ask by x402 version 2. `with_output_schema`: weather declares
/// what its structured content looks like.
std::vector<Tool> SampleTools(bool with_output_schema);

/// One entry of the result of tools/list, without its price.
nlohmann::json Describe(const Tool& tool);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_TOOLS_H_
