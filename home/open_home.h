#ifndef TOLLPASS_HOME_OPEN_HOME_H_
#define TOLLPASS_HOME_OPEN_HOME_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/home.h"
#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// The home that `flag`, else the environment, names: ResolveHome.
Home FindHome(std::string_view flag);

/// NotFound with the way out where `home` was never made; Unavailable where most of it is gone.
absl::Status RequireHome(const Home& home);

/// A failure of a part of the home that is there to be used, as Unavailable with the same message.
absl::Status Unusable(const absl::Status& status);

/// Text of the home's policy file. Unavailable: it is gone, or others could have written it.
absl::StatusOr<std::string> ReadPolicyText(const Home& home);

/// `text` of the home's policy file. Unavailable with every error.
absl::StatusOr<Policy> ParsePolicy(const Home& home, std::string_view text);

/// The home's policy. Unavailable with every error where the file is broken.
absl::StatusOr<Policy> LoadPolicy(const Home& home);

/// The home's ledger, to read. Unavailable or DataLoss: it cannot be.
absl::StatusOr<std::unique_ptr<LedgerReader>> OpenReader(const Home& home);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_OPEN_HOME_H_
