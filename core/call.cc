#include "core/call.h"

#include <array>
#include <string_view>

#include "core/hash.h"
#include "core/json/json.h"

namespace tollpass {

// Each level of the canonical form copies what is inside of it, so depth multiplies the work.
constexpr int kMaxComparableDepth = 512;

std::string ComparableArguments(const std::string& arguments) {
  if (arguments.empty()) return "{}";
  absl::StatusOr<std::string> canonical = json::Canonical(arguments, kMaxComparableDepth);
  return canonical.ok() ? *std::move(canonical) : arguments;
}

std::string CallKey(const Call& call) {
  const std::string arguments = ComparableArguments(call.arguments);
  const std::array<std::string_view, 5> fields = {call.server_id, call.principal, call.method,
                                                  call.tool, arguments};
  return FieldsDigest("tollpass-call/1", fields);
}

}  // namespace tollpass
