// A host in one file: a paid call over a session, with a server that is a few strings.

#include <iostream>
#include <string>
#include <vector>

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

constexpr char kTools[] =
    R"({"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"forecast","inputSchema":{},)"
    R"("_meta":{"x402/price":{"amount":"10000"}}}]}})";

int Fail(const std::string& what) {
  std::cerr << what << "\n";
  return 1;
}

/// Empty if every type that the headers name can be used, the ones that few hosts need too.
std::string FaultOfRareTypes(tollpass::OpenedHome& home,
                             const tollpass::InterceptorOptions& connection) {
  tollpass::Interceptor interceptor(connection, home.clock());
  interceptor.FromHost(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
  interceptor.FromServer(kTools);
  const std::vector<tollpass::PriceHint>& hints = interceptor.price_hints();
  if (hints.size() != 1 || hints[0].name != "forecast") return "a price in a list is not kept";

  tollpass::Order order;
  order.kind = tollpass::OrderKind::kApprove;
  order.subject = "a question";
  order.ceiling = tollpass::Amount(10'000);
  if (tollpass::FormatDecimal(order.ceiling, 6) != "0.01") return "an amount is no text";
  if (!tollpass::Widens(order.kind) ||
      !absl::IsPermissionDenied(home.kernel().Resolve(order, ""))) {
    return "an order that widens needs no signature";
  }
  return "";
}

}  // namespace

int main() {
  const auto home = tollpass::OpenTest(kPolicy);
  if (!home.ok()) return Fail(home.status().ToString());
  const auto connection = (*home)->ConnectionTo("weather");
  if (!connection.ok()) return Fail(connection.status().ToString());
  const std::string fault = FaultOfRareTypes(**home, *connection);
  if (!fault.empty()) return Fail(fault);
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
