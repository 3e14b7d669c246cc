#include "cli/key_text.h"

#include "absl/strings/str_format.h"
#include "core/json/json.h"
#include "core/network.h"

namespace tollpass {

std::string KeyText(const KeyDescription& key) {
  return absl::StrFormat("%s (%s, %s%s)", key.account, key.family, ClassName(key.network_class),
                         key.hot ? ", hot" : "");
}

std::string KeysJson(const std::vector<KeyDescription>& keys) {
  std::vector<std::string> rows;
  rows.reserve(keys.size());
  for (const KeyDescription& key : keys) {
    rows.push_back(json::ObjectWriter()
                       .String("family", key.family)
                       .String("network_class", ClassName(key.network_class))
                       .String("account", key.account)
                       .String("file", key.file)
                       .Bool("hot", key.hot)
                       .Done());
  }
  return json::Array(rows);
}

}  // namespace tollpass
