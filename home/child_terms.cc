#include "home/child_terms.h"

#include <algorithm>
#include <optional>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "core/hash.h"
#include "core/status.h"
#include "home/narrow_mandate.h"
#include "mandates/mandate_id.h"
#include "mandates/narrowing.h"

namespace tollpass {
namespace {

/// In a mandate 0 says that it has no such limit, which nobody means by "0 payments at most".
absl::Status SetUses(const Permission& permission, MandateTerms& terms) {
  if (!permission.uses.has_value()) {
    return absl::OkStatus();
  }
  if (*permission.uses < 1 || *permission.uses > kMostUses) {
    return absl::InvalidArgumentError(
        absl::StrFormat("%s is how many payments at most: 1 to %d; for any number leave it out",
                        permission.by_flags ? "--uses" : "uses", kMostUses));
  }
  terms.uses = *permission.uses;
  return absl::OkStatus();
}

absl::Status SetDelegate(const Permission& permission, MandateTerms& terms) {
  const std::string& key = permission.delegate_key;
  const std::optional<std::string> bytes = HexDecode(key);
  if (!key.empty() && (!bytes || !IsEd25519PublicKey(*bytes))) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "%s is an Ed25519 public key of 64 hex digits, as 'tollpass mandate key FILE' prints it",
        permission.by_flags ? "--delegate" : "delegate_key"));
  }
  terms.delegate_key = bytes ? HexEncode(*bytes) : "";
  return absl::OkStatus();
}

}  // namespace

std::string NewMandateId(Random& random) {
  return RandomId(random, kMandateIdPrefix, kMandateIdDigits);
}

absl::Status NarrowTo(const Permission& permission, const TimeZone& zone, MandateTerms& terms) {
  const bool by_flags = permission.by_flags;
  TOLLPASS_RETURN_IF_ERROR(KeepTools(terms, by_flags ? "--tool" : "tools:", permission.tools));
  const struct {
    const char* flag;
    WindowKind window;
    const std::string& text;
  } limits[] = {{by_flags ? "--per-call" : "per_call", WindowKind::kCall, permission.per_call},
                {by_flags ? "--per-day" : "per_day", WindowKind::kDay, permission.per_day},
                {by_flags ? "--total" : "total", WindowKind::kTotal, permission.total}};
  for (const auto& [flag, window, text] : limits) {
    if (!text.empty()) {
      TOLLPASS_ASSIGN_OR_RETURN(const MoneyFlag money, ParseMoneyFlag(flag, text));
      TOLLPASS_RETURN_IF_ERROR(Narrow(terms, {flag, window, money, zone}));
    }
  }
  TOLLPASS_RETURN_IF_ERROR(SetUses(permission, terms));
  return SetDelegate(permission, terms);
}

absl::StatusOr<MandateTerms> ChildTerms(const MandateTerms& parent, const Permission& permission,
                                        const Clock& clock, Random& random) {
  const int64_t now = clock.UnixMillis() / 1000;
  if (parent.not_after <= now) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s, which would be above it, expired at %s", parent.id,
                        FormatTime(parent.not_after)));
  }
  MandateTerms terms = parent;
  terms.id = NewMandateId(random);
  terms.parent = parent.id;
  TOLLPASS_RETURN_IF_ERROR(NarrowTo(permission, TimeZone(), terms));
  terms.not_before = std::max(parent.not_before, now);
  terms.not_after = std::min(parent.not_after, now + permission.seconds);
  if (terms.not_after <= terms.not_before) {
    return absl::FailedPreconditionError(
        absl::StrFormat("mandate %s begins at %s, and this one would be over by then", parent.id,
                        FormatTime(parent.not_before)));
  }
  TOLLPASS_RETURN_IF_ERROR(CheckNarrows(terms, parent));
  return terms;
}

}  // namespace tollpass
