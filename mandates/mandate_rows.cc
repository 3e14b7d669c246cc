#include "mandates/mandate_rows.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/limit.h"
#include "core/mandate_chain.h"
#include "core/order.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/epoch.h"
#include "mandates/mandate_standing.h"
#include "mandates/sql/counters.h"
#include "mandates/sql/mandates.h"

namespace tollpass {
namespace {

/// True if a total of the mandate that counts `asset` has no room left.
absl::StatusOr<bool> IsSpentFor(sql::Database& database, const MandateTerms& terms,
                                const Asset& asset) {
  for (const LimitSpec& spec : terms.limits) {
    const std::optional<Limit> limit = ApplyLimit(spec, asset, Amount(1), 0);
    if (spec.window != WindowKind::kTotal || !limit) {
      continue;
    }
    const sql::CounterRow key = {.counter = MandateCounter(terms.id),
                                 .unit = limit->unit,
                                 .window = std::string(WindowName(limit->window)),
                                 .seconds = limit->seconds,
                                 .bucket = 0,
                                 .sum = Amount()};
    TOLLPASS_ASSIGN_OR_RETURN(const std::optional<Amount> sum,
                              sql::SumSince(database, key, limit->from));
    if (!sum || *sum >= limit->maximum) {
      return true;
    }
  }
  return false;
}

/// True if nothing can be paid under the mandate any more, whatever the asset.
absl::StatusOr<bool> IsSpent(sql::Database& database, const MandateTerms& terms) {
  for (const Asset& asset : terms.assets) {
    TOLLPASS_ASSIGN_OR_RETURN(const bool spent, IsSpentFor(database, terms, asset));
    if (!spent) {
      return false;
    }
  }
  return !terms.assets.empty();
}

absl::StatusOr<MandateRow> RowOf(sql::Database& database, const Authority& authority,
                                 const Epoch& epoch, const sql::SignedMandate& row) {
  TOLLPASS_ASSIGN_OR_RETURN(const MandateStanding standing,
                            ReadMandateStanding(database, row.id, epoch.void_until));
  TOLLPASS_ASSIGN_OR_RETURN(const Order order, DecodeOrder(row.order.bytes));
  MandateRow found;
  TOLLPASS_ASSIGN_OR_RETURN(found.terms, DecodeMandate(order.body));
  TOLLPASS_ASSIGN_OR_RETURN(found.used_up, IsSpent(database, found.terms));
  found.revoked = standing.revoked;
  found.ended = standing.ended;
  found.used = row.used;
  found.order = row.order.bytes;
  found.signature = row.signature.bytes;
  found.by_delegate =
      !authority.seen->Verify(row.order.bytes, row.signature.bytes, authority.approval_key);
  return found;
}

/// The rows above one of `rows`, nearest first.
class Above {
 public:
  explicit Above(std::vector<MandateRow>& rows) {
    for (MandateRow& row : rows) by_id_[row.terms.id] = &row;
  }

  std::vector<MandateRow*> operator()(const MandateRow& row) const {
    std::vector<MandateRow*> above;
    auto next = by_id_.find(row.terms.parent);
    while (next != by_id_.end() && above.size() + 1 < kMaxMandateLinks) {
      above.push_back(next->second);
      next = by_id_.find(next->second->terms.parent);
    }
    return above;
  }

 private:
  std::map<std::string, MandateRow*, std::less<>> by_id_;
};

/// What is paid under a mandate uses those above it; what ends one ends those below it.
void Connect(std::vector<MandateRow>& rows) {
  const Above above(rows);
  std::map<const MandateRow*, int64_t> used;
  for (const MandateRow& row : rows) {
    for (const MandateRow* upper : above(row)) used[upper] += row.used;
  }
  for (MandateRow& row : rows) {
    row.used += used[&row];
    row.used_up = row.used_up || (row.terms.uses > 0 && row.used >= row.terms.uses);
  }
  for (MandateRow& row : rows) {
    for (const MandateRow* upper : above(row)) {
      row.revoked = row.revoked || upper->revoked;
      row.ended = row.ended || upper->ended;
      row.used_up = row.used_up || upper->used_up;
    }
  }
}

}  // namespace

absl::StatusOr<std::vector<MandateRow>> ReadMandateRows(sql::Database& database,
                                                        const Authority& authority) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::SignedMandate> signed_mandates,
                            sql::ListMandates(database));
  TOLLPASS_ASSIGN_OR_RETURN(const Epoch epoch, ReadEpoch(database, authority));
  std::vector<MandateRow> rows;
  for (const sql::SignedMandate& signed_mandate : signed_mandates) {
    TOLLPASS_ASSIGN_OR_RETURN(MandateRow row, RowOf(database, authority, epoch, signed_mandate));
    rows.push_back(std::move(row));
  }
  Connect(rows);
  return rows;
}

}  // namespace tollpass
