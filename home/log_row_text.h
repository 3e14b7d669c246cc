#ifndef TOLLPASS_HOME_LOG_ROW_TEXT_H_
#define TOLLPASS_HOME_LOG_ROW_TEXT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "mandates/ledger_reader.h"
#include "mandates/offer_note.h"

namespace tollpass {

/// LABEL of `proxy --as`; empty without.
std::string LabelOf(const LogRow& row);

/// What the server asked for when it had the proof, a line for each offer; empty if nothing.
std::vector<std::string> AskedAgain(const LogRow& row);

/// What an offer asks for, in the server's words; what it does not say is left out: "exact, 10000
/// atomic units of 0x03... on eip155:84532 to 0x20...".
std::string OfferText(const OfferNote& offer);

/// One line of `tollpass log`. `now` in unix seconds: a proof that has died meanwhile is shown as
/// presumed spent.
std::string LogRowLine(const LogRow& row, int64_t now);

/// Every field with its name, for `tollpass show`. The server's own words are marked as such.
std::string LogRowText(const LogRow& row, int64_t now);

/// One element of `log --json`; what is not known is null.
std::string LogRowJson(const LogRow& row, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_HOME_LOG_ROW_TEXT_H_
