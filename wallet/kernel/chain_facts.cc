#include "wallet/kernel/chain_facts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/status.h"

namespace tollpass {
namespace {

constexpr int64_t kMillis = 1000;
// By how much the clocks of a chain and of this machine may differ.
constexpr int64_t kSkewSeconds = 60;

using Answers = std::vector<absl::StatusOr<ChainAnswer>>;

absl::StatusOr<Answers> Ask(const ChainSection& section, const std::shared_ptr<ChainSource>& host,
                            const std::vector<OneTimeUse>& uses, int64_t deadline_ms) {
  TOLLPASS_ASSIGN_OR_RETURN(const std::shared_ptr<ChainSource> source,
                            OpenChainSource(section, host));
  TOLLPASS_ASSIGN_OR_RETURN(Answers answers, source->Ask(section.network, uses, deadline_ms));
  if (answers.size() != uses.size()) {
    return absl::UnavailableError("the source of the chain did not answer every question");
  }
  return answers;
}

absl::StatusOr<Witnessed> Record(Ledger& ledger, std::string_view id, const ChainSection& section,
                                 const absl::StatusOr<ChainAnswer>& answer, int64_t now) {
  TOLLPASS_RETURN_IF_ERROR(answer.status());
  if (answer->block_time > now + kSkewSeconds) {
    return absl::UnavailableError(
        "the block that the source calls final is in the future; is the clock right?");
  }
  return ledger.Witness(id, {.source = ChainSourceName(section),
                             .used = answer->used,
                             .block_time = answer->block_time,
                             .block_number = answer->block_number,
                             .block_hash = answer->block_hash});
}

/// Charges of one network, with their places among all.
struct Group {
  std::vector<size_t> places;
  std::vector<OneTimeUse> uses;
};

absl::Status NothingToAsk(const Policy& policy, const Terms& terms, bool has_trace) {
  if (policy.ChainFor(terms.network) == nullptr) {
    return absl::FailedPreconditionError(
        absl::StrFormat("the policy has no [chain.\"%s\"]: add one, and sign it with 'tollpass "
                        "allow', to have what happened there looked up",
                        terms.network));
  }
  return has_trace ? absl::OkStatus()
                   : absl::FailedPreconditionError(absl::StrFormat(
                         "no source can tell what became of a payment by %s", terms.scheme));
}

}  // namespace

std::vector<ChainFinding> ChainFacts::AskAbout(const std::vector<UnsettledCharge>& charges,
                                               const Policy& policy, const Wallet& wallet,
                                               Ledger& ledger, int64_t now,
                                               int64_t deadline_ms) const {
  std::vector<ChainFinding> findings;
  std::map<std::string, Group> groups;
  for (const UnsettledCharge& charge : charges) {
    std::optional<OneTimeUse> use = wallet.Needs(charge.terms, charge.proof);
    const absl::Status askable = NothingToAsk(policy, charge.terms, use.has_value());
    findings.push_back({charge.id, askable.ok() ? absl::UnknownError("not asked") : askable});
    if (askable.ok()) {
      Group& group = groups[charge.terms.network];
      group.places.push_back(findings.size() - 1);
      group.uses.push_back(*std::move(use));
    }
  }
  for (const auto& [network, group] : groups) {
    const ChainSection& section = *policy.ChainFor(network);
    const absl::StatusOr<Answers> answers = Ask(section, host_, group.uses, deadline_ms);
    for (size_t i = 0; i < group.places.size(); ++i) {
      ChainFinding& finding = findings[group.places[i]];
      finding.found =
          answers.ok() ? Record(ledger, finding.id, section, (*answers)[i], now) : answers.status();
    }
  }
  return findings;
}

absl::StatusOr<std::vector<UnsettledCharge>> BudgetSearch::Next(std::string_view network,
                                                                Ledger& ledger, int64_t now) {
  int64_t& from = goes_on_from_[std::string(network)];
  const int64_t most = from == 0 ? kMostAsked : kMostAsked / 2;
  TOLLPASS_ASSIGN_OR_RETURN(std::vector<UnsettledCharge> charges,
                            ledger.FindUnsettled(network, now, most));
  std::vector<UnsettledCharge> elder;
  if (from != 0) {
    TOLLPASS_ASSIGN_OR_RETURN(elder, ledger.FindUnsettled(network, std::min(from, now), most));
  }
  const std::vector<UnsettledCharge>& page = from == 0 ? charges : elder;
  if (std::ssize(page) < most) {
    from = 0;
  } else {
    // The last one is asked about again, with whatever died in the same second.
    const int64_t last = page.back().proof.dead_after;
    from = page.front().proof.dead_after == last ? last - 1 : last;
  }
  for (UnsettledCharge& charge : elder) {
    if (std::ranges::find(charges, charge.id, &UnsettledCharge::id) == charges.end()) {
      charges.push_back(std::move(charge));
    }
  }
  return charges;
}

bool BudgetSearch::Search(std::string_view network, const Policy& policy, const Wallet& wallet,
                          Ledger& ledger, int64_t now_ms, int64_t steady_ms) {
  const auto quiet = quiet_until_ms_.find(network);
  if (policy.ChainFor(network) == nullptr ||
      (quiet != quiet_until_ms_.end() && steady_ms < quiet->second)) {
    return false;
  }
  const int64_t now = now_ms / kMillis;
  const absl::StatusOr<std::vector<UnsettledCharge>> charges = Next(network, ledger, now);
  if (!charges.ok()) {
    return false;
  }
  const std::vector<ChainFinding> findings =
      facts_.AskAbout(*charges, policy, wallet, ledger, now, kDeadlineMs);
  const bool any_released =
      std::any_of(findings.begin(), findings.end(), [](const ChainFinding& finding) {
        return finding.found.ok() && *finding.found == Witnessed::kReleased;
      });
  if (!any_released) {
    quiet_until_ms_[std::string(network)] = steady_ms + kQuietMs;
  }
  return any_released;
}

}  // namespace tollpass
