// A host in one file: a paid call over a session, with a server that is a few strings.

#include <iostream>
#include <string>

#include "tollpass/tollpass.h"

namespace {

constexpr char kPolicy[] = R"(
[server.weather]
command  = ["/bin/true"]
per_call = "0.01 USD"
per_day  = "0.05 USD"
pay_to   = ["0x209693Bc6afc0C5328bA36FaF03C514EF312287C"]
)";

constexpr char kCall[] =
    R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forecast","arguments":{}}})";

constexpr char kDemand[] =
    R"({"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[],"structuredContent":)"
    R"({"x402Version":2,"resource":{"url":"mcp://tool/forecast"},"accepts":[{"scheme":"exact",)"
    R"("network":"eip155:84532","amount":"10000","maxTimeoutSeconds":60,)"
    R"("asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e",)"
    R"("payTo":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C",)"
    R"("extra":{"name":"USDC","version":"2"}}]}}})";

int Fail(const std::string& what) {
  std::cerr << what << "\n";
  return 1;
}

}  // namespace

int main() {
  const auto home = tollpass::OpenTest(kPolicy);
  if (!home.ok()) return Fail(home.status().ToString());
  const auto connection = (*home)->ConnectionTo("weather");
  if (!connection.ok()) return Fail(connection.status().ToString());
  tollpass::Session session(**home, *connection);

  const auto unpaid = session.FromHost(kCall);
  if (unpaid.to_server.size() != 1) return Fail("the call does not go to the server");
  const auto paid = session.FromServer(kDemand);
  if (!paid.to_host.empty() || paid.to_server.size() != 1 ||
      paid.to_server[0].find("x402/payment") == std::string::npos) {
    return Fail("the demand is not answered with a payment");
  }
  std::cout << "paid, with tollpass " << tollpass::LibraryVersion() << "\n";
  return 0;
}
