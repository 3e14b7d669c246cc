#ifndef TOLLPASS_HOME_MANDATE_TEXT_H_
#define TOLLPASS_HOME_MANDATE_TEXT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mandate_terms.h"
#include "mandates/ledger_reader.h"
#include "policy/policy.h"

namespace tollpass {

/// What the state of a mandate depends on besides itself.
struct MandateSetting {
  int64_t now = 0;                                         // unix seconds
  std::optional<std::vector<ServerSection>> servers = {};  // of today's policy, if it can be read
  std::vector<PinRow> pins = {};
};

/// "live", "not yet valid", "expired", "revoked", "used up", "no server" (no section of the policy
/// is the server that it was signed for) or "no zone" (this system does not know the calendar of a
/// limit, so that it covers nothing).
std::string_view MandateStateWord(const MandateRow& row, const MandateSetting& at);

/// The time zone of a limit of `terms` that this system does not know; empty if it knows all.
std::string MissingZone(const MandateTerms& terms);

/// The state in a sentence, with the way out where nothing is paid under the mandate any more.
std::string MandateStateText(const MandateRow& row, const MandateSetting& at);

/// Payees that are pinned for a server, "0x... on eip155:8453".
std::vector<std::string> PinnedFor(std::string_view server_id, const MandateSetting& at);

/// What the mandate permits, in plain words, several lines without line end.
std::string MandateText(const MandateTerms& terms, const MandateSetting& at);

/// One line of `mandate list`.
std::string MandateLine(const MandateRow& row, const MandateSetting& at);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_MANDATE_TEXT_H_
