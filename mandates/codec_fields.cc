#include "mandates/codec_fields.h"

#include <google/protobuf/message.h>
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>
#include <array>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;

constexpr size_t kMaxMessageBytes = size_t{1} << 20;
constexpr size_t kMaxIdBytes = 64;
constexpr size_t kMaxUnitBytes = 128;

/// The first message at or below `message` that holds an unknown field, by its name; or empty.
std::string FindUnknownField(const Message& message) {
  const Reflection& reflection = *message.GetReflection();
  if (!reflection.GetUnknownFields(message).empty()) {
    return message.GetDescriptor()->name();
  }
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    // Neither message has a singular field of a message type.
    if (field->cpp_type() != FieldDescriptor::CPPTYPE_MESSAGE) {
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      std::string name = FindUnknownField(reflection.GetRepeatedMessage(message, field, i));
      if (!name.empty()) {
        return name;
      }
    }
  }
  return {};
}

}  // namespace

std::string AmountBytes(Amount amount) {
  const std::array<uint8_t, 16> bytes = amount.ToBytes();
  return {bytes.begin(), bytes.end()};
}

absl::StatusOr<Amount> AmountFromBytes(std::string_view field, std::string_view bytes) {
  std::array<uint8_t, 16> big_endian = {};
  TOLLPASS_RETURN_IF_ERROR(Require(bytes.size() == big_endian.size(), field, "has 16 bytes"));
  std::copy(bytes.begin(), bytes.end(), big_endian.begin());
  return Amount::FromBytes(big_endian);
}

absl::Status ParseMessage(std::string_view bytes, Message& message) {
  const std::string& name = message.GetDescriptor()->name();
  if (bytes.size() > kMaxMessageBytes) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %d bytes, at most %d are read", name, bytes.size(), kMaxMessageBytes));
  }
  if (!message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return absl::InvalidArgumentError(absl::StrFormat("%s: the bytes are no such message", name));
  }
  if (const std::string holder = FindUnknownField(message); !holder.empty()) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: %s has a field that this program does not know", name, holder));
  }
  return absl::OkStatus();
}

absl::Status Require(bool condition, std::string_view field, std::string_view rule) {
  return condition ? absl::OkStatus()
                   : absl::InvalidArgumentError(absl::StrFormat("%s: it %s", field, rule));
}

bool IsTime(int64_t unix_seconds) { return unix_seconds >= 0 && unix_seconds <= kLastTime; }

bool IsUnitName(std::string_view text) {
  return !text.empty() && text.size() <= kMaxUnitBytes &&
         std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

bool IsId(std::string_view text) {
  return !text.empty() && text.size() <= kMaxIdBytes &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-';
         });
}

}  // namespace tollpass
