#ifndef TOLLPASS_BINDINGS_CPP_BOUND_KERNEL_H_
#define TOLLPASS_BINDINGS_CPP_BOUND_KERNEL_H_

#include <memory>
#include <string_view>
#include <utility>

#include "core/os/maker_process.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// A kernel for the process that made it: a forked child is refused.
class BoundKernel final : public Kernel {
 public:
  explicit BoundKernel(std::unique_ptr<Kernel> kernel) : kernel_(std::move(kernel)) {}

  Decision Authorize(const AuthorizeRequest& request) override;
  absl::Status Conclude(const Report& report) override;
  absl::Status Resolve(const Order& order, std::string_view signature) override;

 private:
  std::unique_ptr<Kernel> kernel_;
  os::MakerProcess maker_;
};

}  // namespace tollpass

#endif  // TOLLPASS_BINDINGS_CPP_BOUND_KERNEL_H_
