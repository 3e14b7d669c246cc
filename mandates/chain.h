#ifndef TOLLPASS_MANDATES_CHAIN_H_
#define TOLLPASS_MANDATES_CHAIN_H_

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/hash.h"
#include "core/home.h"
#include "mandates/sql/database.h"
#include "mandates/sql/events.h"

/// Every event carries a keyed hash over the hash before it and its own content, so that no row can
/// be changed, left out or put in between without `ledger.key`.
namespace tollpass {

/// The content of `ledger.key`. It needs no passphrase, so that a locked wallet still logs.
using ChainKey = std::array<uint8_t, 32>;

/// Unavailable: the file is missing, may be read by others, or has not 32 bytes.
absl::StatusOr<ChainKey> ReadChainKey(const Home& home);

/// Unavailable: there is no key, with the way out.
absl::Status NoChainKey(const Home& home);

/// The hash before the first event.
std::string ChainStart();

/// BLAKE2b-256, keyed, over the tag "tollpass-event/1\n", `previous` (32 bytes), sequence and time
/// (8 bytes each, most significant first), then kind, subject and body, each after its length
/// (8 bytes).
sql::Blob EventHash(const ChainKey& key, std::string_view previous, const sql::EventRow& event);

/// The newest event, if it is the head that `meta` names and follows from the one before it: cost
/// does not depend on the number of events. DataLoss: it does not.
absl::StatusOr<sql::EventRow> CheckHead(sql::Database& database, const ChainKey& key);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CHAIN_H_
