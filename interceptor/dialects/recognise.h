#ifndef TOLLPASS_INTERCEPTOR_DIALECTS_RECOGNISE_H_
#define TOLLPASS_INTERCEPTOR_DIALECTS_RECOGNISE_H_

#include <functional>

#include "core/json/json.h"

namespace tollpass {

/// True if `recognises` holds for `value` or for a value anywhere inside it, also inside a string
/// that carries a JSON object, alone or with words around it. Looks 64 levels deep;
/// also true if it is too much to read (large and nested many times), so that nothing hides there.
bool AnyInside(const json::Value& value, const std::function<bool(const json::Value&)>& recognises);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_DIALECTS_RECOGNISE_H_
