#ifndef TOLLPASS_CORE_JOIN_H_
#define TOLLPASS_CORE_JOIN_H_

#include <initializer_list>
#include <string>
#include <string_view>

namespace tollpass {

/// `parts` one behind the other, with one allocation at most: keys of limits and assets are made
/// several times for every decision.
inline std::string Join(std::initializer_list<std::string_view> parts) {
  size_t size = 0;
  for (const std::string_view part : parts) size += part.size();
  std::string joined(size, '\0');
  char* end = joined.data();
  for (const std::string_view part : parts) end += part.copy(end, part.size());
  return joined;
}

}  // namespace tollpass

#endif  // TOLLPASS_CORE_JOIN_H_
