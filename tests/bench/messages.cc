#include "tests/bench/messages.h"

namespace tollpass::bench {
namespace {

constexpr std::string_view kSentences =
    "The harbour town lies on the north side of the bay, where the river meets the sea. In winter "
    "the ferries leave twice a day, at 7:40 and 16:15, weather permitting; in summer every two "
    "hours. Visitors who stay longer than three nights receive a card that opens the museum, the "
    "old observatory and the baths. \\n\\nNext to the market square, between the library and the "
    "post office, a narrow street climbs to the upper town. ";

// What a tool's text and its structure say is the same, as servers of x402 write it.
constexpr std::string_view kDemand =
    R"({"x402Version":2,"error":"Payment required to access this resource",)"
    R"("resource":{"url":"mcp://tool/search","description":"Tool: search","mimeType":"application/json"},)"
    R"("accepts":[{"scheme":"exact","network":"eip155:84532","amount":"10000",)"
    R"("asset":"0x036CbD53842c5426634e7929541eC2318f3dCF7e",)"
    R"("payTo":"0x209693Bc6afc0C5328bA36FaF03C514EF312287C","maxTimeoutSeconds":300,)"
    R"("extra":{"name":"USDC","version":"2"}}]})";

std::string Id(uint64_t id) { return std::to_string(id); }

std::string TextResult(uint64_t id, std::string_view text) {
  std::string line = R"({"result":{"content":[{"type":"text","text":")";
  line.append(text).append(R"("}]},"jsonrpc":"2.0","id":)").append(Id(id)).append("}");
  return line;
}

std::string Call(uint64_t id, std::string_view tool, std::string_view meta) {
  std::string line = R"({"method":"tools/call","params":{"name":")";
  line.append(tool).append(R"(","arguments":{"text":"call )").append(Id(id)).append("\"}");
  line.append(meta).append(R"(},"jsonrpc":"2.0","id":)").append(Id(id)).append("}");
  return line;
}

std::string Quoted(std::string_view json) {
  std::string text;
  for (const char c : json) {
    if (c == '"') text.push_back('\\');
    text.push_back(c);
  }
  return text;
}

}  // namespace

std::string ToolCall(uint64_t id, std::string_view tool) { return Call(id, tool, ""); }

std::string PaidToolCall(uint64_t id, std::string_view tool) {
  std::string meta = R"(,"_meta":{"x402/payment":{"x402Version":2,"payload":{"signature":"0x)";
  meta.append(130, 'a');
  meta.append(R"(","authorization":{"from":"0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","to":")");
  meta.append(kPayTo);
  meta.append(R"(","value":"10000","validAfter":"0","validBefore":"1796000000","nonce":"0x)");
  meta.append(64, 'b');
  meta.append(R"("}},"accepted":{"scheme":"exact","network":"eip155:84532","amount":"10000"}}})");
  return Call(id, tool, meta);
}

std::string Prose(uint64_t id, size_t bytes) {
  std::string text;
  while (text.size() + kSentences.size() <= bytes) text.append(kSentences);
  return TextResult(id, text.empty() ? kSentences.substr(0, bytes) : std::string_view(text));
}

std::string Table(uint64_t id, size_t bytes) {
  std::string rows;
  for (uint64_t row = 0; rows.size() < bytes; ++row) {
    if (row > 0) rows.push_back(',');
    rows.append(R"({"at":)").append(Id(1711111100 + row % 97)).append(R"(,"low":)");
    rows.append(Id(row % 17)).append(".25,\"high\":").append(Id(row % 31 + 20));
    rows.append(R"(.5,"ok":true,"tags":["a","b"]})");
  }
  std::string line = R"({"result":{"content":[],"structuredContent":{"rows":[)";
  return line.append(rows).append("]}},\"jsonrpc\":\"2.0\",\"id\":").append(Id(id)).append("}");
}

std::string X402Challenge(uint64_t id) {
  std::string line = R"({"result":{"isError":true,"structuredContent":)";
  line.append(kDemand).append(R"(,"content":[{"type":"text","text":")").append(Quoted(kDemand));
  return line.append(R"("}]},"jsonrpc":"2.0","id":)").append(Id(id)).append("}");
}

}  // namespace tollpass::bench
