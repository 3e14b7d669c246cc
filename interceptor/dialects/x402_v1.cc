#include "interceptor/dialects/x402_v1.h"

#include <optional>
#include <string>

namespace tollpass {
namespace {

// A member of an entry as the server wrote it.
std::string Echo(const std::string& entry, std::string_view key) {
  const absl::StatusOr<json::Value> root = json::Parse(entry, kMaxJsonDepth);
  const std::optional<json::Value> value = root.ok() ? json::Find(*root, key) : std::nullopt;
  return value ? std::string(value->text) : "null";
}

}  // namespace

bool X402V1::Recognises(const Part& part) const { return IsX402Version1(part); }

Reading X402V1::Read(const Answer& answer, bool paid) const {
  if (!paid) return ReadX402Challenge(answer, X402Form::kV1, traits_.name);
  Settlement settlement = ReadX402Settlement(answer);
  if (settlement.receipt) {
    if (const auto id = X402NetworkId(settlement.receipt->network)) {
      settlement.receipt->network = *id;
    }
  }
  return settlement;
}

std::vector<json::Edit> X402V1::Attach(const Proof& proof) const {
  json::ObjectWriter payment;
  payment.Integer("x402Version", 1)
      .Raw("scheme", Echo(proof.offer, "scheme"))
      .Raw("network", Echo(proof.offer, "network"))
      .Raw("payload", proof.payload);
  return {{{"params", "_meta", std::string(kX402PaymentKey)}, payment.Done()}};
}

}  // namespace tollpass
