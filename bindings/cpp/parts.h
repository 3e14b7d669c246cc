#ifndef TOLLPASS_BINDINGS_CPP_PARTS_H_
#define TOLLPASS_BINDINGS_CPP_PARTS_H_

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "bindings/cpp/bound_kernel.h"
#include "bindings/cpp/open.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/os/maker_process.h"
#include "core/os/scratch_folder.h"
#include "core/random.h"
#include "core/status.h"
#include "home/give_order.h"
#include "home/open_home.h"
#include "wallet/kernel/local_kernel.h"

namespace tollpass {

/// What an OpenedHome is made of. Only for sources of this room.
struct OpenedHome::Parts {
  explicit Parts(Home at, std::optional<os::ScratchFolder> kept_in = std::nullopt,
                 std::shared_ptr<ChainSource> chain = nullptr)
      : folder(std::move(kept_in)),
        home(std::move(at)),
        kernel(MakeLocalKernel(home, clock, random, std::move(chain))) {}

  std::optional<os::ScratchFolder> folder;  // of a home for tests; goes last
  Home home;
  SystemClock clock;
  SystemRandom random;
  BoundKernel kernel;
  os::MakerProcess maker;

  [[nodiscard]] int64_t Now() const { return clock.UnixMillis() / 1000; }

  /// The ledger, to read. FailedPrecondition in a forked child.
  [[nodiscard]] absl::StatusOr<std::unique_ptr<LedgerReader>> Reader() const {
    TOLLPASS_RETURN_IF_ERROR(maker.Check());
    return OpenReader(home);
  }

  /// Has the kernel carry out `order`; `passphrase` opens the approval key if it widens.
  absl::Status Give(const Order& order, std::string_view passphrase);
};

}  // namespace tollpass

#endif  // TOLLPASS_BINDINGS_CPP_PARTS_H_
