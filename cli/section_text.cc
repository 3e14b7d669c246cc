#include "cli/section_text.h"

#include "absl/strings/str_format.h"
#include "core/json/json.h"

namespace tollpass {
namespace {

std::string ListText(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) {
    absl::StrAppendFormat(&list, "%s%s", list.empty() ? "" : ", ", TomlQuote(text));
  }
  return "[" + list + "]";
}

}  // namespace

std::string TomlQuote(std::string_view text) {
  // The escapes of JSON are escapes of TOML; only DEL, which JSON leaves alone, needs one more.
  std::string quoted;
  for (const char c : json::Quote(text)) {
    if (c == '\x7f') {
      quoted += "\\u007F";
    } else {
      quoted += c;
    }
  }
  return quoted;
}

std::string SectionText(const NewSection& section) {
  const std::string endpoint = section.url.empty() ? "command  = " + ListText(section.command)
                                                   : "url      = " + TomlQuote(section.url);
  const std::string pay_to =
      section.pay_to.empty() ? "\"pin\"                       # the first payee asks, a change asks"
                             : ListText(section.pay_to);
  return absl::StrFormat("[server.%s]\n%s\nper_call = %s\nper_day  = %s\npay_to   = %s\n",
                         section.name, endpoint, TomlQuote(section.per_call),
                         TomlQuote(section.per_day), pay_to);
}

}  // namespace tollpass
