#ifndef TOLLPASS_SAMPLES_PAID_SERVER_MCP_SERVER_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_MCP_SERVER_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "samples/paid_server/paywall.h"
#include "samples/paid_server/tools.h"

namespace tollpass::samples {

/// The Model Context Protocol, revisions 2024-11-05 to 2025-11-25, for a server that has tools and
/// nothing else. Not thread-safe.
class McpServer {
 public:
  McpServer(std::vector<Tool> tools, Paywall& paywall)
      : tools_(std::move(tools)), paywall_(paywall) {}

  /// The line that answers `line`, both without the line feed; std::nullopt where none is due.
  std::optional<std::string> Answer(std::string_view line);

 private:
  std::optional<nlohmann::json> Dispatch(const nlohmann::json& request, std::string_view line);
  std::optional<nlohmann::json> CallTool(const nlohmann::json& params, std::string_view line);

  std::vector<Tool> tools_;
  Paywall& paywall_;
};

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_MCP_SERVER_H_
