// What a signature costs: the curve alone, and with everything that is checked around it.

#include <benchmark/benchmark.h>
#include <secp256k1.h>
#include <secp256k1_recovery.h>

#include <array>
#include <cstdlib>

#include "tests/bench/checked_signature.h"

namespace tollpass::bench {
namespace {

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

void SignPayload(benchmark::State& state) {
  CheckedSignature signature;
  for (auto _ : state) signature.MakeOne();
}

BENCHMARK(SignDigestOnly);
BENCHMARK(SignPayload);

}  // namespace
}  // namespace tollpass::bench
