#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_RECOGNISE_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_RECOGNISE_H_

#include <functional>
#include <string_view>

#include "core/json/json.h"
#include "interceptor/dialects/dialect.h"

namespace tollpass {

/// True if `recognises` holds for `value` or for a value anywhere inside it, also inside a string,
/// or the name of a member, that carries objects, alone or with words around them, as JSON or as
/// Python or JavaScript prints them; also if a string with a brace in it names a member that only
/// payment messages have, however broken its JSON is. Only where a marker (mcp/markers.h) is. True
/// as well for what is nested deeper than 64 levels or is too much to read, so that nothing hides
/// there.
bool AnyInside(const json::Value& value, const std::function<bool(const Part&)>& recognises);

/// True if `holds` is for `raw`, or for it without one, two … sixteen levels of escapes of JSON
/// strings; true as well where there are more.
bool HoldsInEscapes(std::string_view raw, const std::function<bool(std::string_view)>& holds);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_RECOGNISE_H_
