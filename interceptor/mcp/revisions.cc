#include "interceptor/mcp/revisions.h"

#include <algorithm>
#include <array>

namespace tollpass {
namespace {

constexpr std::array<std::string_view, 6> kRevisions = {"2024-10-07", "2024-11-05", "2025-03-26",
                                                        "2025-06-18", "2025-11-25", "2026-07-28"};

}  // namespace

bool IsKnownRevision(std::string_view revision) {
  return std::find(kRevisions.begin(), kRevisions.end(), revision) != kRevisions.end();
}

std::string NegotiatedRevision(const Message& response) {
  if (!response.result) return "";
  return json::FindString(*response.result, "protocolVersion").value_or("");
}

std::string RequestRevision(const std::optional<json::Value>& meta) {
  if (!meta) return "";
  return json::FindString(*meta, "io.modelcontextprotocol/protocolVersion").value_or("");
}

}  // namespace tollpass
