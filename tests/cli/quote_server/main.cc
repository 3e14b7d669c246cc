// quote_server LOG [die-once]: an MCP server on stdin and stdout with one tool, "search", that
// costs 0.01 USDC by a quote in a -32402 error. It writes each proof that it gets to LOG, a line
// each, and answers with a signed receipt; with die-once it dies on the first proof instead. The
// same proof gets the same answer without a second entry.

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>

#include "tests/wallet/quote_issuer.h"

namespace tollpass {
namespace {

using Json = nlohmann::json;

class Server {
 public:
  Server(std::string log, bool die_once) : log_(std::move(log)), die_once_(die_once) {
    std::ifstream file(log_);
    for (std::string line; std::getline(file, line);) seen_.insert(line);
  }

  Json Answer(const Json& request) {
    Json answer = {{"jsonrpc", "2.0"}, {"id", request["id"]}};
    if (request["method"] == "initialize") {
      answer["result"] = {
          {"protocolVersion", request["params"]["protocolVersion"]},
          {"capabilities", {{"tools", Json::object()}, {"payments", {{"version", "1"}}}}},
          {"serverInfo", {{"name", "shop"}, {"version", "1"}}}};
    } else if (request["method"] == "tools/list") {
      answer["result"] = {{"tools", {{{"name", "search"}, {"inputSchema", {{"type", "object"}}}}}}};
    } else if (request["method"] == "tools/call") {
      Call(request["params"], answer);
    } else {
      answer["result"] = Json::object();
    }
    return answer;
  }

 private:
  void Call(const Json& params, Json& answer) {
    const Json meta = params.value("_meta", Json::object());
    if (!meta.contains("payments/payment")) {
      answer["error"] = {{"code", -32402},
                         {"message", "payment required"},
                         {"data", {{"quote", MakeQuote(params["arguments"])}}}};
      return;
    }
    const Json& proof = meta["payments/payment"];
    const std::string line = proof.dump();
    if (seen_.insert(line).second) {
      std::ofstream(log_, std::ios::app) << line << std::endl;
      if (die_once_) std::exit(1);
    }
    // A quote is forgotten when the server starts anew; what was quoted stands in the proof.
    Json quote = quotes_.value(proof["quote_id"].get<std::string>(), Json(proof));
    Json receipt = GoodReceipt(quote, proof);
    receipt["quote_digest"] = proof["quote_digest"];
    receipt["reference"] = proof["settlement"]["payload"]["authorization"]["nonce"];
    answer["result"] = {{"content", {{{"type", "text"}, {"text", "found"}}}},
                        {"_meta", {{"payments/receipt", Sign(receipt, "mcpq-receipt/1")}}}};
  }

  Json MakeQuote(const Json& arguments) {
    Json quote = GoodQuote(std::time(nullptr), arguments);
    const std::string serial = std::to_string(std::time(nullptr)) + std::to_string(quotes_.size());
    quote["quote_id"] = "q_" + std::string(20 - serial.size(), '0') + serial;
    std::string nonce = std::string(21 - serial.size(), 'A') + serial + "A";
    quote["nonce"] = nonce;
    quote = Sign(quote, "mcpq-quote/1");
    quotes_[quote["quote_id"].get<std::string>()] = quote;
    return quote;
  }

  std::string log_;
  bool die_once_;
  std::set<std::string> seen_;
  Json quotes_ = Json::object();
};

}  // namespace
}  // namespace tollpass

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  tollpass::Server server(argv[1], argc > 2 && std::string(argv[2]) == "die-once");
  for (std::string line; std::getline(std::cin, line);) {
    const nlohmann::json request = nlohmann::json::parse(line, nullptr, false);
    if (!request.is_object() || !request.contains("id")) continue;
    std::cout << server.Answer(request).dump() << std::endl;
  }
  return 0;
}
