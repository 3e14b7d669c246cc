#include "policy/intent.h"

#include <algorithm>
#include <optional>

#include "core/network.h"
#include "policy/rules.h"

namespace tollpass {

Intent::Intent(const Call& the_call, const Terms& the_terms, const Facts& the_facts,
               int64_t seconds)
    : call(the_call),
      terms(the_terms),
      facts(the_facts),
      now(seconds),
      counted(the_terms.asset, the_terms.charge, seconds),
      payee(CanonicalId(the_terms.network, the_terms.payee)) {}

bool Intent::IsPinned() const {
  const std::string key = AssetKey(terms.network, payee);
  return std::find(facts.pinned_payees.begin(), facts.pinned_payees.end(), key) !=
         facts.pinned_payees.end();
}

bool Intent::FamilyHasPin() const {
  const std::string_view family = NetworkFamily(terms.network);
  return std::any_of(facts.pinned_payees.begin(), facts.pinned_payees.end(),
                     [&](const std::string& pin) { return NetworkFamily(pin) == family; });
}

void AppendLimit(const LimitSpec& spec, const LimitOwner& owner, const Intent& intent,
                 std::vector<Limit>& limits) {
  Limit& limit = limits.emplace_back();
  if (!ApplyLimit(spec, intent.counted, limit)) {
    limits.pop_back();
    return;
  }
  // A new text that is moved costs less than one that is copied into an old one.
  limit.counter = std::string(owner.counter);
  limit.section = std::string(owner.section);
  if (!owner.mandate.empty()) limit.mandate = std::string(owner.mandate);
}

bool Exceeds(const LimitSpec& spec, const Intent& intent) {
  const std::optional<Counted> counted = CountIn(spec, intent.counted);
  return counted && (!counted->fits || counted->amount > spec.maximum);
}

bool AsksAbove(const std::vector<LimitSpec>& ask_above, const Intent& intent) {
  if (ask_above.empty()) return false;
  return !Counts(ask_above, intent.counted.asset_key) ||
         std::any_of(ask_above.begin(), ask_above.end(),
                     [&](const LimitSpec& spec) { return Exceeds(spec, intent); });
}

}  // namespace tollpass
