#ifndef TOLLPASS_TESTS_EMBEDDING_SHOP_HOST_H_
#define TOLLPASS_TESTS_EMBEDDING_SHOP_HOST_H_

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bindings/cpp/open.h"
#include "bindings/cpp/session.h"
#include "samples/paid_server/mcp_server.h"
#include "tests/samples/shop.h"
#include "tests/wallet/temp_folder.h"

namespace tollpass {

/// The section of the sample server in a policy: 0.01 USD a call, 0.05 USD in all. `keys` are more
/// of its lines.
std::string ShopSection(std::string_view keys = "");

/// A home for tests with that section, `keys` in it.
std::unique_ptr<OpenedHome> UnknownPayeeShop(std::string_view keys = "");
/// The same, and the server's account is listed: nothing is asked.
std::unique_ptr<OpenedHome> ListedShop();

/// A host that embeds Tollpass, and the sample server, in one process: what one side writes the
/// other reads at once.
class ShopHost {
 public:
  /// `ask` as Session has it.
  explicit ShopHost(OpenedHome& home, AskUser ask = nullptr);

  /// Text of the result of a call of `tool`, after everything that followed from it.
  std::string Call(const std::string& tool, const nlohmann::json& arguments);
  /// The same, and whoever made the call is gone before the answer comes.
  void CallAndVanish(const std::string& tool, const nlohmann::json& arguments);

  Session& session() { return *session_; }
  samples::Shop& shop() { return shop_; }
  /// Every message that reached the host's side.
  [[nodiscard]] const std::vector<std::string>& saw() const { return saw_; }

 private:
  void Carry(Session::Messages messages);
  void Request(const std::string& tool, const nlohmann::json& arguments);

  TempFolder folder_;
  samples::Shop shop_;
  samples::McpServer server_;
  std::unique_ptr<Session> session_;
  std::vector<std::string> saw_;
  int last_id_ = 0;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_EMBEDDING_SHOP_HOST_H_
