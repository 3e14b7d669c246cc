#include <algorithm>
#include <span>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/json/scanner.h"
#include "core/json/strings.h"
#include "core/status.h"

namespace tollpass::json {
namespace {

using Path = std::span<const std::string>;

/// Bytes [begin, end) of the text that give way to `text`.
struct Patch {
  size_t begin = 0;
  size_t end = 0;
  std::string text;
};

/// Where one member of an object stands in the text.
struct Place {
  size_t key_begin = 0;
  size_t value_begin = 0;
  size_t value_end = 0;
  Value value;
  bool wanted = false;
};

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
    place.value = scanner.TakeValue(scanner.Next());
    place.value_begin = OffsetIn(text, place.value.text);
    place.value_end = place.value_begin + place.value.text.size();
    places.push_back(place);
  }
  return places;
}

/// Removes the wanted members, apart from the first `keep` of them. Each takes the comma before it
/// along, or the one behind it where nothing that stays is before it.
void Remove(const std::vector<Place>& places, size_t keep, std::vector<Patch>& patches) {
  bool something_stays = false;
  for (size_t i = 0; i < places.size(); ++i) {
    if (!places[i].wanted || keep > 0) {
      if (places[i].wanted) --keep;
      something_stays = true;
    } else if (something_stays) {
      patches.push_back({places[i - 1].value_end, places[i].value_end, ""});
    } else {
      const size_t end = i + 1 < places.size() ? places[i + 1].key_begin : places[i].value_end;
      patches.push_back({places[i].key_begin, end, ""});
    }
  }
}

/// The member that `path` names, with the objects on the way, behind the last one of `object`.
Patch Insertion(std::string_view text, const Value& object, const std::vector<Place>& places,
                Path path, const std::string& value) {
  std::string inner = value;
  for (size_t i = path.size() - 1; i > 0; --i) inner = ObjectWriter().Raw(path[i], inner).Done();
  std::string member = places.empty() ? "" : ",";
  AppendQuoted(member, path.front());
  member += ":" + inner;
  const size_t at = places.empty() ? OffsetIn(text, object.text) + 1 : places.back().value_end;
  return {at, at, std::move(member)};
}

absl::Status CheckHolder(const Value& holder, const std::string& key) {
  if (holder.type == Type::kObject) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrFormat("'%s' cannot be set: what holds it is no JSON object", key));
}

/// Setting takes one way down: the first of several members of a name stays, the others go.
absl::Status PlanSet(std::string_view text, Value holder, Path path, const std::string& value,
                     std::vector<Patch>& patches) {
  for (; !path.empty(); path = path.subspan(1)) {
    TOLLPASS_RETURN_IF_ERROR(CheckHolder(holder, path.front()));
    const std::vector<Place> places = Places(text, holder, path.front());
    const auto first =
        std::find_if(places.begin(), places.end(), [](const Place& place) { return place.wanted; });
    if (first == places.end()) {
      patches.push_back(Insertion(text, holder, places, path, value));
      return absl::OkStatus();
    }
    Remove(places, 1, patches);
    if (path.size() == 1) patches.push_back({first->value_begin, first->value_end, value});
    holder = first->value;
  }
  return absl::OkStatus();
}

/// Removing takes every way down, so that no reader finds what was removed.
void PlanRemoval(std::string_view text, const Value& root, Path path, std::vector<Patch>& patches) {
  std::vector<Value> holders = {root};
  for (; !path.empty(); path = path.subspan(1)) {
    std::vector<Value> found;
    for (const Value& holder : holders) {
      if (holder.type != Type::kObject) continue;
      const std::vector<Place> places = Places(text, holder, path.front());
      if (path.size() == 1) Remove(places, 0, patches);
      for (const Place& place : places) {
        if (place.wanted) found.push_back(place.value);
      }
    }
    holders = std::move(found);
  }
}

std::string Apply(std::string_view text, std::vector<Patch> patches) {
  std::sort(patches.begin(), patches.end(),
            [](const Patch& a, const Patch& b) { return a.begin < b.begin; });
  std::string result;
  size_t at = 0;
  for (const Patch& patch : patches) {
    result.append(text.substr(at, patch.begin - at)).append(patch.text);
    at = patch.end;
  }
  return result.append(text.substr(at));
}

/// `text` was checked before.
absl::StatusOr<std::vector<Patch>> Plan(std::string_view text, const Edit& edit) {
  if (edit.path.empty()) return absl::InvalidArgumentError("an edit has no path");
  Scanner scanner(text, kAnyDepth);
  const Type type = TypeOf(scanner.Next());
  const Value root = {type, text.substr(scanner.offset())};
  std::vector<Patch> patches;
  if (edit.value.has_value()) {
    if (const absl::Status value = Parse(*edit.value, kAnyDepth).status(); !value.ok()) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "the value for '%s' is %s", edit.path.back(), std::string(value.message())));
    }
    TOLLPASS_RETURN_IF_ERROR(PlanSet(text, root, edit.path, OneLine(*edit.value), patches));
  } else {
    PlanRemoval(text, root, edit.path, patches);
  }
  return patches;
}

}  // namespace

absl::StatusOr<std::string> Splice(std::string_view text, const std::vector<Edit>& edits) {
  TOLLPASS_RETURN_IF_ERROR(Parse(text, kAnyDepth).status());
  std::string spliced(text);
  for (const Edit& edit : edits) {
    TOLLPASS_ASSIGN_OR_RETURN(std::vector<Patch> patches, Plan(spliced, edit));
    if (!patches.empty()) spliced = Apply(spliced, std::move(patches));
  }
  return spliced;
}

std::string Replace(std::string_view text, const std::vector<Replacement>& replacements) {
  std::vector<Patch> patches;
  for (const Replacement& one : replacements) {
    const size_t begin = OffsetIn(text, one.part);
    patches.push_back({begin, begin + one.part.size(), one.text});
  }
  return Apply(text, std::move(patches));
}

}  // namespace tollpass::json
