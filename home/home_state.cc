#include "home/home_state.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"
#include "home/breakers.h"
#include "home/mandate_text.h"
#include "home/open_home.h"
#include "wallet/kernel/check_ledger.h"
#include "wallet/keys/families.h"
#include "wallet/keys/key_folder.h"

namespace tollpass {
namespace {

/// What `reader` tells about the ledger as a whole.
absl::Status ReadLedger(LedgerReader& reader, const Clock& clock, int64_t now, HomeState& state) {
  TOLLPASS_ASSIGN_OR_RETURN(state.paused, reader.Paused());
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<Approval> pending, reader.Pending(now));
  state.pending = static_cast<int64_t>(pending.size());
  TOLLPASS_ASSIGN_OR_RETURN(state.alarm, reader.NewestAlarm());
  TOLLPASS_ASSIGN_OR_RETURN(state.pins, reader.Pins());
  TOLLPASS_ASSIGN_OR_RETURN(state.standing, reader.Standing(now, clock.SinceBoot()));
  return state.standing->payable;
}

std::vector<MandateRow> LiveMandates(const std::vector<MandateRow>& all,
                                     const std::string& server_id, int64_t now) {
  std::vector<MandateRow> live;
  for (const MandateRow& row : all) {
    if (row.terms.server_id == server_id && MandateStateWord(row, {.now = now}) == "live") {
      live.push_back(row);
    }
  }
  return live;
}

/// Families and classes of the networks that the policy lets somebody be paid on, as far as this
/// build has keys for them.
std::set<std::pair<std::string, NetworkClass>> PaidNetworks(const Policy& policy) {
  std::set<std::pair<std::string, NetworkClass>> paid;
  for (const ServerSection& section : policy.servers()) {
    const absl::StatusOr<MandateTerms> terms = policy.MandateFor(section.name);
    for (const Asset& asset : terms.ok() ? terms->assets : std::vector<Asset>()) {
      if (FindFamily(kKeyFamilies, NetworkFamily(asset.network)) != nullptr) {
        paid.emplace(NetworkFamily(asset.network), ClassOf(asset.network));
      }
    }
  }
  return paid;
}

absl::Status Locked(const KeyDescription& key) {
  return absl::UnavailableError(absl::StrFormat(
      "%s has a passphrase, which the proxy never asks for, and no agent unlocks it yet: nothing "
      "is "
      "paid from %s. To pay today, keep pocket money in it and make it hot: tollpass wallet "
      "passphrase --hot --family %s%s",
      key.file, key.account, key.family,
      key.network_class == NetworkClass::kTest ? " --testnet" : ""));
}

absl::Status NoKeyFor(const std::string& family, NetworkClass network_class, bool test_home) {
  const bool test = network_class == NetworkClass::kTest;
  return absl::NotFoundError(absl::StrFormat(
      "the policy allows %s %s networks and there is no key for them: make %s", family,
      ClassName(network_class),
      test_home && !test ? "a home without --test: tollpass init --home DIR"
                         : absl::StrFormat("one with: tollpass wallet new --family %s%s", family,
                                           test ? " --testnet" : "")));
}

/// Why nothing can be paid with `keys`; OK if something can. What only some payments, or only what
/// widens, lacks goes to `warnings`.
absl::Status Usable(const Home& home, const std::vector<KeyDescription>& keys,
                    const absl::StatusOr<Policy>& policy, std::vector<std::string>& warnings) {
  if (keys.empty()) {
    return absl::NotFoundError(absl::StrFormat(
        "there is no payment key in %s: nothing can be paid. Make one with: tollpass wallet new, "
        "or bring yours back with: tollpass wallet restore FILE",
        home.KeysPath()));
  }
  const absl::StatusOr<StoredKey> approval = StoredApprovalKey(home.KeysPath());
  if (!approval.ok()) {
    warnings.emplace_back(approval.status().message());
  }
  const bool test_home = approval.ok() && approval->header.network_class == NetworkClass::kTest;
  std::vector<absl::Status> lacking;
  bool any_pays = false;
  for (const auto& [family, network_class] :
       policy.ok() ? PaidNetworks(*policy) : std::set<std::pair<std::string, NetworkClass>>()) {
    const auto found = std::ranges::find_if(keys, [&](const KeyDescription& key) {
      return key.family == family && key.network_class == network_class;
    });
    if (found == keys.end()) {
      lacking.push_back(NoKeyFor(family, network_class, test_home));
    } else if (!found->hot) {
      lacking.push_back(Locked(*found));
    } else {
      any_pays = true;
    }
  }
  if (!any_pays && !lacking.empty()) {
    return lacking.front();
  }
  for (const absl::Status& one : lacking) {
    warnings.emplace_back(one.message());
  }
  const bool any_hot = std::ranges::any_of(keys, &KeyDescription::hot);
  return any_hot ? absl::OkStatus() : Locked(keys.front());
}

void ReadKeys(const Home& home, const absl::StatusOr<Policy>& policy, HomeState& state) {
  absl::StatusOr<std::vector<KeyDescription>> keys = KeyRing(home.KeysPath()).List();
  state.keys = keys.ok() ? Usable(home, *keys, policy, state.warnings) : keys.status();
  if (keys.ok()) {
    state.key_list = *std::move(keys);
  }
}

/// Fills in what stands for the servers of the policy.
absl::Status ReadServers(const Policy& policy, LedgerReader& reader, int64_t now,
                         HomeState& state) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::vector<MandateRow> mandates, reader.Mandates());
  for (const MandateRow& row : mandates) {
    if (MandateStateWord(row, {.now = now}) == "no zone") {
      state.warnings.push_back(
          absl::StrFormat("mandate %s is %s", row.terms.id, MandateStateText(row, {.now = now})));
    }
  }
  for (ServerState& server : state.servers) {
    server.mandates = LiveMandates(mandates, server.section.identity, now);
    TOLLPASS_ASSIGN_OR_RETURN(server.spending,
                              SpendingOf(policy, server.section, server.mandates, reader, now));
  }
  return absl::OkStatus();
}

