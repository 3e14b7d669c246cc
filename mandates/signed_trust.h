#ifndef TOLLPASS_MANDATES_SIGNED_TRUST_H_
#define TOLLPASS_MANDATES_SIGNED_TRUST_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "mandates/authority.h"
#include "mandates/epoch.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Whose word gives budget back, as the user signed it.
struct SignedTrust {
  std::vector<std::string> trust;          // as MandateTerms
  std::vector<std::string> chain_sources;  // as MandateTerms
};

/// Of the mandate under which a charge was made, verified as it was signed. Nobody's, where there
/// is no such mandate (the call was approved once), it or one above it was revoked since, or the
/// ledger was accepted since with a loss. One that expired still tells what became of its charges.
absl::StatusOr<SignedTrust> ReadSignedTrust(sql::Database& database, const Authority& authority,
                                            const Epoch& epoch, std::string_view mandate);

/// True if `words` has `word`.
bool Holds(const std::vector<std::string>& words, std::string_view word);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_SIGNED_TRUST_H_
