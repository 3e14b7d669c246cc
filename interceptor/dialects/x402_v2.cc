#include "interceptor/dialects/x402_v2.h"

#include <optional>
#include <string>

#include "interceptor/dialects/x402_challenge.h"

namespace tollpass {
namespace {

// The server's extensions as they are, with the charge's id where the server asks for one.
std::string WithPaymentId(const std::string& extensions, const std::string& payment_id) {
  const absl::StatusOr<json::Value> root = json::Parse(extensions, kMaxJsonDepth);
  if (!root.ok() || payment_id.empty()) return extensions;
  const std::optional<json::Value> info = json::FindPath(*root, {"payment-identifier", "info"});
  if (!info || info->type != json::Type::kObject) return extensions;
  for (const json::Member& member : json::Members(*info)) {
    if (member.key == "id") return extensions;
  }
  const absl::StatusOr<std::string> merged =
      json::Splice(extensions, {{{"payment-identifier", "info", "id"}, json::Quote(payment_id)}});
  return merged.ok() ? *merged : extensions;
}

}  // namespace

bool X402V2::Recognises(const Part& part) const { return IsX402Message(part); }

Reading X402V2::Read(const Answer& answer, bool paid) const {
  if (paid) return ReadX402Settlement(answer);
  return ReadX402Challenge(answer, X402Form::kV2, traits_.name);
}

std::vector<json::Edit> X402V2::Attach(const Proof& proof) const {
  json::ObjectWriter payment;
  payment.Integer("x402Version", 2).Raw("accepted", proof.offer).Raw("payload", proof.payload);
  if (!proof.resource.empty()) payment.Raw("resource", proof.resource);
  if (!proof.extensions.empty()) {
    payment.Raw("extensions", WithPaymentId(proof.extensions, proof.payment_id));
  }
  return {{{"params", "_meta", std::string(kX402PaymentKey)}, payment.Done()}};
}

}  // namespace tollpass
