#ifndef TOLLPASS_MANDATES_AUTHORITY_H_
#define TOLLPASS_MANDATES_AUTHORITY_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "mandates/chain.h"
#include "mandates/known_mandates.h"
#include "mandates/seen_signatures.h"
#include "mandates/sql/database.h"

namespace tollpass {

/// Whose word counts in one ledger.
struct Authority {
  std::string ledger_id;
  std::string approval_key;  // Ed25519 public key, 32 bytes
  std::shared_ptr<SeenSignatures> seen = std::make_shared<SeenSignatures>();
  std::shared_ptr<KnownMandates> known = std::make_shared<KnownMandates>();
};

/// Out of the first event, which the chain protects. DataLoss: `key` is not that of this database,
/// or the rows disagree.
absl::StatusOr<Authority> ReadAuthority(sql::Database& database, const ChainKey& key);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_AUTHORITY_H_
