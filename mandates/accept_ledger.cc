#include "mandates/accept_ledger.h"

#include <optional>
#include <string>
#include <utility>

#include "core/limit.h"
#include "core/status.h"
#include "mandates/ledger.h"
#include "mandates/standing.h"

namespace tollpass {

absl::StatusOr<std::vector<sql::CounterRow>> WhatTotalsLack(sql::Database& database,
                                                            const Acceptance& acceptance) {
  std::vector<sql::CounterRow> lacking;
  for (const SpentTotal& total : acceptance.totals) {
    sql::CounterRow count = {.counter = total.counter,
                             .unit = total.unit,
                             .window = std::string(WindowName(WindowKind::kTotal)),
                             .seconds = 0,
                             .bucket = 0,
                             .sum = {}};
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Amount> sum, sql::SumSince(database, count, 0));
    const std::optional<Amount> missing = sum ? total.maximum.Minus(*sum) : std::nullopt;
    if (missing && !missing->IsZero()) {
      count.sum = *missing;
      lacking.push_back(std::move(count));
    }
  }
  return lacking;
}

absl::StatusOr<std::vector<sql::CounterRow>> CheckAcceptance(sql::Database& database,
                                                             const Journal& journal,
                                                             const OpenedFile& file,
                                                             const Acceptance& acceptance) {
  TOLLPASS_ASSIGN_OR_RETURN(const LedgerStanding standing,
                            ReadStanding(database, file, file.mirror.Read(), journal.reading()));
  if (standing.payable.ok()) {
    return absl::FailedPreconditionError(
        "nothing is wrong: no newer copy of the ledger is known, and the clock was not set");
  }
  const std::string_view problem(standing.payable.message().data(),
                                 standing.payable.message().size());
  if (!standing.lost && !problem.starts_with(kClockWentBackMessage) &&
      !problem.starts_with(kClockJumpedMessage)) {
    return standing.payable;
  }
  if (acceptance.lost != standing.lost || acceptance.events != standing.head.events ||
      acceptance.head != standing.head.hash || acceptance.epoch != standing.next_epoch) {
    return absl::FailedPreconditionError(
        "the ledger is not as it was shown any more; run 'tollpass ledger accept' again");
  }
  return WhatTotalsLack(database, acceptance);
}

}  // namespace tollpass
