#ifndef TOLLPASS_CLI_MANDATE_TEXT_H_
#define TOLLPASS_CLI_MANDATE_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/mandate_terms.h"
#include "mandates/ledger_reader.h"

namespace tollpass {

/// "live", "not yet valid", "expired", "revoked", "used up".
std::string_view MandateStateWord(const MandateRow& row, int64_t now);

/// What the mandate permits, in plain words, several lines without line end.
std::string MandateText(const MandateTerms& terms);

/// One line of `mandate list`.
std::string MandateLine(const MandateRow& row, int64_t now);

/// The mandate with `id` or a unique beginning of it. NotFound, InvalidArgument (several).
absl::StatusOr<MandateRow> FindMandate(LedgerReader& reader, std::string_view id);

}  // namespace tollpass

#endif  // TOLLPASS_CLI_MANDATE_TEXT_H_
