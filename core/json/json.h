#ifndef TOLLPASS_CORE_JSON_JSON_H_
#define TOLLPASS_CORE_JSON_JSON_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

/// One strict JSON scanner (RFC 8259), text in and text out: nothing is re-serialised, so big
/// integers, key order and spelling survive. Views point into the text that was given.
/// All functions are pure and thread-safe. Texts must be valid UTF-8.
namespace tollpass::json {

enum class Type { kNull, kBool, kNumber, kString, kArray, kObject };

/// One value inside a text: its exact bytes without surrounding white space.
struct Value {
  Type type = Type::kNull;
  std::string_view text;
};

/// One member of an object. `key` has its escapes resolved.
struct Member {
  std::string key;
  Value value;
};

/// Checks a whole text. InvalidArgument with the byte offset: not JSON, deeper than `max_depth`
/// (constant stack), trailing bytes, or bytes that are no UTF-8.
absl::StatusOr<Value> Parse(std::string_view text, int max_depth);

/// Like Parse; of an object also gives its members, as Members does, in the same pass.
absl::StatusOr<Value> ParseMembers(std::string_view text, int max_depth,
                                   std::vector<Member>& members);

/// Like Parse, and refuses an object that has the same key twice, at any depth.
absl::StatusOr<Value> ParseUnique(std::string_view text, int max_depth);

/// The members of a parsed object in order (duplicates included); empty for another type.
std::vector<Member> Members(const Value& object);
/// The elements of a parsed array; empty for another type.
std::vector<Value> Elements(const Value& array);

/// The member `key` of a parsed object; std::nullopt if absent, no object, or there twice.
std::optional<Value> Find(const Value& object, std::string_view key);
/// Find along a path of object keys.
std::optional<Value> FindPath(const Value& object, std::initializer_list<std::string_view> keys);

/// The text of a string with its escapes resolved; std::nullopt for another type and for a lone
/// surrogate.
std::optional<std::string> AsString(const Value& value);
/// An integer written without fraction or exponent, in range.
std::optional<int64_t> AsInteger(const Value& value);
std::optional<bool> AsBool(const Value& value);

/// `Find` and `AsString` in one; an absent member and another type are both std::nullopt.
std::optional<std::string> FindString(const Value& object, std::string_view key);

/// A quoted JSON string; control bytes escaped, the rest as it is.
std::string Quote(std::string_view text);

/// `text`, which is JSON, without a line end: the same text if it has none, else without any white
/// space between its tokens.
std::string OneLine(std::string_view text);

/// A change to one text: the member at `path` (object keys from the root, at least one) gets
/// `value` (JSON text, which is written in one line), or is removed where `value` is std::nullopt.
/// Missing objects on the way are made.
struct Edit {
  std::vector<std::string> path;
  std::optional<std::string> value;
};

/// `text` with `edits` applied in order; every other byte stays. A removed member takes its comma
/// along. Where a key is there more than once, setting replaces the first in place and removes the
/// others; removing removes all, below each of several objects of a name. Removing what is not
/// there changes nothing. One pass over the text for each edit. InvalidArgument: text or value is
/// no JSON, an empty path, or a value that would have to be set in something that is no object.
absl::StatusOr<std::string> Splice(std::string_view text, const std::vector<Edit>& edits);

/// Gives `part`, a view into the text, way to `text`.
struct Replacement {
  std::string_view part;
  std::string text;
};

/// `text` with `replacements`, which must be parts of it in order, none inside another. For many
/// values of a large array: one pass over the text for all of them.
std::string Replace(std::string_view text, const std::vector<Replacement>& replacements);

/// RFC 8785. InvalidArgument: no JSON, a duplicate key, a lone surrogate, or a number that a double
/// does not hold exactly.
absl::StatusOr<std::string> Canonical(std::string_view text, int max_depth);

/// True if the JSON values are equal: key order, spelling of strings and numbers aside; numbers of
/// any size are compared exactly. False where one is no JSON, has a key twice or a lone surrogate.
bool Equal(std::string_view a, std::string_view b);

/// Builds a JSON object member by member, in the order of the calls.
class ObjectWriter {
 public:
  ObjectWriter& String(std::string_view key, std::string_view text);
  ObjectWriter& Integer(std::string_view key, int64_t value);
  ObjectWriter& Bool(std::string_view key, bool value);
  /// `json` must be JSON text.
  ObjectWriter& Raw(std::string_view key, std::string_view json);
  [[nodiscard]] std::string Done() const { return text_ + "}"; }

 private:
  void Key(std::string_view key);
  std::string text_ = "{";
};

/// A JSON array of `elements`, each JSON text.
std::string Array(const std::vector<std::string>& elements);

}  // namespace tollpass::json

#endif  // TOLLPASS_CORE_JSON_JSON_H_
