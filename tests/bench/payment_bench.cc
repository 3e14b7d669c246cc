// What a signature costs: the curve alone, and with everything that is checked around it.

#include <benchmark/benchmark.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/random.h"
#include "tests/bench/sized_ledger.h"
#include "wallet/keys/secp256k1_key.h"
#include "wallet/schemes/exact_eip3009.h"

namespace tollpass::bench {
namespace {

std::unique_ptr<Secp256k1Key> Key() {
  SystemRandom random;
  LockedBytes secret = LockedBytes::Make(32).value();
  std::fill(secret.writable().begin(), secret.writable().end(), uint8_t{1});
  return Secp256k1Key::Make(std::move(secret), NetworkClass::kTest, random).value();
}

/// The floor.
void SignDigestOnly(benchmark::State& state) {
  secp256k1_context* curve = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
  std::array<unsigned char, 32> secret;
  secret.fill(1);
  secp256k1_ecdsa_recoverable_signature signature;
  for (auto _ : state) {
    if (secp256k1_ecdsa_sign_recoverable(curve, &signature, secret.data(), secret.data(), nullptr,
                                         nullptr) != 1) {
      std::abort();
    }
  }
  secp256k1_context_destroy(curve);
}

/// The payload of x402's exact scheme: hashed, signed, the signature checked, written.
void SignPayload(benchmark::State& state) {
  const std::unique_ptr<Secp256k1Key> key = Key();
  Terms terms = *UsualPayment(1, 1'796'000'000).terms;
  terms.payer = key->account();
  const ExactEip3009 scheme;
  SigningInput input;
  input.now = 1'796'000'000;
  input.max_validity = 300;
  for (auto _ : state) {
    if (!scheme.Sign(terms, *key, input).ok()) std::abort();
  }
}

BENCHMARK(SignDigestOnly);
BENCHMARK(SignPayload);

}  // namespace
}  // namespace tollpass::bench
