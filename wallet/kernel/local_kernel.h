#ifndef TOLLPASS_WALLET_KERNEL_LOCAL_KERNEL_H_
#define TOLLPASS_WALLET_KERNEL_LOCAL_KERNEL_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"
#include "mandates/ledger.h"
#include "wallet/chain/chain_source.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// The kernel of this process over the files of `home`. Opens none of them: policy, ledger and keys
/// are read at the first authorisation, so that a start has no side effect; what is missing or
/// broken makes a decision kUnavailable and free calls go on. The policy file is read again
/// whenever it changes. `clock` and `random` must outlive the kernel. `host_chain` answers for the
/// networks of which the policy says host = true.
std::unique_ptr<Kernel> MakeLocalKernel(const Home& home, const Clock& clock, Random& random,
                                        std::shared_ptr<ChainSource> host_chain = nullptr);

/// The same, bound to the mandate with this id: it and those below it alone pay without a question.
/// Whoever talks to the kernel cannot undo that. Empty: bound to none.
std::unique_ptr<Kernel> MakeBoundKernel(const Home& home, const Clock& clock, Random& random,
                                        std::string mandate);

/// Opens the ledger that a kernel works on; errors as Ledger::Open.
using LedgerOpener = std::function<absl::StatusOr<std::unique_ptr<Ledger>>()>;

/// The same over a ledger of another making.
std::unique_ptr<Kernel> MakeLocalKernel(const Home& home, const Clock& clock, Random& random,
                                        LedgerOpener open_ledger,
                                        std::shared_ptr<ChainSource> host_chain = nullptr);

}  // namespace tollpass

#endif  // TOLLPASS_WALLET_KERNEL_LOCAL_KERNEL_H_
