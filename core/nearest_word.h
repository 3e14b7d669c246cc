#ifndef TOLLPASS_CORE_NEAREST_WORD_H_
#define TOLLPASS_CORE_NEAREST_WORD_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tollpass {

/// The first of `words` that is nearest to a mistyped `word`: one or two letters away. std::nullopt
/// where none is.
std::optional<std::string> NearestWord(std::string_view word,
                                       const std::vector<std::string>& words);

}  // namespace tollpass

#endif  // TOLLPASS_CORE_NEAREST_WORD_H_
