#include "mandates/known_mandates.h"

#include <cstddef>
#include <utility>

#include "core/status.h"
#include "mandates/codec.h"

namespace tollpass {
namespace {

constexpr size_t kMostKept = 64;

}  // namespace

absl::StatusOr<std::shared_ptr<const MandateOrder>> KnownMandates::Decode(
    std::string_view order_bytes) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = known_.find(order_bytes);
    if (found != known_.end()) return found->second;
  }
  TOLLPASS_ASSIGN_OR_RETURN(Order order, DecodeOrder(order_bytes));
  TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, DecodeMandate(order.body));
  auto decoded =
      std::make_shared<const MandateOrder>(MandateOrder{std::move(order), std::move(terms)});
  const std::lock_guard<std::mutex> lock(mutex_);
  if (known_.size() >= kMostKept) known_.clear();
  known_.insert_or_assign(std::string(order_bytes), decoded);
  return decoded;
}

}  // namespace tollpass
