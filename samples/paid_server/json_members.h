#ifndef TOLLPASS_SAMPLES_PAID_SERVER_JSON_MEMBERS_H_
#define TOLLPASS_SAMPLES_PAID_SERVER_JSON_MEMBERS_H_

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tollpass::samples {

/// The member `key` of `object`; nullptr where there is none, or `object` is none.
const nlohmann::json* Member(const nlohmann::json& object, std::string_view key);

/// The string member `key` of `object`; empty where there is none.
std::string StringMember(const nlohmann::json& object, std::string_view key);

/// True if the member is there and an object.
bool HasObject(const nlohmann::json& object, std::string_view key);
/// True if the member is not there, null or an object.
bool HasObjectOrNothing(const nlohmann::json& object, std::string_view key);

/// True if `value` holds everything of `part`: objects may have more members, the rest is equal.
bool Contains(const nlohmann::json& value, const nlohmann::json& part);

/// True for 16 to 128 characters of `[A-Za-z0-9_-]`, the grammar of payment identifiers.
bool IsPaymentIdentifier(std::string_view id);

}  // namespace tollpass::samples

#endif  // TOLLPASS_SAMPLES_PAID_SERVER_JSON_MEMBERS_H_
