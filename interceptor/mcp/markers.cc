#include "interceptor/mcp/markers.h"

#include <algorithm>
#include <array>

namespace tollpass {
namespace {

// Every dialect has one of the first four in a key or a code; that of a quote is in its key, for
// its code can be written in many ways (-32402, -324.02e2). The others start the escape of a digit
// or of a small letter, which would hide one of them.
constexpr std::array<std::string_view, 7> kMarkers = {"402",    "-3204",  "payment", "quote",
                                                      "\\u003", "\\u006", "\\u007"};

}  // namespace

bool HasMarker(std::string_view line) {
  return std::any_of(kMarkers.begin(), kMarkers.end(), [&](std::string_view marker) {
    return line.find(marker) != std::string_view::npos;
  });
}

}  // namespace tollpass
