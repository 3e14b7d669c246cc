#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_LOOSE_TEXT_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_LOOSE_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/json/json.h"

/// Text as a lenient reader takes it. For recognising alone: nothing that is read here is paid.
namespace tollpass {

/// The text of a parsed JSON string with its escapes resolved, and U+FFFD for every half of a
/// surrogate pair: servers in JavaScript cut text in the middle of one.
std::string ReadableText(const json::Value& string);

/// `text` with U+FFFD in place of surrogates in three bytes, as names of members have them.
std::string WithoutSurrogates(std::string text);

/// An object that stands in a text.
struct FoundObject {
  std::string json;       // empty: there is none
  size_t size = 0;        // of what was read
  bool too_deep = false;  // an exact one, nested deeper than 64 levels
  // Of a loose one: the braces in it, in order, whose objects were read just as they would be
  // alone.
  std::vector<size_t> seen = {};
};

/// The JSON object that `text` begins with, at a brace.
FoundObject ReadExactObject(std::string_view text);

/// What `text` has in common with an object, at a brace: quotes of either kind or none, as Python
/// and JavaScript print objects, missing or spare commas, an end that was cut off, and signs that
/// belong nowhere, brackets below sixteen levels among them: in colours of a terminal, and in
/// words, they are never closed. Always one, made JSON; one pass.
FoundObject ReadLooseObject(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_LOOSE_TEXT_H_
