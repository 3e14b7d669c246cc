#include "home/policy_findings.h"

#include <utility>

#include "core/json/json.h"
#include "home/json_rows.h"
#include "home/open_home.h"
#include "home/wider_than_signed.h"

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

void AddWiderThanSigned(const Home& home, std::string_view text, int64_t now,
                        PolicyFindings& findings) {
  const absl::StatusOr<Policy> policy = Policy::Parse(text, findings.file);
  const auto reader = OpenReader(home);
  if (!policy.ok() || !reader.ok()) {
    return;
  }
  const absl::StatusOr<std::vector<MandateRow>> mandates = (*reader)->Mandates();
  if (!mandates.ok()) {
    return;
  }
  for (std::string& warning : WiderThanSigned(*policy, *mandates, now)) {
    findings.warnings.push_back(std::move(warning));
  }
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
