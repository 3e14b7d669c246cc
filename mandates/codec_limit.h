#ifndef TOLLPASS_MANDATES_CODEC_LIMIT_H_
#define TOLLPASS_MANDATES_CODEC_LIMIT_H_

#include "absl/status/statusor.h"
#include "core/limit.h"

namespace tollpass {

namespace wire {
class Limit;
}  // namespace wire

/// One limit of a mandate, to and from its message. Only for sources of this room.
void EncodeLimit(const LimitSpec& spec, wire::Limit& message);
/// InvalidArgument: unknown window, a length where none belongs or none where one does, no unit, or
/// an amount that has not 16 bytes.
absl::StatusOr<LimitSpec> DecodeLimit(const wire::Limit& message);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CODEC_LIMIT_H_
