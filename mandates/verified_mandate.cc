#include "mandates/verified_mandate.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/mandate_chain.h"
#include "core/status.h"
#include "mandates/codec.h"
#include "mandates/event.h"
#include "mandates/mandate_id.h"
#include "mandates/mandate_standing.h"
#include "mandates/narrowing.h"
#include "mandates/sql/events.h"

namespace tollpass {
namespace {

absl::StatusOr<std::string> ParentOf(const sql::SignedMandate& row, KnownMandates& known) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<const MandateOrder> decoded,
                            known.Decode(row.order.bytes));
  return decoded->terms.parent;
}

/// `row` and those above it, as they are; fewer where one is missing.
absl::StatusOr<std::vector<sql::SignedMandate>> ReadChain(sql::Database& database,
                                                          std::optional<sql::SignedMandate> row,
                                                          KnownMandates& known) {
  std::vector<sql::SignedMandate> rows;
  while (row && rows.size() <= kMaxMandateLinks) {
    TOLLPASS_ASSIGN_OR_RETURN(const std::string parent, ParentOf(*row, known));
    rows.push_back(*std::move(row));
    row.reset();
    if (!parent.empty()) {
      TOLLPASS_ASSIGN_OR_RETURN(row, sql::FindMandate(database, parent));
    }
  }
  return rows;
}

absl::Status CheckRow(const sql::SignedMandate& row, const MandateTerms& terms) {
  if (terms.id != row.id || terms.server_id != row.server_id || terms.not_after != row.not_after) {
    return absl::PermissionDeniedError(
        absl::StrFormat("mandate %s: the row says other things than what was signed", row.id));
  }
  return absl::OkStatus();
}

/// The mandate of `row` and those above it.
absl::StatusOr<std::vector<MandateTerms>> VerifiedChain(sql::Database& database,
                                                        const Authority& authority,
                                                        sql::SignedMandate row) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::SignedMandate> rows,
                            ReadChain(database, std::move(row), *authority.known));
  std::vector<SignedOrder> orders;
  for (const sql::SignedMandate& row : rows) {
    orders.push_back({row.order.bytes, row.signature.bytes});
  }
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<MandateTerms> chain, VerifyChain(orders, authority));
  for (size_t i = 0; i < rows.size(); ++i) {
    TOLLPASS_RETURN_IF_ERROR(CheckRow(rows[i], chain[i]));
  }
  return chain;
}

/// The mandate with `id` and those above it.
absl::StatusOr<std::vector<MandateTerms>> VerifiedChain(sql::Database& database,
                                                        const Authority& authority,
                                                        const std::string& id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::SignedMandate> row, sql::FindMandate(database, id));
  if (!row) {
    return absl::NotFoundError(absl::StrFormat("there is no mandate %s", Printable(id)));
  }
  return VerifiedChain(database, authority, *std::move(row));
}

/// Whether it was neither revoked nor ended by an accepted ledger.
absl::Status CheckHolds(sql::Database& database, const MandateTerms& terms, int64_t void_until) {
  TOLLPASS_ASSIGN_OR_RETURN(const MandateStanding standing,
                            ReadMandateStanding(database, terms.id, void_until));
  if (standing.revoked || standing.ended) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s %s", terms.id,
                        standing.revoked ? "was revoked" : "ended when the ledger was accepted"));
  }
  return absl::OkStatus();
}

/// Of those for one server: a child is for the server of its parent.
absl::StatusOr<int> CountLiveChildren(sql::Database& database, const MandateTerms& terms,
                                      int64_t void_until, int64_t now) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<sql::SignedMandate> rows,
                            sql::FindMandatesFor(database, terms.server_id, now));
  int children = 0;
  KnownMandates known;
  for (const sql::SignedMandate& row : rows) {
    const absl::StatusOr<std::string> parent = ParentOf(row, known);
    if (row.not_after <= now || !parent.ok() || *parent != terms.parent) continue;
    TOLLPASS_ASSIGN_OR_RETURN(
        const bool holds,
        sql::HasEventAfter(database, row.id, EventKindName(EventKind::kAllowed), void_until));
    children += holds ? 1 : 0;
  }
  return children;
}

}  // namespace

