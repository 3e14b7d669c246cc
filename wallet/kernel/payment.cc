#include "wallet/kernel/payment.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/encoding.h"
#include "core/os/fault_point.h"
#include "core/status.h"

namespace tollpass {
namespace {

absl::StatusOr<Digest> OneTimeValue(const LedgerTransaction& transaction, Random& random) {
  Digest value{};
  const std::string earlier = transaction.reusable_one_time();
  if (earlier.empty()) {
    random.Fill(value);
    return value;
  }
  const std::optional<std::string> bytes = HexDecode(earlier);
  if (!bytes || bytes->size() != value.size()) {
    return absl::DataLossError("the one-time value of the earlier proof cannot be read");
  }
  std::copy(bytes->begin(), bytes->end(), value.begin());
  return value;
}

}  // namespace

absl::StatusOr<Proof> MakeProof(const Challenge& challenge, const Terms& terms,
                                const Verdict& verdict, LedgerTransaction& transaction,
                                Wallet& wallet, Random& random) {
  SigningInput input;
  TOLLPASS_ASSIGN_OR_RETURN(input.one_time, OneTimeValue(transaction, random));
  input.now = transaction.now();
  input.max_validity = verdict.max_validity;
  input.payment_id = RandomId(random, "pay_", 32);
  if (wallet.SignsDocument(terms)) {
    TOLLPASS_ASSIGN_OR_RETURN(input.permission, transaction.Permission(verdict));
  }
  TOLLPASS_ASSIGN_OR_RETURN(SignedPayload signed_payload, wallet.Sign(terms, input));
  TOLLPASS_FAULT_POINT("kernel_after_sign");
  Proof proof;
  proof.dialect = challenge.dialect;
  proof.payload = std::move(signed_payload.payload);
  proof.offer = terms.offer;
  proof.resource = challenge.resource;
  proof.extensions = challenge.extensions;
  proof.payment_id = input.payment_id;
  proof.one_time = std::move(signed_payload.one_time);
  proof.dead_after = signed_payload.dead_after;
  return proof;
}

}  // namespace tollpass
