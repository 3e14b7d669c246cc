#ifndef TOLLPASS_INTERCEPTOR_MCP_MARKERS_H_
#define TOLLPASS_INTERCEPTOR_MCP_MARKERS_H_

#include <string_view>

#include "core/avx2.h"

namespace tollpass {

/// True if `line` may carry anything of a payment: every name, number and word that a dialect looks
/// for has a marker in it. May be true for too many lines, never false for one that does, however
/// its JSON strings are escaped and its numbers are spelled. One pass.
bool HasMarker(std::string_view line, Processor processor = ThisProcessor());

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_MARKERS_H_
