#include "mandates/signed_trust.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/status.h"
#include "mandates/event.h"
#include "mandates/read_facts.h"
#include "mandates/sql/events.h"
#include "mandates/sql/mandates.h"

namespace tollpass {

absl::StatusOr<SignedTrust> ReadSignedTrust(sql::Database& database, const Authority& authority,
                                            const Epoch& epoch, std::string_view mandate) {
  if (mandate.empty()) {
    return SignedTrust{};
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::SignedMandate> row,
                            sql::FindMandate(database, mandate));
  // The events count, so that a row that was put back does not come to life.
  TOLLPASS_ASSIGN_OR_RETURN(
      const bool revoked,
      sql::HasEventAfter(database, mandate, EventKindName(EventKind::kRevoked), 0));
  TOLLPASS_ASSIGN_OR_RETURN(
      const bool holds,
      sql::HasEventAfter(database, mandate, EventKindName(EventKind::kAllowed), epoch.void_until));
  if (!row || revoked || !holds) {
    return SignedTrust{};
  }
  absl::StatusOr<MandateTerms> terms = VerifiedMandate(*row, authority);
  return terms.ok() ? SignedTrust{std::move(terms->trust), std::move(terms->chain_sources)}
                    : SignedTrust{};
}

bool Holds(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace tollpass
