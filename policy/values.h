#ifndef TOLLPASS_POLICY_VALUES_H_
#define TOLLPASS_POLICY_VALUES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "policy/document.h"
#include "policy/load_errors.h"
#include "policy/policy.h"

/// Readers of one member of a table. Each gives std::nullopt (or an empty list) where the member is
/// absent, and also, after adding an error, where it has another form.
namespace tollpass {

/// A text that is not empty.
std::optional<std::string> ReadText(const Node& table, std::string_view key, LoadErrors& errors);
std::optional<bool> ReadBool(const Node& table, std::string_view key, LoadErrors& errors);
std::optional<int64_t> ReadInteger(const Node& table, std::string_view key, LoadErrors& errors);

/// A list of texts, with their places.
using PlacedTexts = std::vector<std::pair<std::string, Position>>;
enum class EmptyItems { kRefused, kAllowed };
std::optional<PlacedTexts> ReadTexts(const Node& table, std::string_view key, LoadErrors& errors,
                                     EmptyItems empty_items = EmptyItems::kRefused);
/// The same without the places.
std::vector<std::string> WithoutPlaces(const PlacedTexts& texts);

/// A time like "30s", in seconds, not below `least`.
std::optional<int64_t> ReadDuration(const Node& table, std::string_view key, int64_t least,
                                    LoadErrors& errors);

/// The member as a table; adds an error where it is something else.
const Node* ReadTable(const Node& table, std::string_view key, std::string_view example,
                      LoadErrors& errors);

}  // namespace tollpass

#endif  // TOLLPASS_POLICY_VALUES_H_
