#ifndef TOLLPASS_INTERCEPTOR_TRANSPORTS_NOTES_H_
#define TOLLPASS_INTERCEPTOR_TRANSPORTS_NOTES_H_

#include <string_view>

namespace tollpass {

/// A message for the user on stderr: "tollpass: text", printable, further lines indented. What is
/// beyond a pipe's atomic write is cut, and a stderr that nobody drains loses the note: it is
/// shared with the server, so it can neither be made non-blocking nor waited for.
void PrintNote(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_INTERCEPTOR_TRANSPORTS_NOTES_H_
