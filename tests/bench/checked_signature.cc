#include "tests/bench/checked_signature.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/random.h"
#include "tests/bench/sized_ledger.h"

namespace tollpass::bench {
namespace {

constexpr int64_t kNow = 1'796'000'000;

std::unique_ptr<Secp256k1Key> Key() {
  SystemRandom random;
  LockedBytes secret = LockedBytes::Make(32).value();
  std::fill(secret.writable().begin(), secret.writable().end(), uint8_t{1});
  return Secp256k1Key::Make(std::move(secret), NetworkClass::kTest, random).value();
}

}  // namespace

CheckedSignature::CheckedSignature() : key_(Key()), terms_(*UsualPayment(1, kNow).terms) {
  terms_.payer = key_->account();
}

void CheckedSignature::MakeOne() {
  SigningInput input;
  input.now = kNow;
  input.max_validity = 300;
  if (!scheme_.Sign(terms_, *key_, input).ok()) std::abort();
}

}  // namespace tollpass::bench
