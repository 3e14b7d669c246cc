#ifndef TOLLPASS_SAMPLES_PAID_SERVER_MCP_SERVER_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_MCP_SERVER_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "samples/paid_server/paid_call.h"
#include "samples/paid_server/till.h"
#include "samples/paid_server/tools.h"

namespace tollpass::samples {

/// The Model Context Protocol, revisions 2024-11-05 to 2025-11-25, for a server that has tools and
/// nothing else. Where a tool asks by quote, the capability `payments` says so, also under
/// `experimental`. Not thread-safe.
class McpServer {
 public:
  McpServer(std::vector<Tool> tools, Till& till) : tools_(std::move(tools)), till_(till) {}

  /// The line that answers `line`, both without the line feed; std::nullopt where none is due.
  std::optional<std::string> Answer(std::string_view line);

 private:
  Reply Dispatch(const nlohmann::json& request, std::string_view line);
  Reply CallTool(const nlohmann::json& params, std::string_view line);
  [[nodiscard]] Reply Initialize(const nlohmann::json& params) const;
  [[nodiscard]] Reply ListTools() const;

  std::vector<Tool> tools_;
  Till& till_;
};

/// Answers the lines of stdin on stdout until the end of stdin.
void ServeStdio(McpServer& server);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_MCP_SERVER_H_
