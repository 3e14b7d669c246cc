#include "tests/embedding/shop_host.h"

#include <utility>

namespace tollpass {

using nlohmann::json;

std::string ShopSection(std::string_view keys) {
  return R"([server.shop]
command  = ["/bin/true"]
per_call = "0.01 USD"
per_day  = "0.05 USD"
)" + std::string(keys);
}

ShopHost::ShopHost(OpenedHome& home, AskUser ask)
    : shop_(folder_.path(), {}), server_(samples::SampleTools(false), shop_.till()) {
  shop_.clock().now = home.clock().UnixMillis() / 1000;
  const absl::StatusOr<InterceptorOptions> options = home.ConnectionTo("shop");
  EXPECT_TRUE(options.ok()) << options.status();
  session_ = std::make_unique<Session>(home, options.value(), std::move(ask));
}

void ShopHost::Request(const std::string& tool, const json& arguments) {
  const json request = {{"jsonrpc", "2.0"},
                        {"id", ++last_id_},
                        {"method", "tools/call"},
                        {"params", {{"name", tool}, {"arguments", arguments}}}};
  Carry(session_->FromHost(request.dump()));
}

std::string ShopHost::Call(const std::string& tool, const json& arguments) {
  Request(tool, arguments);
  const json answer = json::parse(saw_.back());
  EXPECT_EQ(answer["id"], last_id_);
  return answer["result"]["content"][0]["text"];
}

void ShopHost::CallAndVanish(const std::string& tool, const json& arguments) {
  Request(tool, arguments);
  session_->Undelivered();
}

void ShopHost::Carry(Session::Messages messages) {
  saw_.insert(saw_.end(), messages.to_host.begin(), messages.to_host.end());
  for (const std::string& message : messages.to_server) {
    if (const auto answer = server_.Answer(message)) Carry(session_->FromServer(*answer));
  }
}

}  // namespace tollpass
