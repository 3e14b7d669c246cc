#ifndef TOLLPASS_CORE_CALL_H_
#define TOLLPASS_CORE_CALL_H_

#include <string>

#include "core/export.h"

namespace tollpass {

/// What the host asked a server to do, as far as money depends on it.
struct Call {
  std::string server_id;     // server identity: digest of what the user configured
  std::string principal;     // operating-system user, plus the label of `--as`
  std::string method;        // "tools/call"
  std::string tool;          // params.name, exact bytes; empty for other methods
  std::string arguments;     // params.arguments, exact bytes; empty if absent
  std::string resource_url;  // what the challenge says it is for; untrusted
  // Digest of what the server's list said about the tool, 64 hex digits; empty if it was not
  // listed on this connection. No part of what makes two calls the same.
  std::string tool_definition = {};
  // The same for a person to read, shortened; untrusted. For nothing but to be shown.
  std::string tool_text = {};
};

/// The arguments by which calls are compared: canonical (RFC 8785), the raw bytes where a number is
/// not exact in a double, or where values nest deeper than 512. Absent arguments equal `{}`.
TOLLPASS_EXPORT std::string ComparableArguments(const std::string& arguments);

/// Digest of what makes two calls the same call: server identity, principal, method, tool and
/// ComparableArguments. 64 hex digits.
TOLLPASS_EXPORT std::string CallKey(const Call& call);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_CALL_H_
