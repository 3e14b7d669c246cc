#include "policy/load_errors.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/encoding.h"

namespace tollpass {
namespace {

constexpr size_t kMaxQuoted = 80;

}  // namespace

absl::Status LoadErrors::ToStatus() const {
  if (errors_.empty()) return absl::OkStatus();
  std::vector<std::pair<Position, std::string>> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (const auto& [at, message] : sorted) {
    absl::StrAppendFormat(&text, "%s%s:%d:%d: %s", text.empty() ? "" : "\n", path_, at.line,
                          at.column, message);
  }
  return absl::InvalidArgumentError(text);
}

std::string Quoted(std::string_view text) { return "'" + Printable(text, kMaxQuoted) + "'"; }

}  // namespace tollpass
