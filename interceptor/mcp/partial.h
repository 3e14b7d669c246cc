#ifndef TOLLPASS_INTERCEPTOR_MCP_PARTIAL_H_
#define TOLLPASS_INTERCEPTOR_MCP_PARTIAL_H_

#include <string>
#include <string_view>

namespace tollpass {

/// What the two ends of a line tell about its message.
struct PartialMessage {
  bool has_method = false;  // of the members that could be seen
  bool answers = false;     // a result or an error
  std::string id;           // JSON text; empty if not seen or null
};

/// Reads a JSON object of which only the beginning and the end are there. Tolerant: good enough to
/// say that a message was not forwarded, never to pay for one.
PartialMessage ReadPartial(std::string_view head, std::string_view tail);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_MCP_PARTIAL_H_
