#include "core/mandate_terms.h"

namespace tollpass {

bool IsGlob(std::string_view pattern) {
  return pattern.find_first_of("*?") != std::string_view::npos;
}

bool GlobMatches(std::string_view pattern, std::string_view name) {
  size_t p = 0;
  size_t n = 0;
  size_t star = std::string_view::npos;  // the last `*`, and where the name stood behind it
  size_t retry = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p;
      ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

const ToolRule* FindToolRule(const std::vector<ToolRule>& rules, std::string_view tool) {
  const ToolRule* best = nullptr;
  for (const ToolRule& rule : rules) {
    if (rule.tool == tool) return &rule;
    if (!IsGlob(rule.tool) || !GlobMatches(rule.tool, tool)) continue;
    if (best == nullptr || rule.tool.size() > best->tool.size()) best = &rule;
  }
  return best;
}

}  // namespace tollpass
