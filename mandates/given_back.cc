#include "mandates/given_back.h"

#include <optional>
#include <utility>
#include <variant>

#include "absl/strings/str_format.h"
#include "core/limit.h"
#include "core/status.h"
#include "mandates/event.h"
#include "mandates/sql/events.h"

namespace tollpass {
namespace {

/// What the charge added when it was made.
absl::StatusOr<std::vector<sql::CounterRow>> WhatWasAdded(sql::Database& database,
                                                          const sql::ChargeRow& charge) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::optional<sql::EventRow> event,
                            sql::FindEvent(database, charge.sequence));
  if (!event) {
    return absl::DataLossError(absl::StrFormat(
        "ledger: event %d is missing; run 'tollpass ledger verify'", charge.sequence));
  }
  TOLLPASS_ASSIGN_OR_RETURN(EventBody body, DecodeEventBody(EventKind::kCharged, event->body));
  return std::move(std::get<Charged>(body).counts);
}

bool CountsMoney(const sql::CounterRow& count) {
  const std::optional<WindowKind> window = WindowFromName(count.window);
  return window && *window != WindowKind::kRate && *window != WindowKind::kUses;
}

/// `atomic` units as money counters count them.
std::optional<Amount> SumOf(const sql::CallRow& call, Amount atomic) {
  return atomic.Rescale(static_cast<int>(call.asset_decimals), kSumDecimals);
}

absl::Status NotCounted(const sql::ChargeRow& charge) {
  return absl::DataLossError(absl::StrFormat(
      "ledger: charge %s counts less than was taken out; run 'tollpass ledger verify'", charge.id));
}

}  // namespace

Amount MoneyIn(const std::vector<sql::CounterRow>& counts, const sql::CallRow& call) {
  for (const sql::CounterRow& count : counts) {
    if (CountsMoney(count)) {  // Each holds the same of it.
      return count.sum.Rescale(kSumDecimals, static_cast<int>(call.asset_decimals))
          .value_or(call.amount);
    }
  }
  return Amount();
}

absl::StatusOr<std::vector<sql::CounterRow>> WhatStillCounts(sql::Database& database,
                                                             const sql::CallRow& call,
                                                             const sql::ChargeRow& charge) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<sql::CounterRow> counts, WhatWasAdded(database, charge));
  if (charge.state.lowered.IsZero()) {
    return counts;
  }
  const std::optional<Amount> left = call.amount.Minus(charge.state.lowered);
  const std::optional<Amount> sum = left ? SumOf(call, *left) : std::nullopt;
  if (!sum) {
    return NotCounted(charge);
  }
  for (sql::CounterRow& count : counts) {
    count.sum = CountsMoney(count) ? *sum : count.sum;
  }
  return counts;
}

absl::StatusOr<std::vector<sql::CounterRow>> WhatCountsBeyond(sql::Database& database,
                                                              const sql::CallRow& call,
                                                              const sql::ChargeRow& charge,
                                                              Amount settled) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::CounterRow> counts,
                            WhatStillCounts(database, call, charge));
  const std::optional<Amount> sum = SumOf(call, settled);
  std::vector<sql::CounterRow> beyond;
  for (sql::CounterRow count : counts) {
    const std::optional<Amount> more = sum ? count.sum.Minus(*sum) : std::nullopt;
    if (CountsMoney(count) && more && !more->IsZero()) {
      count.sum = *more;
      beyond.push_back(std::move(count));
    }
  }
  return beyond;
}

}  // namespace tollpass
