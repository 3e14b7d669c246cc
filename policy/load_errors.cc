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
  std::string text;
  for (const auto& [at, message] : Sorted()) {
    absl::StrAppendFormat(&text, "%s%s:%d:%d: %s", text.empty() ? "" : "\n", path_, at.line,
                          at.column, message);
  }
  return absl::InvalidArgumentError(text);
}

std::vector<LoadError> LoadErrors::Sorted() const {
  std::vector<LoadError> sorted = errors_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const LoadError& a, const LoadError& b) { return a.at < b.at; });
  return sorted;
}

std::string Quoted(std::string_view text) { return "'" + Printable(text, kMaxQuoted) + "'"; }

std::string InBrackets(std::string_view section) {
  return "[" + Printable(section, kMaxQuoted) + "]";
}

}  // namespace tollpass