std::vector<std::string> TrustOf(const Policy& policy, const std::string& identity) {
  std::vector<std::string> trust;
  for (const std::string_view word : {kTrustReceipts, kTrustRefusals}) {
    const std::vector<std::string> servers = policy.TrustedWith(word);
    if (std::find(servers.begin(), servers.end(), identity) != servers.end()) {
      trust.emplace_back(word);
    }
  }
  return trust;
}

/// A warning for each tool that is paid nothing because of what it did.
void AddStopped(const Policy& policy, LedgerReader& reader, int64_t now,
                std::vector<std::string>& warnings) {
  const absl::StatusOr<std::vector<Breaker>> breakers = ReadBreakers(policy, reader, now);
  if (!breakers.ok()) {
    return;
  }
  for (const Breaker& breaker : *breakers) {
    if (breaker.stops) {
      warnings.push_back(
          absl::StrFormat("%s of %s is paid nothing (%s); see: tollpass breaker list", breaker.tool,
                          breaker.server, ReasonCode(*breaker.stops)));
    }
  }
}

}  // namespace

std::vector<std::string> HomeState::Obstacles() const {
  std::vector<std::string> obstacles;
  for (const auto& [name, part] : {std::pair<const char*, const absl::Status&>{"policy", policy},
                                   {"ledger", ledger},
                                   {"keys", keys}}) {
    if (!part.ok()) {
      obstacles.emplace_back(name);
    }
  }
  return obstacles;
}

HomeState ReadHomeState(const Home& home, const Clock& clock, Random& random) {
  const int64_t now = clock.UnixMillis() / 1000;
  HomeState state;
  const absl::StatusOr<std::unique_ptr<LedgerReader>> reader = OpenReader(home);
  state.ledger = reader.ok() ? ReadLedger(**reader, clock, now, state) : reader.status();
  if (state.ledger.ok()) {
    // Much can be read where nothing can be added.
    state.ledger = CheckLedger(home, clock, random);
  }
  const absl::StatusOr<Policy> policy = LoadPolicy(home);
  state.policy = policy.status();
  ReadKeys(home, policy, state);
  if (!policy.ok()) {
    return state;
  }
  const std::vector<std::string> warnings = policy->Warnings();
  state.warnings.insert(state.warnings.end(), warnings.begin(), warnings.end());
  for (const ChainSection& chain : policy->chains()) {
    state.chains.push_back(ChainSourceName(chain));
  }
  for (const ServerSection& section : policy->servers()) {
    state.servers.push_back({section, {}, {}, TrustOf(*policy, section.identity)});
  }
  if (policy->observes()) {
    state.warnings.emplace_back("'observe' is set: nothing is paid, and what would be is logged");
  }
  if (reader.ok()) {
    AddStopped(*policy, **reader, now, state.warnings);
    const absl::Status read = ReadServers(*policy, **reader, now, state);
    state.ledger = state.ledger.ok() ? read : state.ledger;
  }
  return state;
}

}  // namespace tollpass
