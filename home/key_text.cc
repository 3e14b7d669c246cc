#include "home/key_text.h"

#include "absl/strings/str_format.h"
#include "core/network.h"

namespace tollpass {
namespace {

json::ObjectWriter KeyJson(const KeyDescription& key) {
  json::ObjectWriter row;
  row.String("family", key.family)
      .String("network_class", ClassName(key.network_class))
      .String("account", key.account)
      .String("file", key.file)
      .Bool("hot", key.hot);
  return row;
}

KeyDescription Described(const StoredKey& key) {
  return {key.header.family, key.header.network_class, key.account, key.path,
          key.header.storage == KeyStorage::kHot};
}

}  // namespace

std::string KeyText(const KeyDescription& key) {
  return absl::StrFormat("%s (%s, %s, %s)", key.account, key.family, ClassName(key.network_class),
                         key.hot ? "hot" : "sealed");
}

std::string KeysJson(const std::vector<KeyDescription>& keys) {
  std::vector<std::string> rows;
  rows.reserve(keys.size());
  for (const KeyDescription& key : keys) {
    rows.push_back(KeyJson(key).Done());
  }
  return json::Array(rows);
}

std::string StoredKeyText(const StoredKey& key) {
  return KeyText(Described(key)) + (key.retired ? "  retired: " + key.path : "");
}

json::ObjectWriter StoredKeyJson(const StoredKey& key) {
  return KeyJson(Described(key)).Bool("retired", key.retired);
}

}  // namespace tollpass
