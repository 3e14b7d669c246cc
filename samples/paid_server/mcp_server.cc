#include "samples/paid_server/mcp_server.h"

#include <algorithm>
#include <array>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "samples/paid_server/challenge.h"
#include "samples/paid_server/signed_transfer.h"

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

/// The members of a response beside `jsonrpc` and `id`.
json Failure(int code, std::string_view message) {
  return {{"error", {{"code", code}, {"message", message}}}};
}

json Success(json result) { return {{"result", std::move(result)}}; }

json Initialize(const json& params) {
  const std::string asked = StringMember(params, "protocolVersion");
  const bool known = std::ranges::find(kRevisions, asked) != kRevisions.end();
  return Success({{"protocolVersion", known ? asked : std::string(kRevisions.back())},
                  {"capabilities", {{"tools", json::object()}}},
                  {"serverInfo", {{"name", "tollpass-paid-server"}, {"version", "0.1.0"}}}});
}

/// The exact bytes of the payment in `line`; empty if there is none.
std::string_view PaymentText(std::string_view line) {
  const auto message = tollpass::json::Parse(line, kMaxLineDepth);
  if (!message.ok()) return {};
  const auto payment = tollpass::json::FindPath(*message, {"params", "_meta", kPaymentKey});
  return payment ? payment->text : std::string_view();
}

bool IsId(const json& id) { return id.is_string() || id.is_number_integer(); }

}  // namespace

std::optional<std::string> McpServer::Answer(std::string_view line) {
  const json request = json::parse(line, nullptr, false);
  json answer = {{"jsonrpc", "2.0"}, {"id", nullptr}};
  if (request.is_discarded()) {
    answer.update(Failure(kParseError, "The line is not JSON."));
    return answer.dump();
  }
  if (!request.is_object() || (!request.contains("method") && !request.contains("id"))) {
    answer.update(Failure(kInvalidRequest, "The message is not a JSON-RPC request."));
    return answer.dump();
  }
  // A notification, or an answer to a request that this server never makes.
  if (!request.contains("id") || !request.contains("method")) return std::nullopt;
  if (!IsId(request["id"])) {
    answer.update(Failure(kInvalidRequest, "The id is neither a string nor an integer."));
    return answer.dump();
  }
  answer["id"] = request["id"];
  const std::optional<json> outcome = Dispatch(request, line);
  if (!outcome) return std::nullopt;
  answer.update(*outcome);
  return answer.dump();
}

std::optional<json> McpServer::Dispatch(const json& request, std::string_view line) {
  const std::string method = StringMember(request, "method");
  const json params = request.value("params", json::object());
  if (method == "initialize") return Initialize(params);
  if (method == "ping") return Success(json::object());
  if (method == "tools/list") {
    json list = json::array();
    for (const Tool& tool : tools_) list.push_back(Describe(tool));
    return Success({{"tools", list}});
  }
  if (method == "tools/call") return CallTool(params, line);
  return Failure(kMethodNotFound, absl::StrFormat("Unknown method: %s", method));
}

std::optional<json> McpServer::CallTool(const json& params, std::string_view line) {
  const std::string name = StringMember(params, "name");
  const auto tool = std::ranges::find(tools_, name, &Tool::name);
  if (tool == tools_.end()) {
    return Failure(kInvalidParams, absl::StrFormat("Unknown tool: %s", name));
  }
  const json arguments = params.value("arguments", json::object());
  if (!arguments.is_object()) return Failure(kInvalidParams, "The arguments are no object.");
  if (tool->price == 0) return Success(tool->run(arguments));
  std::optional<json> result = paywall_.Call(*tool, arguments, PaymentText(line));
  if (!result) return std::nullopt;
  return Success(*std::move(result));
}

}  // namespace tollpass::samples