absl::StatusOr<std::vector<SignedOrder>> ReadSignedChain(sql::Database& database,
                                                         const std::string& id) {
  TOLLPASS_ASSIGN_OR_RETURN(std::optional<sql::SignedMandate> row, sql::FindMandate(database, id));
  KnownMandates known;
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<sql::SignedMandate> rows,
                            ReadChain(database, std::move(row), known));
  std::vector<SignedOrder> orders;
  for (sql::SignedMandate& row : rows) {
    orders.push_back({std::move(row.order.bytes), std::move(row.signature.bytes)});
  }
  return orders;
}

absl::StatusOr<MandateTerms> VerifiedMandate(sql::Database& database, const sql::SignedMandate& row,
                                             const Authority& authority) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<MandateTerms> chain,
                            VerifiedChain(database, authority, row));
  return std::move(chain.front());
}

absl::StatusOr<std::vector<MandateTerms>> HoldingChain(sql::Database& database,
                                                       const Authority& authority,
                                                       const std::string& id, int64_t void_until) {
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<MandateTerms> chain,
                            VerifiedChain(database, authority, id));
  for (const MandateTerms& link : chain) {
    TOLLPASS_RETURN_IF_ERROR(CheckHolds(database, link, void_until));
  }
  return chain;
}

absl::Status CheckParent(sql::Database& database, const Authority& authority,
                         const MandateTerms& terms, int64_t void_until, int64_t now) {
  if (terms.parent.empty()) {
    return absl::OkStatus();
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<MandateTerms> chain,
                            HoldingChain(database, authority, terms.parent, void_until));
  if (chain.size() == kMaxMandateLinks) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%d mandates are above each other from %s up to its root, and there may be no more",
        kMaxMandateLinks, terms.parent));
  }
  for (const MandateTerms& link : chain) {
    if (link.not_after <= now) {
      return absl::FailedPreconditionError(
          absl::StrFormat("mandate %s, which would be above it, expired at %s", link.id,
                          FormatTime(link.not_after)));
    }
  }
  return CheckNarrows(terms, chain.front());
}

bool IsSignedByDelegate(sql::Database& database, const Authority& authority, const Order& order,
                        std::string_view bytes, std::string_view signature) {
  const absl::StatusOr<MandateTerms> terms = DecodeMandate(order.body);
  if (order.kind != OrderKind::kAllow || !terms.ok() || terms->parent.empty()) {
    return false;
  }
  const absl::StatusOr<std::vector<MandateTerms>> chain =
      VerifiedChain(database, authority, terms->parent);
  return chain.ok() && IsSignedByDelegateOf(chain->front(), bytes, signature, authority);
}

absl::Status CheckDelegated(sql::Database& database, const Order& order, int64_t void_until,
                            int64_t now) {
  if (order.body.size() > kMostDelegatedBytes) {
    return absl::InvalidArgumentError(
        absl::StrFormat("a mandate that a delegate signed has %d bytes at most, and this one %d",
                        kMostDelegatedBytes, order.body.size()));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const MandateTerms terms, DecodeMandate(order.body));
  // Whoever chooses an id could choose one that a shortened id of the user's falls on.
  if (!IsDrawnMandateId(terms.id)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is no id for a mandate that a delegate signs: it is \"%s\" and %d digits of 0-9a-f",
        Printable(terms.id), kMandateIdPrefix, kMandateIdDigits));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const int children,
                            CountLiveChildren(database, terms, void_until, now));
  if (children >= kMostLiveChildren) {
    return absl::FailedPreconditionError(absl::StrFormat(
        "%d mandates are live below %s, and a delegate adds no more; wait until one expires, or "
        "revoke one",
        children, terms.parent));
  }
  return absl::OkStatus();
}

}  // namespace tollpass
