#ifndef TOLLPASS_MANDATES_WITNESS_H_
#define TOLLPASS_MANDATES_WITNESS_H_

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/chain_sighting.h"
#include "mandates/authority.h"
#include "mandates/journal.h"
#include "mandates/ledger.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Writes what a sighting makes of a charge; errors and result as Ledger::Witness.
absl::StatusOr<Witnessed> WriteSighting(sql::Database& database, Journal& journal,
                                        const Authority& authority, std::string_view charge_id,
                                        const ChainSighting& sighting);

/// Ids of the charges that WriteTrustedRefusals gives back at `now` (unix seconds).
absl::StatusOr<std::vector<std::string>> FindTrustedRefusals(
    sql::Database& database, const Authority& authority, const Epoch& epoch,
    const std::vector<std::string>& trusted_servers, int64_t now);

/// Gives back what servers refused whose refusals the user trusts, once the proof is dead; errors
/// and result as Ledger::ReleaseRefused.
absl::StatusOr<std::vector<std::string>> WriteTrustedRefusals(
    sql::Database& database, Journal& journal, const Authority& authority,
    const std::vector<std::string>& trusted_servers);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_WITNESS_H_
