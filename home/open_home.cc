#include "home/open_home.h"

#include <utility>

#include "absl/strings/str_format.h"
#include "core/os/file.h"
#include "core/os/process.h"
#include "core/status.h"
#include "mandates/open_file.h"
#include "wallet/kernel/policy_file.h"

namespace tollpass {

Home FindHome(std::string_view flag) {
  return ResolveHome(flag, [](std::string_view name) {
    return name == "HOME" ? os::HomeFolder() : os::Environment(name);
  });
}

absl::Status RequireHome(const Home& home) {
  if (os::Exists(home.PolicyPath()) || os::Exists(home.LedgerPath())) {
    return absl::OkStatus();
  }
  TOLLPASS_RETURN_IF_ERROR(CheckMade(home));
  return absl::UnavailableError(absl::StrFormat(
      "%s has neither policy.toml nor ledger.db any more; %s", home.path, StartOverAdvice(home)));
}

absl::Status Unusable(const absl::Status& status) {
  return absl::IsDataLoss(status) ? status : absl::UnavailableError(status.message());
}

absl::StatusOr<std::string> ReadPolicyText(const Home& home) {
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  absl::StatusOr<std::string> text = ReadPolicyText(home.PolicyPath());
  return text.ok() ? std::move(text) : Unusable(text.status());
}

absl::StatusOr<Policy> ParsePolicy(const Home& home, std::string_view text) {
  absl::StatusOr<Policy> policy = Policy::Parse(text, home.PolicyPath());
  if (!policy.ok()) {
    return absl::UnavailableError(
        absl::StrFormat("the policy file has errors; nothing is paid until they are repaired\n%s",
                        std::string(policy.status().message())));
  }
  return policy;
}

absl::StatusOr<Policy> LoadPolicy(const Home& home) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::string text, ReadPolicyText(home));
  return ParsePolicy(home, text);
}

absl::StatusOr<std::unique_ptr<LedgerReader>> OpenReader(const Home& home) {
  TOLLPASS_RETURN_IF_ERROR(RequireHome(home));
  absl::StatusOr<std::unique_ptr<LedgerReader>> reader = LedgerReader::Open(home);
  return reader.ok() ? std::move(reader) : Unusable(reader.status());
}

}  // namespace tollpass
