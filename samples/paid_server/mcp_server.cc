#include "samples/paid_server/mcp_server.h"

#include <algorithm>
#include <array>
#include <iostream>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "samples/paid_server/json_members.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 4> kRevisions = {"2024-11-05", "2025-03-26", "2025-06-18",
                                                        "2025-11-25"};
constexpr int kMaxLineDepth = 256;
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;

/// The exact bytes of a member of `params`; empty if there is none.
std::string_view ParamText(std::string_view line, std::string_view key) {
  const auto message = tollpass::json::Parse(line, kMaxLineDepth);
  if (!message.ok()) return {};
  const auto member = tollpass::json::FindPath(*message, {"params", key});
  return member ? member->text : std::string_view();
}

bool IsId(const json& id) { return id.is_string() || id.is_number_integer(); }

}  // namespace

std::optional<std::string> McpServer::Answer(std::string_view line) {
  const json request = json::parse(line, nullptr, false);
  json answer = {{"jsonrpc", "2.0"}, {"id", nullptr}};
  if (request.is_discarded()) {
    answer.update(*ErrorReply(kParseError, "The line is not JSON."));
    return answer.dump();
  }
  if (!request.is_object() || (!request.contains("method") && !request.contains("id"))) {
    answer.update(*ErrorReply(kInvalidRequest, "The message is not a JSON-RPC request."));
    return answer.dump();
  }
  // A notification, or an answer to a request that this server never makes.
  if (!request.contains("id") || !request.contains("method")) return std::nullopt;
  if (!IsId(request["id"])) {
    answer.update(*ErrorReply(kInvalidRequest, "The id is neither a string nor an integer."));
    return answer.dump();
  }
  answer["id"] = request["id"];
  const Reply outcome = Dispatch(request, line);
  if (!outcome) return std::nullopt;
  answer.update(*outcome);
  return answer.dump();
}

Reply McpServer::Dispatch(const json& request, std::string_view line) {
  const std::string method = StringMember(request, "method");
  const json params = request.value("params", json::object());
  if (method == "initialize") return Initialize(params);
  if (method == "ping") return ResultReply(json::object());
  if (method == "tools/list") return ListTools();
  if (method == "tools/call") return CallTool(params, line);
  return ErrorReply(kMethodNotFound, absl::StrFormat("Unknown method: %s", method));
}

Reply McpServer::Initialize(const json& params) const {
  const std::string asked = StringMember(params, "protocolVersion");
  const bool known = std::ranges::find(kRevisions, asked) != kRevisions.end();
  json capabilities = {{"tools", json::object()}};
  const bool quotes = std::ranges::any_of(
      tools_, [](const Tool& tool) { return tool.price > 0 && tool.dialect == Dialect::kQuote; });
  if (quotes) {
    capabilities["payments"] = {{"version", "1"}};
    capabilities["experimental"]["stipendex/payments"] = {{"version", "1"}};
  }
  return ResultReply({{"protocolVersion", known ? asked : std::string(kRevisions.back())},
                      {"capabilities", capabilities},
                      {"serverInfo", {{"name", "tollpass-paid-server"}, {"version", "0.1.0"}}}});
}

Reply McpServer::ListTools() const {
  json list = json::array();
  for (const Tool& tool : tools_) list.push_back(till_.Describe(tool));
  return ResultReply({{"tools", list}});
}

Reply McpServer::CallTool(const json& params, std::string_view line) {
  const std::string name = StringMember(params, "name");
  const auto tool = std::ranges::find(tools_, name, &Tool::name);
  if (tool == tools_.end()) {
    return ErrorReply(kInvalidParams, absl::StrFormat("Unknown tool: %s", name));
  }
  const json arguments = params.value("arguments", json::object());
  if (!arguments.is_object()) return ErrorReply(kInvalidParams, "The arguments are no object.");
  if (tool->price == 0) {
    auto result = tool->run(arguments);
    return result.ok() ? ResultReply(*std::move(result)) : BrokenToolReply();
  }
  const std::string_view text = ParamText(line, "arguments");
  return till_.Call({*tool, arguments, text.empty() ? "{}" : text, ParamText(line, "_meta")});
}

void ServeStdio(McpServer& server) {
  std::string line;
  while (std::getline(std::cin, line)) {
    if (line.ends_with('\r')) line.pop_back();
    if (line.empty()) continue;
    if (const auto answer = server.Answer(line)) std::cout << *answer + "\n" << std::flush;
  }
}

}  // namespace tollpass::samples
