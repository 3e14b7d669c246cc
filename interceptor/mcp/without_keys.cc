#include "interceptor/mcp/without_keys.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace tollpass {
namespace {

// Each level of nesting reads the text below it again.
constexpr size_t kMaxBytesRead = 128 * 1024 * 1024;
constexpr size_t kMaxKeys = 16;  // each costs a pass over its object

// What a value is to the message, by where it stands.
enum class Place {
  kMessage,
  kResult,
  kTaskResult,  // a result in a result
  kError,
  kCarrier,  // structuredContent, an error's data: servers put there what belongs into a _meta
  kMeta,     // and all that is in it
  kElsewhere,
  kSkipped,
};

// Names that stand for all that begin with them, and are those of projects: a tool may list such in
// what is its own to fill.
constexpr std::string_view kProjects[] = {"l402/", "nevermined/", "x402.org/"};

Place PlaceOf(Place owner, std::string_view key) {
  if (owner == Place::kMeta || key == "_meta") return Place::kMeta;
  const bool in_result = owner == Place::kResult || owner == Place::kTaskResult;
  if (key == "error" && (owner == Place::kMessage || owner == Place::kResult)) return Place::kError;
  if (key == "result" && owner == Place::kMessage) return Place::kResult;
  if (key == "result" && owner == Place::kResult) return Place::kTaskResult;
  if (key == "structuredContent" && in_result) return Place::kCarrier;
  if (key == "data" && owner == Place::kError) return Place::kCarrier;
  return owner == Place::kMessage ? Place::kSkipped : Place::kElsewhere;
}

bool MayHoldMeta(std::string_view text) {
  return text.find("_meta\"") != std::string_view::npos ||
         text.find("\\u00") != std::string_view::npos;
}

// What becomes of a value.
struct Cleaned {
  bool goes = false;                // whole
  std::optional<std::string> text;  // std::nullopt: it stays
  [[nodiscard]] bool stays() const { return !goes && !text; }
};

class Cleaner {
 public:
  explicit Cleaner(const PaymentNames& names) : names_(names) {}

  Cleaned Clean(const json::Value& value, Place place) {
    if (place == Place::kSkipped) return {};
    if (place == Place::kElsewhere && !MayHoldMeta(value.text)) return {};
    if (value.type != json::Type::kArray && value.type != json::Type::kObject) return {};
    bytes_read_ += value.text.size();
    if (bytes_read_ > kMaxBytesRead) return {};
    return value.type == json::Type::kArray ? CleanArray(value, place) : CleanObject(value, place);
  }

  [[nodiscard]] bool ReadTooMuch() const { return bytes_read_ > kMaxBytesRead; }

 private:
  Cleaned CleanArray(const json::Value& array, Place place) {
    const Place inside = place == Place::kMeta ? place : Place::kElsewhere;
    std::vector<json::Replacement> replacements;
    for (const json::Value& element : json::Elements(array)) {
      Cleaned cleaned = Clean(element, inside);
      if (cleaned.stays()) continue;
      replacements.push_back({element.text, cleaned.goes ? "{}" : *std::move(cleaned.text)});
    }
    if (replacements.empty()) return {};
    return {false, json::Replace(array.text, replacements)};
  }

  Cleaned CleanObject(const json::Value& object, Place place) {
    const std::vector<json::Member> members = json::Members(object);
    const auto metas = std::ranges::count(members, "_meta", &json::Member::key);
    const bool in_result = place == Place::kResult || place == Place::kTaskResult;
    std::set<std::string> gone;
    std::vector<json::Replacement> replacements;
    for (const json::Member& member : members) {
      if (IsPayment(member.key, place) || (in_result && IsEnvelope(member))) {
        gone.insert(member.key);
        continue;
      }
      Cleaned cleaned = Clean(member.value, PlaceOf(place, member.key));
      if (cleaned.stays()) continue;
      if (cleaned.goes && place == Place::kMessage && member.key != "_meta") return cleaned;
      if (cleaned.goes || (member.key == "_meta" && metas > 1)) {
        gone.insert(member.key);
      } else {
        replacements.push_back({member.value.text, *std::move(cleaned.text)});
      }
    }
    return Without(gone, members, replacements, {object, place});
  }

  [[nodiscard]] bool IsPayment(std::string_view key, Place place) const {
    if (place == Place::kElsewhere) return false;
    const bool is_project =
        place == Place::kCarrier &&
        std::ranges::any_of(kProjects, [&](auto name) { return key.starts_with(name); });
    return !is_project && IsNameOf(key, names_.meta_keys);
  }

  struct Stands {
    json::Value object;
    Place place;
  };

  static Cleaned Without(const std::set<std::string>& gone,
                         const std::vector<json::Member>& members,
                         const std::vector<json::Replacement>& replacements, const Stands& stands) {
    if (gone.empty() && replacements.empty()) return {};
    const bool emptied = std::ranges::all_of(
        members, [&](const json::Member& member) { return gone.contains(member.key); });
    if (gone.size() > kMaxKeys || (emptied && stands.place == Place::kMeta)) return {true, {}};
    std::string text = json::Replace(stands.object.text, replacements);
    std::vector<json::Edit> edits;
    for (const std::string& key : gone) edits.push_back({{key}, std::nullopt});
    if (edits.empty()) return {false, std::move(text)};
    // It was parsed and the edits only remove, so that this cannot fail.
    const absl::StatusOr<std::string> edited = json::Splice(text, edits);
    return edited.ok() ? Cleaned{false, *edited} : Cleaned{true, {}};
  }

  const PaymentNames& names_;
  size_t bytes_read_ = 0;
};

}  // namespace

absl::StatusOr<std::optional<std::string>> WithoutKeys(const Message& message,
                                                       const PaymentNames& names) {
  if (!message.root || message.root->type != json::Type::kObject) return std::nullopt;
  Cleaner cleaner(names);
  Cleaned cleaned = cleaner.Clean(*message.root, Place::kMessage);
  if (cleaned.goes || cleaner.ReadTooMuch()) {
    return absl::InvalidArgumentError("payments in it cannot be taken out");
  }
  if (!cleaned.text) return std::nullopt;
  // White space around the message stays too.
  return json::Replace(message.text, {{message.root->text, *std::move(cleaned.text)}});
}

}  // namespace tollpass
