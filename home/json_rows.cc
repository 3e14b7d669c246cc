#include "home/json_rows.h"

#include "core/json/json.h"

namespace tollpass {

std::string StringsJson(const std::vector<std::string>& texts) {
  std::vector<std::string> quoted;
  quoted.reserve(texts.size());
  for (const std::string& text : texts) {
    quoted.push_back(json::Quote(text));
  }
  return json::Array(quoted);
}

std::string TextOrNull(std::string_view text) { return text.empty() ? "null" : json::Quote(text); }

}  // namespace tollpass
