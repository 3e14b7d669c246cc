#include "tests/simulation/shop.h"

#include <optional>

namespace tollpass::simulation {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPayee = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
constexpr const char* kStranger = "0x2222222222222222222222222222222222222222";
constexpr const char* kToken = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
constexpr const char* kPayer = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";

std::string Response(const Json& id, const Json& result) {
  return Json({{"jsonrpc", "2.0"}, {"id", id}, {"result", result}}).dump();
}

}  // namespace

bool Shop::Happens(Fault fault, uint64_t one_in) {
  const bool now = dice_.OneIn(one_in);
  return now && faults_.test(static_cast<size_t>(fault));
}

std::string Shop::Canary() {
  return std::string(kCanary) + std::to_string(++canaries_ * 1'000'003 + dice_.Below(1000));
}

Json Shop::Challenge(const std::string& tool) {
  const uint64_t price = 5'000 * static_cast<uint64_t>(dice_.Between(1, 3));
  const bool stranger = dice_.OneIn(24) && faults_.any();
  const Json offer = {{"scheme", "exact"},
                      {"network", "eip155:84532"},
                      {"amount", std::to_string(price)},
                      {"asset", kToken},
                      {"payTo", stranger ? kStranger : kPayee},
                      {"maxTimeoutSeconds", dice_.Between(20, 120)},
                      {Canary(), Canary()},
                      {"extra", {{"name", "USDC"}, {"version", "2"}, {Canary(), Canary()}}}};
  return {{"x402Version", 2},
          {"error", Canary()},
          {"resource", {{"url", "mcp://tool/" + tool}, {"description", Canary()}}},
          {"accepts", Json::array({offer})},
          {Canary(), Canary()}};
}

std::string Shop::Demand(const Json& id, const std::string& tool) {
  const Json challenge = Challenge(tool);
  Json result = {{"isError", true},
                 {"structuredContent", challenge},
                 {"content", {{{"type", "text"}, {"text", challenge.dump()}}}},
                 {"_meta", {{Canary(), Canary()}}}};
  if (dice_.OneIn(2)) result.erase("structuredContent");
  return Response(id, result);
}

std::string Shop::Result(const Json& id, const Json& call, const Json* receipt) {
  Json result = {
      {"content", {{{"type", "text"}, {"text", "result of " + call["name"].get<std::string>()}}}}};
  if (receipt != nullptr) result["_meta"] = {{"x402/payment-response", *receipt}};
  return Response(id, result);
}

std::string Shop::Refusal(const Json& id, const std::string& tool) {
  if (dice_.OneIn(2)) return Demand(id, tool);
  const Json receipt = {{"success", false},
                        {"errorReason", Canary()},
                        {"network", "eip155:84532"},
                        {"transaction", ""}};
  return Response(id, {{"isError", true},
                       {"content", {{{"type", "text"}, {"text", Canary()}}}},
                       {"_meta", {{"x402/payment-response", receipt}}}});
}

Json Shop::ReceiptFor(const Transfer& transfer) {
  Json receipt = {{"success", true},
                  {"network", "eip155:84532"},
                  {"transaction", transfer.transaction},
                  {"payer", kPayer},
                  {Canary(), Canary()}};
  if (!Happens(Fault::kLyingReceipt, 2)) return receipt;
  switch (dice_.Below(5)) {
    case 0:
      receipt["amount"] = "1";
      break;
    case 1:
      receipt["amount"] = "999999999";
      break;
    case 2:
      receipt["payer"] = kStranger;
      break;
    case 3:
      receipt["transaction"] = "0x7a" + std::string(61, '0') + "1";
      break;
    default:
      receipt["success"] = false;
      break;
  }
  return receipt;
}

std::string Shop::Paid(const Json& id, const Json& call, size_t transfer) {
  const std::string tool = call["name"];
  if (Happens(Fault::kSecondChallenge, 4)) return Demand(id, tool);
  if (Happens(Fault::kRefusal, 3)) {
    if (dice_.OneIn(3)) chain_.Settle(transfer);
    return Refusal(id, tool);
  }
  const bool lies = Happens(Fault::kLyingReceipt, 6);  // delivers without settling
  if (!lies && !chain_.Settle(transfer)) return Refusal(id, tool);
  const Json receipt = ReceiptFor(chain_.transfers()[transfer]);
  return Result(id, call, dice_.OneIn(8) ? nullptr : &receipt);
}

Shop::Reaction Shop::Receive(std::string_view line) {
  const Json message = Json::parse(line, nullptr, false);
  if (!message.is_object() || message.value("method", "") != "tools/call") return {};
  if (Happens(Fault::kServerCrash, 12)) return {.answers = {}, .dies = true};
  const Json& id = message["id"];
  const Json& call = message["params"];
  const std::string tool = call["name"];
  const Json::json_pointer payment("/_meta/x402~1payment/payload");
  std::string answer;
  if (tool == "free") {
    answer = Result(id, call, nullptr);
  } else if (!call.contains(payment)) {
    answer = Demand(id, tool);
  } else {
    const std::optional<size_t> transfer = chain_.Learn(call[payment]);
    answer = transfer ? Paid(id, call, *transfer) : Refusal(id, tool);
  }
  if (Happens(Fault::kServerCrash, 12)) return {.answers = {answer}, .dies = true};
  return {.answers = {answer}, .dies = false};
}

}  // namespace tollpass::simulation
