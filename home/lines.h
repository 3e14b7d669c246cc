#ifndef TOLLPASS_HOME_LINES_H_
#define TOLLPASS_HOME_LINES_H_

#include <string>
#include <string_view>
#include <vector>

namespace tollpass {

/// The lines of `text` that are not empty.
std::vector<std::string> Lines(std::string_view text);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_LINES_H_
