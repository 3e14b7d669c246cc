#ifndef TOLLPASS_CLI_LINES_H_
#define TOLLPASS_CLI_LINES_H_

#include <string>
#include <string_view>
#include <vector>

namespace tollpass {

/// The lines of `text` that are not empty.
std::vector<std::string> Lines(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_LINES_H_
