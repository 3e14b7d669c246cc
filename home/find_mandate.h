#ifndef TOLLPASS_HOME_FIND_MANDATE_H_
#define TOLLPASS_HOME_FIND_MANDATE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/home.h"
#include "home/mandate_text.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// What the states of mandates depend on, in `home` at `now` (unix seconds). Fails where the ledger
/// does; without the servers where the policy file cannot be read.
absl::StatusOr<MandateSetting> ReadMandateSetting(const Home& home, LedgerReader& reader,
                                                  int64_t now);

/// The mandate whose id is `id` in the drawn form (mandates/mandate_id.h), or the only one whose id
/// begins so. NotFound, FailedPrecondition (several).
absl::StatusOr<MandateRow> FindMandate(LedgerReader& reader, std::string_view id);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_FIND_MANDATE_H_
