#include "samples/paid_server/paid_call.h"

#include <utility>

#include "core/json/json.h"

namespace tollpass::samples {
namespace {

constexpr int kMaxDepth = 256;
constexpr int kInternalError = -32603;

}  // namespace

std::string_view PaymentIn(const PaidCall& call, std::string_view key) {
  const auto meta = tollpass::json::Parse(call.meta_text, kMaxDepth);
  if (!meta.ok()) return {};
  const auto payment = tollpass::json::Find(*meta, key);
  return payment ? payment->text : std::string_view();
}

Reply ResultReply(nlohmann::json result) {
  nlohmann::json reply;
  reply["result"] = std::move(result);
  return reply;
}

Reply ErrorReply(int code, std::string_view message) {
  nlohmann::json reply;
  reply["error"] = {{"code", code}, {"message", message}};
  return reply;
}

Reply BrokenToolReply() { return ErrorReply(kInternalError, "The tool broke."); }

}  // namespace tollpass::samples
