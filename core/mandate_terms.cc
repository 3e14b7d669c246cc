#include "core/mandate_terms.h"

#include <algorithm>
#include <utility>

#include "core/join.h"

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

bool GlobsOverlap(std::string_view a, std::string_view b) {
  // reach[j]: what was read of `a` and the first j characters of `b` have a name in common.
  std::vector<bool> reach(b.size() + 1);
  for (size_t i = 0; i <= a.size(); ++i) {
    std::vector<bool> next(b.size() + 1);
    for (size_t j = 0; j <= b.size(); ++j) {
      const bool star_a = i > 0 && a[i - 1] == '*';
      const bool star_b = j > 0 && b[j - 1] == '*';
      bool reached = i == 0 && j == 0;
      if (i > 0 && (star_a || star_b)) reached = reached || reach[j];
      if (j > 0 && (star_a || star_b)) reached = reached || next[j - 1];
      if (i > 0 && j > 0 && !star_a && !star_b) {
        const bool same = a[i - 1] == b[j - 1] || a[i - 1] == '?' || b[j - 1] == '?';
        reached = same && reach[j - 1];
      }
      next[j] = reached;
    }
    reach = std::move(next);
  }
  return reach[b.size()];
}

std::string MandateCounter(std::string_view mandate_id) { return Join({"mandate.", mandate_id}); }

bool IsAmongTools(const MandateTerms& mandate, std::string_view tool) {
  return std::any_of(mandate.only_tools.begin(), mandate.only_tools.end(),
                     [&](const std::string& only) {
                       return only == tool || (IsGlob(only) && GlobMatches(only, tool));
                     });
}

bool AnswersAsk(const MandateTerms& mandate) { return mandate.answers_ask || mandate.uses == 1; }

const ToolRule* FindToolRule(const std::vector<ToolRule>& rules, std::string_view tool,
                             size_t likely) {
  if (likely < rules.size() && rules[likely].tool == tool) return &rules[likely];
  for (const ToolRule& rule : rules) {
    if (rule.tool == tool) return &rule;
  }
  const ToolRule* best = nullptr;
  for (const ToolRule& rule : rules) {
    const bool longer = best == nullptr || rule.tool.size() > best->tool.size();
    if (longer && IsGlob(rule.tool) && GlobMatches(rule.tool, tool)) best = &rule;
  }
  return best;
}

}  // namespace tollpass
