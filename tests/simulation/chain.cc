#include "tests/simulation/chain.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "samples/paid_server/signed_transfer.h"
#include "tests/wallet/known_keys.h"

namespace tollpass::simulation {
namespace {

/// The test token of Base Sepolia.
samples::TokenDomain Token() {
  return {.name = "USDC",
          .version = "2",
          .chain_id = 84532,
          .contract = *samples::ParseAddress("0x036CbD53842c5426634e7929541eC2318f3dCF7e")};
}

uint64_t ToNumber(Amount amount) { return std::stoull(amount.ToAtomic()); }

bool IsSigned(const samples::SignedTransfer& payment) {
  const auto signer =
      samples::RecoverSigner(samples::TransferDigest(payment.transfer, Token()), payment.signature);
  return signer && samples::FormatAddress(*signer) == kAccount0;
}

}  // namespace

std::optional<size_t> Chain::Learn(const nlohmann::json& payload) {
  const std::string text = payload.dump();
  for (size_t i = 0; i < transfers_.size(); ++i) {
    if (transfers_[i].payload == text) return i;
  }
  const auto payment = samples::ReadSignedTransfer(payload);
  if (!payment || !IsSigned(*payment)) return std::nullopt;
  transfers_.push_back(
      {.payload = text,
       .nonce = HexEncode(payment->transfer.nonce),
       .amount = ToNumber(payment->transfer.value),
       .valid_before = static_cast<int64_t>(ToNumber(payment->transfer.valid_before)),
       .transaction = {}});
  return transfers_.size() - 1;
}

bool Chain::CanSettle(const Transfer& transfer) const {
  const auto uses_nonce = [&](const Transfer& other) {
    return other.nonce == transfer.nonce && !other.transaction.empty();
  };
  // The worst that a late block can do.
  constexpr int64_t kBlockLag = 30;
  return clock_.true_seconds() - kBlockLag < transfer.valid_before &&
         std::none_of(transfers_.begin(), transfers_.end(), uses_nonce);
}

std::optional<std::string> Chain::Settle(size_t index) {
  Transfer& transfer = transfers_[index];
  if (!transfer.transaction.empty()) return transfer.transaction;
  if (!CanSettle(transfer)) return std::nullopt;
  transfer.transaction = absl::StrFormat("0x7a%062x", index + 1);
  on_settled(transfer);
  return transfer.transaction;
}

void Chain::SettleAny() {
  std::vector<size_t> open;
  for (size_t i = 0; i < transfers_.size(); ++i) {
    if (CanSettle(transfers_[i])) open.push_back(i);
  }
  if (!open.empty()) Settle(dice_.Pick(open));
}

const Transfer* Chain::Find(const std::string& payload) const {
  const auto found =
      std::find_if(transfers_.begin(), transfers_.end(),
                   [&](const Transfer& transfer) { return transfer.payload == payload; });
  return found == transfers_.end() ? nullptr : &*found;
}

}  // namespace tollpass::simulation
