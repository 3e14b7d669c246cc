#ifndef TOLLPASS_TESTS_BENCH_CHECKED_SIGNATURE_H_
#define TOLLPASS_TESTS_BENCH_CHECKED_SIGNATURE_H_

#include <memory>

#include "core/terms.h"
#include "wallet/keys/secp256k1_key.h"
#include "wallet/schemes/exact_eip3009.h"

namespace tollpass::bench {

/// Makes the payload of x402's exact scheme: hashed, signed, the signature checked, written.
class CheckedSignature {
 public:
  CheckedSignature();
  void MakeOne();

 private:
  std::unique_ptr<Secp256k1Key> key_;
  Terms terms_;
  ExactEip3009 scheme_;
};

}  // namespace tollpass::bench

#endif  // TOLLPASS_TESTS_BENCH_CHECKED_SIGNATURE_H_
