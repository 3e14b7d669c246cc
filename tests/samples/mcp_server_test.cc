#include "samples/paid_server/mcp_server.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "core/hash.h"
#include "samples/paid_server/challenge.h"
#include "tests/samples/payer.h"
#include "tests/samples/quote_payer.h"
#include "tests/samples/shop.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

class PaidServer : public testing::Test {
 protected:
  json Ask(const json& request) {
    const auto answer = server_.Answer(request.dump());
    return answer ? json::parse(*answer) : json();
  }

  json Request(const std::string& method, const json& params) {
    return Ask({{"jsonrpc", "2.0"}, {"id", 7}, {"method", method}, {"params", params}});
  }

  ~PaidServer() override { std::filesystem::remove_all(folder_); }

  std::string folder_ = FreshFolder();
  std::string log_path_ = folder_ + "/log";
  Shop shop_{folder_, {}};
  McpServer server_{SampleTools(true), shop_.till()};

 private:
  static std::string FreshFolder() {
    std::string folder = testing::TempDir() + "mcp_server_XXXXXX";
    EXPECT_NE(mkdtemp(folder.data()), nullptr);
    return folder;
  }
};

TEST_F(PaidServer, SpeaksEveryHandshakeRevisionAndOffersTheNewestForAnother) {
  for (const char* revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"}) {
    const json answer = Request("initialize", {{"protocolVersion", revision}});
    EXPECT_EQ(answer["result"]["protocolVersion"], revision);
  }
  const json answer = Request("initialize", {{"protocolVersion", "2099-01-01"}});
  EXPECT_EQ(answer["result"]["protocolVersion"], "2025-11-25");
}

TEST_F(PaidServer, SaysThatItAsksForPaymentsOnlyIfAToolAsksByQuote) {
  const json capabilities = Request("initialize", json::object())["result"]["capabilities"];
  EXPECT_EQ(capabilities["payments"], json({{"version", "1"}}));
  EXPECT_EQ(capabilities["experimental"]["stipendex/payments"], json({{"version", "1"}}));

  std::vector<Tool> tools = SampleTools(false);
  for (Tool& tool : tools) tool.dialect = Dialect::kX402;
  McpServer other(tools, shop_.till());
  const auto answer = other.Answer(R"({"id":1,"method":"initialize","params":{}})");
  EXPECT_EQ(json::parse(answer.value())["result"]["capabilities"],
            json({{"tools", json::object()}}));
}

TEST_F(PaidServer, QuotesInAnErrorAndTakesTheProofFromMeta) {
  json call = {{"name", "forecast"}, {"arguments", {{"city", "Oslo"}}}};
  const json error = Request("tools/call", call)["error"];
  EXPECT_EQ(error["code"], -32402);
  call["_meta"] = {{"payments/payment", PayQuote(error["data"]["quote"])}, {"other/key", 1}};
  const json result = Request("tools/call", call)["result"];
  EXPECT_EQ(result["content"][0]["text"], "Oslo: clear tomorrow");
  EXPECT_TRUE(result["_meta"].contains("payments/receipt"));
}

TEST_F(PaidServer, ToolThatBreaksIsAnError) {
  std::vector<Tool> tools = SampleTools(false);
  tools.front().run = [](const json&) { return absl::InternalError("broke"); };
  McpServer other(tools, shop_.till());
  const auto answer = other.Answer(R"({"id":1,"method":"tools/call","params":{"name":"echo"}})");
  EXPECT_EQ(json::parse(answer.value())["error"]["code"], -32603);
}

TEST_F(PaidServer, KeepsTheTypeOfAnId) {
  EXPECT_EQ(Ask({{"id", "1"}, {"method", "ping"}})["id"], "1");
  EXPECT_EQ(Ask({{"id", 1}, {"method", "ping"}})["id"], 1);
}

TEST_F(PaidServer, NeverAnswersNotificationsAndResponses) {
  EXPECT_EQ(server_.Answer(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"),
            std::nullopt);
  EXPECT_EQ(server_.Answer(R"({"jsonrpc":"2.0","id":1,"result":{}})"), std::nullopt);
}

TEST_F(PaidServer, SaysWhatIsWrongWithARequest) {
  const auto code = [this](const char* line) {
    return json::parse(server_.Answer(line).value())["error"]["code"].get<int>();
  };
  EXPECT_EQ(code("{"), -32700);
  EXPECT_EQ(code("[]"), -32600);
  EXPECT_EQ(code(R"({"id":null,"method":"ping"})"), -32600);
  EXPECT_EQ(code(R"({"id":1,"method":"server/discover"})"), -32601);
  EXPECT_EQ(code(R"({"id":1,"method":"tools/call","params":{"name":"nope"}})"), -32602);
  EXPECT_EQ(code(R"({"id":1,"method":"tools/call","params":{"name":"add","arguments":[]}})"),
            -32602);
  EXPECT_EQ(code(R"({"id":1,"method":"tools/call","params":[]})"), -32602);
}

TEST_F(PaidServer, ListsToolsTheSchemaThatOneDeclaresAndTheHintOfAnother) {
  const json tools = Request("tools/list", json::object())["result"]["tools"];
  ASSERT_EQ(tools.size(), 6U);
  for (const json& tool : tools) {
    EXPECT_EQ(tool.contains("outputSchema"), tool["name"] == "weather");
    EXPECT_EQ(tool.contains("_meta"), tool["name"] == "forecast");
  }
}

TEST_F(PaidServer, RunsFreeToolsForNothing) {
  const json echoed =
      Request("tools/call", {{"name", "echo"}, {"arguments", {{"text", "hi"}}}})["result"];
  EXPECT_EQ(echoed["content"][0]["text"], "hi");
  const json sum =
      Request("tools/call", {{"name", "add"}, {"arguments", {{"a", 2}, {"b", 0.5}}}})["result"];
  EXPECT_EQ(sum["content"][0]["text"], "2.5");
  const json wrong = Request("tools/call", {{"name", "echo"}})["result"];
  EXPECT_EQ(wrong["isError"], true);
}

TEST_F(PaidServer, LogsTheDigestOfThePaymentsBytesAsTheyCame) {
  std::filesystem::resize_file(log_path_, 0);
  json call = {{"name", "paid_echo"}, {"arguments", {{"text", "hi"}}}};
  const json asked = Request("tools/call", call)["result"]["structuredContent"];
  const std::string payment = Pay(asked, {.valid_before = kNow + 60}).dump(1);
  const std::string line = R"({"id":1,"method":"tools/call","params":{"name":"paid_echo",)"
                           R"("arguments":{"text":"hi"},"_meta":{"x402/payment":)" +
                           payment + "}}}";
  const json answer = json::parse(server_.Answer(line).value());
  EXPECT_TRUE(answer["result"]["_meta"].contains(kReceiptKey)) << answer;

  std::ifstream in(log_path_);
  std::string last;
  for (std::string text; std::getline(in, text);) last = text;
  const json record = json::parse(last);
  EXPECT_EQ(record["event"], "delivered");
  EXPECT_EQ(record["payment_sha256"], HexEncode(Sha256(payment)));
}

}  // namespace
}  // namespace tollpass::samples
