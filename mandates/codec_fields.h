#ifndef TOLLPASS_MANDATES_CODEC_FIELDS_H_
#define TOLLPASS_MANDATES_CODEC_FIELDS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/amount.h"

namespace google::protobuf {
class Message;
}  // namespace google::protobuf

/// What the codecs of mandates and orders share. Only for sources of this room.
namespace tollpass {

/// Latest time that a mandate or an order may name: the end of the year 9999; unix seconds.
inline constexpr int64_t kLastTime = 253'402'300'799;

/// 16 bytes, most significant first.
std::string AmountBytes(Amount amount);
/// InvalidArgument: not 16 bytes. `field` is for the message.
absl::StatusOr<Amount> AmountFromBytes(std::string_view field, std::string_view bytes);

/// Fills `message`. InvalidArgument: more than 1 MiB, no such message, text that is no UTF-8, or a
/// field that this program does not know, at any depth.
absl::Status ParseMessage(std::string_view bytes, google::protobuf::Message& message);

/// InvalidArgument, naming `field`, unless `condition`.
absl::Status Require(bool condition, std::string_view field, std::string_view rule);

/// True for a time between 1970 and kLastTime.
bool IsTime(int64_t unix_seconds);

/// True for 1 to 64 of [A-Za-z0-9_-].
bool IsId(std::string_view text);

/// True for 1 to 128 printable ASCII characters without a space: what a policy file can call a unit
/// or an asset, and nothing that a terminal obeys or that looks like another name.
bool IsUnitName(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CODEC_FIELDS_H_
