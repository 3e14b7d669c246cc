// An MCP server on stdio for measuring payers: answers at once and verifies nothing.
//
//   toll_server
//
// `paid` demands 0.01 USDC by x402 version 2 and takes whatever payment comes; `free` is free.

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

namespace {

using nlohmann::json;

const json kDemand = json::parse(R"({
  "x402Version": 2, "error": "Payment required to access this resource",
  "resource": {"url": "mcp://tool/paid", "description": "Tool: paid", "mimeType": "application/json"},
  "accepts": [{
    "scheme": "exact", "network": "eip155:84532", "amount": "10000",
    "asset": "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    "payTo": "0x209693Bc6afc0C5328bA36FaF03C514EF312287C",
    "maxTimeoutSeconds": 300, "extra": {"name": "USDC", "version": "2"}
  }]
})");

json Text(const std::string& text) { return json::array({{{"type", "text"}, {"text", text}}}); }

json Tool(const std::string& name) {
  return {{"name", name},
          {"inputSchema", {{"type", "object"}, {"properties", {{"text", {{"type", "string"}}}}}}}};
}

json Receipt(const json& payment) {
  const json payload = payment.value("payload", json::object());
  const json authorization = payload.value("authorization", json::object());
  return {{"success", true},
          {"transaction", "0x" + std::string(64, '1')},
          {"network", "eip155:84532"},
          {"payer", authorization.value("from", "")}};
}

json Call(const json& params) {
  const std::string name = params.value("name", "");
  const json meta = params.value("_meta", json::object());
  json result = {{"content", Text("done")}};
  if (name != "paid") return result;
  if (meta.contains("x402/payment")) {
    result["_meta"] = {{"x402/payment-response", Receipt(meta["x402/payment"])}};
    return result;
  }
  return {{"isError", true}, {"structuredContent", kDemand}, {"content", Text(kDemand.dump())}};
}

json Answer(const std::string& method, const json& params) {
  if (method == "tools/call") return Call(params);
  if (method == "tools/list") return {{"tools", json::array({Tool("free"), Tool("paid")})}};
  if (method == "initialize") {
    return {{"protocolVersion", params.value("protocolVersion", "2025-06-18")},
            {"capabilities", {{"tools", json::object()}}},
            {"serverInfo", {{"name", "toll_server"}, {"version", "1"}}}};
  }
  return json::object();
}

}  // namespace

int main() {
  std::ios::sync_with_stdio(false);
  std::string line;
  while (std::getline(std::cin, line)) {
    const json request = json::parse(line, nullptr, false);
    if (!request.is_object() || !request.contains("id") || !request.contains("method")) continue;
    const json answer = {{"jsonrpc", "2.0"},
                         {"id", request["id"]},
                         {"result", Answer(request["method"], request.value("params", json()))}};
    std::cout << answer.dump() + "\n" << std::flush;
  }
  return 0;
}
