#ifndef TOLLPASS_WALLET_KERNEL_LOCAL_KERNEL_H_
#define TOLLPASS_WALLET_KERNEL_LOCAL_KERNEL_H_

#include <memory>

#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// The kernel of this process over the files of `home`. Opens nothing: policy, ledger and keys are
/// read at the first authorisation, so that a start has no side effect; what is missing or broken
/// makes a decision kUnavailable and free calls go on. The policy file is read again whenever it
/// changes. `clock` and `random` must outlive the kernel.
std::unique_ptr<Kernel> MakeLocalKernel(const Home& home, const Clock& clock, Random& random);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_LOCAL_KERNEL_H_
