#ifndef TOLLPASS_CLI_SECTION_TEXT_H_
#define TOLLPASS_CLI_SECTION_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace tollpass {

/// What `add` writes about a server. Either `command` or `url`.
struct NewSection {
  std::string name;                  // IsPlainName
  std::vector<std::string> command;  // program as an absolute path
  std::string url;
  std::vector<std::string> pay_to;  // empty: the first payee is pinned
  std::string per_call;
  std::string per_day;
};

/// A TOML basic string.
std::string TomlQuote(std::string_view text);

/// The section's lines, as the policy file has them.
std::string SectionText(const NewSection& section);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_SECTION_TEXT_H_
