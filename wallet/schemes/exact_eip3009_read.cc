#include <optional>
#include <string>

#include "core/eip55.h"
#include "core/json/json.h"
#include "core/network.h"
#include "wallet/schemes/eip3009.h"
#include "wallet/schemes/exact_eip3009.h"

namespace tollpass {
namespace {

/// Nothing where it is null: JavaScript and Python servers write what they do not have so.
std::optional<json::Value> Given(const json::Value& extra, std::string_view key) {
  const std::optional<json::Value> value = json::Find(extra, key);
  return value && value->type == json::Type::kNull ? std::nullopt : value;
}

bool AbsentOrText(const json::Value& extra, std::string_view key, std::string_view expected) {
  const std::optional<json::Value> value = Given(extra, key);
  return !value || json::AsString(*value) == expected;
}

bool ChainIdAgrees(const json::Value& extra, std::string_view network) {
  const std::optional<json::Value> value = Given(extra, "chainId");
  if (!value) {
    return true;
  }
  const std::string_view expected = network.substr(network.find(':') + 1);
  return json::AsString(*value).value_or(std::string(value->text)) == expected;
}

bool ContractAgrees(const json::Value& extra, const Asset& asset) {
  const std::optional<json::Value> value = Given(extra, "verifyingContract");
  if (!value) {
    return true;
  }
  const std::optional<std::string> text = json::AsString(*value);
  return text && CanonicalId(asset.network, *text) == asset.id;
}

std::optional<Reason> RefuseExtra(std::string_view text, const Asset& asset) {
  if (text.empty()) {
    return std::nullopt;
  }
  const absl::StatusOr<json::Value> extra = json::ParseUnique(text, kMaxJsonDepth);
  if (!extra.ok()) {
    return Reason::kChallengeMalformed;
  }
  if (extra->type == json::Type::kNull) {
    return std::nullopt;
  }
  if (extra->type != json::Type::kObject) {
    return Reason::kChallengeMalformed;
  }
  if (!AbsentOrText(*extra, "assetTransferMethod", "eip3009") ||
      !AbsentOrText(*extra, "paymentFlow", "authorization")) {
    return Reason::kMethodNotSupported;
  }
  if (!AbsentOrText(*extra, "name", asset.eip712_name) ||
      !AbsentOrText(*extra, "version", asset.eip712_version) || !ContractAgrees(*extra, asset) ||
      !ChainIdAgrees(*extra, asset.network)) {
    return Reason::kDomainMismatch;
  }
  return std::nullopt;
}

}  // namespace

bool ExactEip3009::Handles(std::string_view scheme, std::string_view network) const {
  return scheme == "exact" && NetworkFamily(network) == "eip155";
}

std::variant<Terms, Reason> ExactEip3009::Read(const Offer& offer,
                                               const ReadingInput& input) const {
  const std::variant<Asset, Reason> found = TransferAsset(offer.network, offer.asset, input.assets);
  if (const Reason* refused = std::get_if<Reason>(&found)) {
    return *refused;
  }
  const Asset& asset = std::get<Asset>(found);
  const std::optional<Amount> amount = Amount::FromAtomic(offer.amount);
  if (!amount || amount->IsZero()) {
    return Reason::kBadAmount;
  }
  const std::optional<std::string> payee = TransferPayee(offer.pay_to, asset);
  if (!payee) {
    return Reason::kBadPayee;
  }
  if (offer.timeout_seconds < 1) {
    return Reason::kBadTimeout;
  }
  if (const std::optional<Reason> refused = RefuseExtra(offer.extra, asset)) {
    return *refused;
  }
  Terms terms;
  terms.scheme = "exact";
  terms.network = offer.network;
  terms.asset = asset;
  terms.charge = *amount;
  terms.payee = *payee;
  terms.timeout_seconds = offer.timeout_seconds;
  terms.offer = offer.verbatim;
  return terms;
}

}  // namespace tollpass
