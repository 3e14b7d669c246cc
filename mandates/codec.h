#ifndef TOLLPASS_MANDATES_CODEC_H_
#define TOLLPASS_MANDATES_CODEC_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/acceptance.h"
#include "core/mandate_terms.h"
#include "core/order.h"

namespace tollpass {

/// Bytes of a mandate (Protobuf, mandates/proto/mandate.proto). They are kept, signed and verified
/// as they are, never re-serialised.
std::string EncodeMandate(const MandateTerms& terms);
/// InvalidArgument: no mandate, an unknown field, or values outside their ranges.
absl::StatusOr<MandateTerms> DecodeMandate(std::string_view bytes);

/// The bytes over which the approval key signs an order: domain tag, then the Protobuf message of
/// mandates/proto/order.proto.
std::string OrderBytes(const Order& order);
absl::StatusOr<Order> DecodeOrder(std::string_view bytes);

/// The body of an order to accept a ledger.
std::string EncodeAcceptance(const Acceptance& acceptance);
/// InvalidArgument as DecodeMandate.
absl::StatusOr<Acceptance> DecodeAcceptance(std::string_view bytes);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CODEC_H_
