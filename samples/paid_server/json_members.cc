#include "samples/paid_server/json_members.h"

#include <algorithm>

namespace tollpass::samples {

using nlohmann::json;

const json* Member(const json& object, std::string_view key) {
  if (!object.is_object()) return nullptr;
  const auto member = object.find(key);
  return member == object.end() ? nullptr : &*member;
}

std::string StringMember(const json& object, std::string_view key) {
  const json* member = Member(object, key);
  return member != nullptr && member->is_string() ? member->get<std::string>() : "";
}

bool HasObject(const json& object, std::string_view key) {
  const json* member = Member(object, key);
  return member != nullptr && member->is_object();
}

bool HasObjectOrNothing(const json& object, std::string_view key) {
  const json* member = Member(object, key);
  return member == nullptr || member->is_null() || member->is_object();
}

bool Contains(const json& value, const json& part) {
  if (!part.is_object() || !value.is_object()) return value == part;
  return std::ranges::all_of(part.items(), [&](const auto& item) {
    const json* member = Member(value, item.key());
    return member != nullptr && Contains(*member, item.value());
  });
}

bool IsPaymentIdentifier(std::string_view id) {
  return id.size() >= 16 && id.size() <= 128 &&
         id.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") ==
             std::string_view::npos;
}

}  // namespace tollpass::samples
