#include "mandates/signed_trust.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/status.h"
#include "mandates/mandate_standing.h"
#include "mandates/sql/mandates.h"
#include "mandates/verified_mandate.h"

namespace tollpass {
namespace {

constexpr int kMostLinks = 8;

absl::StatusOr<std::optional<MandateTerms>> FindStanding(sql::Database& database,
                                                         const Authority& authority,
                                                         const Epoch& epoch,
                                                         std::string_view mandate) {
  std::optional<MandateTerms> none;
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::SignedMandate> row,
                            sql::FindMandate(database, mandate));
  TOLLPASS_ASSIGN_OR_RETURN(const MandateStanding standing,
                            ReadMandateStanding(database, mandate, epoch.void_until));
  if (!row || standing.revoked || standing.ended) {
    return none;
  }
  absl::StatusOr<MandateTerms> terms = VerifiedMandate(database, *row, authority);
  return terms.ok() ? std::optional(*std::move(terms)) : none;
}

}  // namespace

absl::StatusOr<SignedTrust> ReadSignedTrust(sql::Database& database, const Authority& authority,
                                            const Epoch& epoch, std::string_view mandate) {
  if (mandate.empty()) {
    return SignedTrust{};
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<MandateTerms> terms,
                            FindStanding(database, authority, epoch, mandate));
  if (!terms) {
    return SignedTrust{};
  }
  std::string above = terms->parent;
  for (int link = 1; !above.empty(); ++link) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<MandateTerms> parent,
                              FindStanding(database, authority, epoch, above));
    if (!parent || link > kMostLinks) {
      return SignedTrust{};
    }
    above = parent->parent;
  }
  return SignedTrust{terms->trust, terms->chain_sources};
}

bool Holds(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace tollpass
