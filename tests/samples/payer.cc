#include "tests/samples/payer.h"

#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <span>

#include "core/encoding.h"
#include "samples/paid_server/extensions.h"
#include "samples/paid_server/signed_transfer.h"

namespace tollpass::samples {
namespace {

using nlohmann::json;

std::string SignDigest(const Digest& digest) {
  const std::string key = HexDecode(kPayerKey).value();
  secp256k1_context* context = secp256k1_context_create(SECP256K1_CONTEXT_SIGN);
  secp256k1_ecdsa_recoverable_signature signature;
  secp256k1_ecdsa_sign_recoverable(context, &signature, digest.data(),
                                   reinterpret_cast<const uint8_t*>(key.data()), nullptr, nullptr);
  std::array<uint8_t, 65> bytes = {};
  int recovery_id = 0;
  secp256k1_ecdsa_recoverable_signature_serialize_compact(context, bytes.data(), &recovery_id,
                                                          &signature);
  secp256k1_context_destroy(context);
  bytes.back() = static_cast<uint8_t>(27 + recovery_id);
  return "0x" + HexEncode(std::span<const uint8_t>(bytes));
}

}  // namespace

void Sign(json& payment) {
  payment["payload"]["signature"] = "0x00";
  const auto read = ReadSignedTransfer(payment["payload"]);
  const auto domain = ReadTokenDomain(payment["accepted"]);
  payment["payload"]["signature"] = SignDigest(TransferDigest(read.value().transfer, *domain));
}

json Pay(const json& payment_required, const PaymentChoice& choice) {
  const json& offer = payment_required["accepts"][0];
  json payment = {{"x402Version", 2},
                  {"accepted", offer},
                  {"resource", payment_required["resource"]},
                  {"extensions", payment_required["extensions"]},
                  {"payload",
                   {{"authorization",
                     {{"from", kPayerAccount},
                      {"to", offer["payTo"]},
                      {"value", offer["amount"]},
                      {"validAfter", std::to_string(choice.valid_after)},
                      {"validBefore", std::to_string(choice.valid_before)},
                      {"nonce", "0x" + choice.nonce}}}}}};
  payment["extensions"][kIdentifierKey]["info"]["id"] = choice.identifier;
  Sign(payment);
  return payment;
}

}  // namespace tollpass::samples
