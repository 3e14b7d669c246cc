#include "core/home.h"

namespace tollpass {

Home ResolveHome(std::string_view flag,
                 const std::function<std::optional<std::string>(std::string_view)>& env) {
  if (!flag.empty()) return {std::string(flag)};
  const auto set = [&env](std::string_view name) { return env(name).value_or(""); };
  if (std::string path = set("TOLLPASS_HOME"); !path.empty()) return {path};
  if (std::string path = set("XDG_DATA_HOME"); !path.empty()) return {path + "/tollpass"};
  return {set("HOME") + "/.local/share/tollpass"};
}

}  // namespace tollpass
