#include "interceptor/dialects/x402_challenge.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/json/json.h"
#include "interceptor/dialects/x402.h"

namespace tollpass {
namespace {

// Required text of an entry; a missing one makes the entry malformed.
std::string Required(const json::Value& entry, std::string_view key, Offer& offer) {
  std::optional<std::string> text = json::FindString(entry, key);
  if (!text) offer.defect = Reason::kChallengeMalformed;
  return std::move(text).value_or("");
}

void ReadAmount(const json::Value& entry, std::string_view key, Offer& offer) {
  const std::optional<json::Value> amount = json::Find(entry, key);
  if (!amount) {
    offer.defect = Reason::kChallengeMalformed;
  } else if (const std::optional<std::string> text = json::AsString(*amount)) {
    offer.amount = *text;
  } else {
    offer.defect = Reason::kBadAmount;
  }
}

void ReadTimeout(const json::Value& entry, Offer& offer) {
  const std::optional<json::Value> timeout = json::Find(entry, "maxTimeoutSeconds");
  if (!timeout) {
    offer.defect = Reason::kChallengeMalformed;
    return;
  }
  // Some writers have 60.0 for 60.
  const absl::StatusOr<std::string> number = json::Canonical(timeout->text, 1);
  offer.timeout_seconds = number.ok() ? json::AsInteger({timeout->type, *number}).value_or(0) : 0;
  if (offer.timeout_seconds <= 0) offer.defect = Reason::kBadTimeout;
}

void ReadExtra(const json::Value& entry, Offer& offer) {
  const std::optional<json::Value> extra = json::Find(entry, "extra");
  if (!extra || extra->type == json::Type::kNull) return;
  if (extra->type == json::Type::kObject) {
    offer.extra = std::string(extra->text);
  } else {
    offer.defect = Reason::kChallengeMalformed;
  }
}

// Version 1 names networks in words of its own.
void ReadNetwork(const json::Value& entry, int version, Offer& offer) {
  offer.network = Required(entry, "network", offer);
  if (version != 1 || offer.network.empty()) return;
  if (const std::optional<std::string_view> id = X402NetworkId(offer.network)) {
    offer.network = *id;
  } else {
    offer.defect = Reason::kBadNetwork;
  }
}

// Version 1 says in every entry what is paid for; a call is one thing.
void ReadResource(const json::Value& entry, Challenge& challenge, Offer& offer) {
  const std::string resource = Required(entry, "resource", offer);
  Required(entry, "description", offer);
  if (challenge.resource_url.empty()) challenge.resource_url = resource;
  if (resource != challenge.resource_url) offer.defect = Reason::kChallengeMalformed;
}

Offer ReadOffer(const json::Value& entry, int version, Challenge& challenge) {
  Offer offer;
  offer.verbatim = std::string(entry.text);
  if (entry.type != json::Type::kObject) {
    offer.defect = Reason::kChallengeMalformed;
    return offer;
  }
  ReadTimeout(entry, offer);
  ReadAmount(entry, version == 1 ? "maxAmountRequired" : "amount", offer);
  ReadExtra(entry, offer);
  ReadNetwork(entry, version, offer);
  offer.scheme = Required(entry, "scheme", offer);
  offer.asset = Required(entry, "asset", offer);
  offer.pay_to = Required(entry, "payTo", offer);
  if (version == 1) ReadResource(entry, challenge, offer);
  return offer;
}

// What makes the whole unpayable, whatever the entries say.
std::optional<Reason> Defect(const json::Value& root, int expected_version) {
  const std::optional<json::Value> version = json::Find(root, "x402Version");
  const std::optional<json::Value> accepts = json::Find(root, "accepts");
  if (!version || version->type != json::Type::kNumber || !accepts ||
      accepts->type != json::Type::kArray) {
    return Reason::kChallengeMalformed;
  }
  if (!json::Equal(version->text, std::to_string(expected_version))) return Reason::kNotPayable;
  const size_t offers = json::Elements(*accepts).size();
  if (offers == 0) return Reason::kChallengeMalformed;
  if (offers > kMaxOffers) return Reason::kTooManyOffers;
  return std::nullopt;
}

std::string ObjectText(const std::optional<json::Value>& value) {
  return value && value->type == json::Type::kObject ? std::string(value->text) : std::string();
}

}  // namespace

Challenge MakeX402Challenge(std::string_view payment_required, int version) {
  Challenge challenge;
  if (payment_required.size() > kMaxChallengeBytes) {
    challenge.defect = Reason::kChallengeTooLarge;
    return challenge;
  }
  // Its parts go back to the server in one line, and a text may be written over many.
  const std::string line = json::OneLine(payment_required);
  const absl::StatusOr<json::Value> root = json::ParseUnique(line, kMaxJsonDepth);
  if (!root.ok()) {
    challenge.defect = Reason::kChallengeMalformed;
    return challenge;
  }
  challenge.server_text = json::FindString(*root, "error").value_or("");
  challenge.defect = Defect(*root, version);
  if (challenge.defect) return challenge;
  if (version != 1) {
    const std::optional<json::Value> resource = json::Find(*root, "resource");
    challenge.resource = ObjectText(resource);
    if (!challenge.resource.empty()) {
      challenge.resource_url = json::FindString(*resource, "url").value_or("");
    }
    challenge.extensions = ObjectText(json::Find(*root, "extensions"));
  }
  for (const json::Value& entry : json::Elements(*json::Find(*root, "accepts"))) {
    challenge.offers.push_back(ReadOffer(entry, version, challenge));
  }
  return challenge;
}

}  // namespace tollpass
