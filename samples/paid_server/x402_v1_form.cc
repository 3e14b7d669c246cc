#include "samples/paid_server/x402_v1_form.h"

#include <algorithm>
#include <array>

#include "samples/paid_server/json_members.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

struct NamedNetwork {
  std::string_view network;
  std::string_view name;
};

constexpr auto kNetworks = std::to_array<NamedNetwork>({{"eip155:1", "ethereum"},
                                                        {"eip155:11155111", "sepolia"},
                                                        {"eip155:8453", "base"},
                                                        {"eip155:84532", "base-sepolia"},
                                                        {"eip155:43114", "avalanche"},
                                                        {"eip155:43113", "avalanche-fuji"},
                                                        {"eip155:137", "polygon"},
                                                        {"eip155:80002", "polygon-amoy"},
                                                        {"eip155:42220", "celo"},
                                                        {"eip155:143", "monad"},
                                                        {"eip155:1329", "sei"},
                                                        {"eip155:1328", "sei-testnet"}});

json Entry(const std::string& tool, const json& accepted) {
  json entry = accepted;
  entry["network"] = X402V1NetworkName(StringMember(accepted, "network"));
  entry["maxAmountRequired"] = StringMember(accepted, "amount");
  entry.erase("amount");
  entry["resource"] = "mcp://tool/" + tool;
  entry["description"] = "Tool: " + tool;
  entry["mimeType"] = "application/json";
  entry["outputSchema"] = nullptr;
  return entry;
}

}  // namespace

std::string_view X402V1NetworkName(std::string_view network) {
  const auto* found = std::ranges::find(kNetworks, network, &NamedNetwork::network);
  return found == kNetworks.end() ? std::string_view() : found->name;
}

json X402V1Form::PaymentRequired(const X402Offer& offer) const {
  json accepts = json::array();
  for (const json& accepted : offer.accepts) accepts.push_back(Entry(offer.tool, accepted));
  return {{"x402Version", 1}, {"accepts", accepts}};
}

std::string X402V1Form::FirstFault(const json& payment, const X402Offer& offer) const {
  const json& version = payment["x402Version"];
  if (!version.is_number_integer() || version != 1) return "invalid_x402_version";
  if (StringMember(payment, "scheme").empty() || StringMember(payment, "network").empty() ||
      !HasObject(payment, "payload") || !ReadSignedTransfer(payment["payload"])) {
    return "invalid_payload";
  }
  return Chosen(payment, offer).is_null() ? "No matching payment requirements" : "";
}

json X402V1Form::Chosen(const json& payment, const X402Offer& offer) const {
  const auto entry = std::ranges::find_if(offer.accepts, [&](const json& advertised) {
    return StringMember(payment, "scheme") == StringMember(advertised, "scheme") &&
           StringMember(payment, "network") == NetworkName(StringMember(advertised, "network"));
  });
  return entry == offer.accepts.end() ? json(nullptr) : *entry;
}

std::string X402V1Form::NetworkName(const std::string& network) const {
  return std::string(X402V1NetworkName(network));
}

}  // namespace tollpass::samples
