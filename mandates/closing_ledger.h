#ifndef TOLLPASS_MANDATES_CLOSING_LEDGER_H_
#define TOLLPASS_MANDATES_CLOSING_LEDGER_H_

#include <memory>
#include <string_view>

#include "mandates/ledger.h"

namespace tollpass {

/// How the message begins, DataLoss, of a ledger that is closed for payments; and the way out.
inline constexpr std::string_view kLedgerDamagedMessage =
    "ledger.db was changed or damaged while in use";
inline constexpr std::string_view kLedgerDamagedAdvice =
    "end what uses it, run 'tollpass ledger verify', put your newest copy in place if that finds "
    "damage, and start again";

/// `ledger`, closed for payments from the first DataLoss on that any of its operations returns: a
/// Begin of the ledger then fails with that, and all else goes on as far as it can. Only what the
/// mirror says does not close it. Thread-safe.
std::unique_ptr<Ledger> CloseWhenDamaged(std::unique_ptr<Ledger> ledger);

}  // namespace tollpass

#endif  // TOLLPASS_MANDATES_CLOSING_LEDGER_H_
