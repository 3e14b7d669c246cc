#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "tests/cli/host.h"
#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

using nlohmann::json;

class X402V1Server : public testing::Test {
 protected:
  X402V1Server() {
    sandbox_.MakeHome();
    sandbox_.Do({"add", "v1", "--pay-to", kPayee, "--", "/usr/bin/env", "python3",
                 TOLLPASS_SOURCE "/tests/cli/x402_v1_server.py", sandbox_.Path("paid")});
    sandbox_.Do({"allow", "v1"});
  }

  [[nodiscard]] json NewestRow() { return sandbox_.Do({"log", "--json"}).Json().at(0); }

  Sandbox sandbox_;
};

TEST_F(X402V1Server, IsPaidWhereverItPutsItsDemand) {
  Host host(sandbox_, {"proxy", "v1"});
  for (const char* tool : {"structured", "text", "wrapped", "error"}) {
    EXPECT_EQ(host.CallText(tool, {{"q", tool}}), "paid") << tool;
  }
  EXPECT_EQ(host.Close(), 0);
  std::istringstream lines(sandbox_.Read(sandbox_.Path("paid")));
  std::set<std::string> nonces;
  for (std::string line; std::getline(lines, line);) {
    const json sent = json::parse(line)["params"]["_meta"]["x402/payment"];
    EXPECT_EQ(sent["payload"]["authorization"]["value"], "10000");
    nonces.insert(sent["payload"]["authorization"]["nonce"]);
  }
  EXPECT_EQ(nonces.size(), 4U);
  const json row = NewestRow();
  EXPECT_EQ(row["dialect"], "x402-v1");
  EXPECT_EQ(row["network"], "eip155:84532");
  EXPECT_EQ(row["money"], "settled");
  EXPECT_EQ(row["evidence"], "matched");
  EXPECT_EQ(row["amount"]["text"], "0.01 USDC");
  EXPECT_EQ(host.saw().find("canary"), std::string::npos) << host.saw();
  EXPECT_EQ(host.saw().find("402"), std::string::npos) << host.saw();
}

TEST_F(X402V1Server, ThatAsksInAFormThatIsOnlyRecognisedIsNotPaidAndTheUserSeesWhy) {
  Host host(sandbox_, {"proxy", "v1"});
  EXPECT_EQ(host.CallText("mpp", json::object()),
            "This payment cannot be made right now (command: tollpass status). Nothing was paid.");
  EXPECT_EQ(host.Close(), 0);
  const json row = NewestRow();
  EXPECT_EQ(row["dialect"], "mpp");
  EXPECT_EQ(row["reason"], "not_payable");
  EXPECT_EQ(row["money"], "none");
  EXPECT_EQ(row["server_says"], "canary-message");
  EXPECT_EQ(sandbox_.Read(sandbox_.Path("paid")), "");
  EXPECT_EQ(host.saw().find("canary"), std::string::npos) << host.saw();
}

}  // namespace
}  // namespace tollpass
