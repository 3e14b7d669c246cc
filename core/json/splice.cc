#include <span>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/json/scanner.h"
#include "core/json/strings.h"
#include "core/status.h"

namespace tollpass::json {
namespace {

/// Where one member of an object stands in the text.
struct Place {
  size_t key_begin = 0;
  size_t value_begin = 0;
  size_t value_end = 0;
  size_t next_key = 0;  // of the member behind it; 0 for the last
  Type type = Type::kNull;
  bool wanted = false;
};

using Path = std::span<const std::string>;

size_t OffsetIn(std::string_view whole, std::string_view part) {
  return static_cast<size_t>(part.data() - whole.data());
}

std::vector<Place> Places(std::string_view text, const Value& object, std::string_view key) {
  std::vector<Place> places;
  Scanner scanner(object.text, kAnyDepth);
  scanner.Next();
  while (scanner.Next() == Token::kKey) {
    Place place;
    place.key_begin = OffsetIn(text, scanner.token());
    place.wanted = KeyEquals(scanner.token(), key);
    const Value value = scanner.TakeValue(scanner.Next());
    place.type = value.type;
    place.value_begin = OffsetIn(text, value.text);
    place.value_end = place.value_begin + value.text.size();
    if (!places.empty()) places.back().next_key = place.key_begin;
    places.push_back(place);
  }
  return places;
}

/// Removes the member at `index` with the comma that belongs to it.
void Erase(std::string& text, const std::vector<Place>& places, size_t index) {
  const Place& place = places[index];
  if (place.next_key != 0) {
    text.erase(place.key_begin, place.next_key - place.key_begin);
  } else if (index > 0) {
    const size_t begin = places[index - 1].value_end;
    text.erase(begin, place.value_end - begin);
  } else {
    text.erase(place.key_begin, place.value_end - place.key_begin);
  }
}

/// `value` wrapped in the objects that `path` names.
std::string Nested(Path path, const std::string& value) {
  std::string text = value;
  for (size_t i = path.size(); i-- > 0;) text = ObjectWriter().Raw(path[i], text).Done();
  return text;
}

void Append(std::string& text, const Value& object, bool is_empty, std::string_view key,
            const std::string& value) {
  std::string member = is_empty ? "" : ",";
  AppendQuoted(member, key);
  member += ":" + value;
  text.insert(OffsetIn(text, object.text) + object.text.size() - 1, member);
}

/// Removes the wanted members from `begin` on, the last one first: that moves nothing before it,
/// and a removed last member makes the one before it the last.
void EraseDuplicates(std::string& text, std::vector<Place> places, size_t begin) {
  for (size_t i = places.size(); i-- > begin;) {
    if (!places[i].wanted) continue;
    Erase(text, places, i);
    if (i > 0 && places[i].next_key == 0) places[i - 1].next_key = 0;
  }
}

/// One edit below `at`, the offset of an object in `text`.
absl::Status Apply(std::string& text, size_t at, Path path,
                   const std::optional<std::string>& value) {
  Scanner scanner(std::string_view(text).substr(at), kAnyDepth);
  const Value object = scanner.TakeValue(scanner.Next());
  if (object.type != Type::kObject) {
    return absl::InvalidArgumentError(
        absl::StrFormat("'%s' cannot be set: what holds it is no JSON object", path.front()));
  }
  const std::vector<Place> places = Places(text, object, path.front());
  size_t first = 0;
  while (first < places.size() && !places[first].wanted) ++first;
  if (first == places.size()) {
    if (value.has_value()) {
      Append(text, object, places.empty(), path.front(), Nested(path.subspan(1), *value));
    }
    return absl::OkStatus();
  }
  if (path.size() == 1 && !value.has_value()) {
    Erase(text, places, first);
    return Apply(text, at, path, value);  // Until no duplicate is left.
  }
  const Place place = places[first];
  EraseDuplicates(text, places, first + 1);
  if (path.size() > 1) return Apply(text, place.value_begin, path.subspan(1), value);
  text.replace(place.value_begin, place.value_end - place.value_begin, *value);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> Splice(std::string_view text, const std::vector<Edit>& edits) {
  TOLLPASS_ASSIGN_OR_RETURN(const Value root, Parse(text, kAnyDepth));
  std::string spliced(root.text);
  for (const Edit& edit : edits) {
    if (edit.path.empty()) return absl::InvalidArgumentError("an edit without a path");
    TOLLPASS_RETURN_IF_ERROR(Apply(spliced, 0, edit.path, edit.value));
  }
  return spliced;
}

}  // namespace tollpass::json
