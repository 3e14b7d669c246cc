#include "home/policy_findings.h"

#include "core/json/json.h"
#include "home/json_rows.h"

namespace tollpass {
namespace {

std::string ErrorsJson(const std::vector<PolicyError>& errors) {
  std::vector<std::string> rows;
  for (const PolicyError& error : errors) {
    rows.push_back(json::ObjectWriter()
                       .Integer("line", error.line)
                       .Integer("column", error.column)
                       .String("message", error.message)
                       .Done());
  }
  return json::Array(rows);
}

}  // namespace

PolicyFindings FindInPolicy(std::string_view text, std::string_view file) {
  PolicyFindings findings{.file = std::string(file), .errors = {}, .warnings = {}};
  const absl::StatusOr<Policy> policy = Policy::Parse(text, file);
  if (policy.ok()) {
    findings.warnings = policy->Warnings();
  } else {
    findings.errors = Policy::Errors(text);
  }
  return findings;
}

std::string PolicyFindingsJson(const PolicyFindings& findings) {
  return json::ObjectWriter()
      .String("file", findings.file)
      .Bool("ok", findings.errors.empty())
      .Raw("errors", ErrorsJson(findings.errors))
      .Raw("warnings", StringsJson(findings.warnings))
      .Done();
}

}  // namespace tollpass
