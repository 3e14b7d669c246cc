#include "home/allow_order.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/encoding.h"
#include "core/status.h"
#include "home/child_terms.h"
#include "home/find_mandate.h"
#include "home/give_order.h"
#include "home/open_home.h"
#include "mandates/codec.h"
#include "wallet/keys/key_ring.h"

namespace tollpass {
namespace {

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
                                     LedgerReader& reader, const Clock& clock, Random& random) {
  TOLLPASS_ASSIGN_OR_RETURN(const Policy policy, LoadPolicy(home));
  if (!permission.parent.empty()) {
    TOLLPASS_ASSIGN_OR_RETURN(const MandateRow parent, FindMandate(reader, permission.parent));
    const ServerSection* server = policy.ServerByName(permission.server);
    if (server == nullptr || server->identity != parent.terms.server_id) {
      return absl::FailedPreconditionError(absl::StrFormat(
          "%s: mandate %s is for %s and not for the server that is [server.%s] in the policy today",
          permission.by_flags ? "--parent" : "parent", parent.terms.id,
          Printable(parent.terms.server_name), Printable(permission.server)));
    }
    return ChildTerms(parent.terms, permission, clock, random);
  }
  TOLLPASS_ASSIGN_OR_RETURN(MandateTerms terms, policy.MandateFor(permission.server));
  // What a policy file names, its reader has found.
  const TimeZone zone = TimeZone::Named(policy.Top().zone).value_or(TimeZone());
  TOLLPASS_RETURN_IF_ERROR(NarrowTo(permission, zone, terms));
  TOLLPASS_ASSIGN_OR_RETURN(terms.wallet_keys, PayersFor(home, terms));
  terms.id = NewMandateId(random);
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
