#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "interceptor/dialects/known_shape.h"

namespace tollpass {
namespace {

// Numbers that only payments have.
constexpr std::string_view kCodes[] = {"-32402", "-32803", "-402", "-40200", "-40201"};

// Servers that use a payment's number with data of their own making. The number alone proves
// nothing: -32402 is also used for step-up authentication and device control, so data must name
// money, and an error without data passes. HTTP's number is also that of a declined card, and what
// is said about that names amounts and payments. A quote has a dialect of its own.
ShapeRows PaymentCode() {
  ShapeRows rows;
  rows.traits.name = "payment-code";
  const std::vector<std::string_view> demands = {
      "paymentRequired", "paymentRequirements", "accepts", "x402",
      "x402_compat",     "creditsRequired",     "l402",    "payTo",
      "paymentHash"};
  MoneyRow money = {{std::begin(kCodes), std::end(kCodes)}, demands, "quote"};
  for (const std::string_view word : {"payment", "invoice", "price", "amount"}) {
    money.members.push_back(word);
  }
  rows.money = {std::move(money), {{"402"}, demands, "quote"}};
  return rows;
}

// High-level McpServer of the TypeScript SDK: turns a thrown error into a result with this text and
// loses its data, so that nobody can pay. Payment servers on it always look like this, with words
// of whoever handed it on before it. -32001 is also MCP's number for a time-out, of payment tools
// too.
ShapeRows SwallowedError() {
  ShapeRows rows;
  rows.traits.name = "swallowed-error";
  const auto add = [&](std::string_view code, std::string_view begin) {
    rows.words.push_back({absl::StrFormat("MCP error %s:%s", code, begin)});
  };
  for (const std::string_view code : kCodes) add(code, "");
  for (const std::string_view code : {"-32042", "-32043", "-30402", "402"}) add(code, "");
  for (const std::string_view begin : {" Payment", " payment required"}) add("-32001", begin);
  return rows;
}

}  // namespace

std::vector<ShapeRows> PaymentCodeRows() { return {PaymentCode(), SwallowedError()}; }

}  // namespace tollpass
