#include "tests/embedding/shop_host.h"

#include <utility>

namespace tollpass {

using nlohmann::json;

std::string ShopSection(std::string_view keys) {
  return R"([server.shop]
command  = ["/bin/true"]
per_call = "0.01 USD"
total    = "0.05 USD"
)" + std::string(keys);
}

std::unique_ptr<OpenedHome> UnknownPayeeShop(std::string_view keys) {
  absl::StatusOr<std::unique_ptr<OpenedHome>> home = OpenTest(ShopSection(keys));
  EXPECT_TRUE(home.ok()) << home.status();
  return *std::move(home);
}

std::unique_ptr<OpenedHome> ListedShop() {
  return UnknownPayeeShop("pay_to = [\"0x209693Bc6afc0C5328bA36FaF03C514EF312287C\"]\n");
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
