#include "home/allow_order.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "home/give_order.h"
#include "home/narrow_mandate.h"
#include "home/open_home.h"
#include "mandates/codec.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

absl::Status NarrowTo(const Permission& permission, const TimeZone& zone, MandateTerms& terms) {
  TOLLPASS_RETURN_IF_ERROR(KeepTools(terms, permission.tools));
  const struct {
    const char* flag;
    WindowKind window;
    const std::string& text;
  } limits[] = {{"--per-call", WindowKind::kCall, permission.per_call},
                {"--per-day", WindowKind::kDay, permission.per_day},
                {"--total", WindowKind::kTotal, permission.total}};
  for (const auto& [flag, window, text] : limits) {
    if (!text.empty()) {
      TOLLPASS_ASSIGN_OR_RETURN(const MoneyFlag money, ParseMoneyFlag(flag, text));
      TOLLPASS_RETURN_IF_ERROR(Narrow(terms, {flag, window, money, zone}));
    }
  }
  if (permission.uses.has_value()) {
    terms.uses = *permission.uses;
  }
  return absl::OkStatus();
}

/// The accounts that may pay: those of the network classes that the policy allows.
absl::StatusOr<std::vector<std::string>> PayersFor(const Home& home, const MandateTerms& terms) {
  std::set<std::pair<std::string, NetworkClass>> wanted;
  for (const Asset& asset : terms.assets) {
    wanted.emplace(NetworkFamily(asset.network), ClassOf(asset.network));
  }
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<KeyDescription> keys,
                            KeyRing(home.KeysPath()).List());
  std::vector<std::string> payers;
  for (const KeyDescription& key : keys) {
    if (wanted.count({key.family, key.network_class}) != 0) {
      payers.push_back(key.account);
    }
  }
  if (payers.empty()) {
    return absl::NotFoundError(
        absl::StrFormat("no key in %s can pay on the networks that the policy allows for %s",
                        home.KeysPath(), terms.server_name));
  }
  return payers;
}

}  // namespace

absl::StatusOr<MandateTerms> TermsOf(const Permission& permission, const Home& home,
                                     const LedgerReader& reader, const Clock& clock,
                                     Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, policy.MandateFor(permission.server));
  // What a policy file names, its reader has found.
  const TimeZone zone = TimeZone::Named(policy.Top().zone).value_or(TimeZone());
  TOLLPASS_RETURN_IF_ERROR(NarrowTo(permission, zone, terms));
  TOLLPASS_ASSIGN_OR_RETURN(terms.wallet_keys, PayersFor(home, terms));
  terms.id = RandomId(random, "m", 10);
  terms.ledger_id = reader.ledger_id();
  terms.not_before = clock.UnixMillis() / 1000;
  terms.not_after = terms.not_before + permission.seconds;
  return terms;
}

Order AllowOrder(const MandateTerms& terms, const Clock& clock, Random& random) {
  Order order = NewOrder(OrderKind::kAllow, terms.ledger_id, terms.id, clock, random);
  order.body = EncodeMandate(terms);
  return order;
}

}  // namespace tollpass
