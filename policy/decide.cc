#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/network.h"
#include "policy/coverage.h"
#include "policy/intent.h"
#include "policy/origin.h"
#include "policy/policy_limits.h"
#include "policy/rules.h"
#include "policy/safeguards.h"

namespace tollpass {
namespace {

/// A condition that failed, and the section that says it.
struct Fault {
  Reason reason;
  std::string_view section;
};

/// Questions that no answer to another one covers: they tell of a danger that the user has to see.
bool IsNamedOnly(Reason reason) {
  return reason == Reason::kOutcomeUnknown || reason == Reason::kPayeeNew ||
         reason == Reason::kPayeeChanged || reason == Reason::kToolChanged;
}

/// True if who granted `approval` was shown every danger that `asked` tells of.
bool AnswersQuestion(const Approval& approval, const Verdict& asked) {
  // That answer moved the pin, which is all that it was asked for.
  if (approval.reason == ReasonCode(Reason::kToolChanged)) return false;
  const auto was_shown = [&](Reason reason) {
    return !IsNamedOnly(reason) || approval.reason == ReasonCode(reason) ||
           approval.also == ReasonCode(reason);
  };
  return was_shown(asked.reason) && (!asked.also || was_shown(*asked.also));
}

/// Accounts that differ in more than letter case are two, whatever their network.
bool EqualButForCase(std::string_view a, std::string_view b) {
  constexpr char kCase = 'a' - 'A';
  return std::ranges::equal(a, b, [](char x, char y) { return (x | kCase) == (y | kCase); });
}

/// One run of Decide.
class Decision {
 public:
  Decision(const PolicyRules& rules, const Intent& intent) : rules_(rules), intent_(intent) {}

  Verdict Run();

 private:
  // Out of bounds: the first that is not std::nullopt declines.
  [[nodiscard]] std::optional<Fault> FirstFault() const;
  [[nodiscard]] std::optional<Fault> FaultOfRules() const;
  [[nodiscard]] std::optional<Fault> FaultOfHours() const;
  [[nodiscard]] std::optional<Fault> FaultOfOffer() const;
  [[nodiscard]] std::optional<Fault> FaultOfParties() const;
  [[nodiscard]] std::optional<Fault> FaultOfTool() const;
  [[nodiscard]] std::optional<Fault> FaultOfLimits() const;
  [[nodiscard]] std::optional<Fault> FaultOfHistory() const;

  // In bounds: what has to be asked.
  [[nodiscard]] std::optional<Fault> AskOfOutcome() const;
  [[nodiscard]] std::optional<Fault> AskOfPayee() const;
  [[nodiscard]] std::optional<Fault> AskOfSections() const;

  void SetPolicyLimits();
  Verdict Deny(const Fault& fault);
  /// The verdict where a question stands, in the light of earlier answers.
  Verdict Ask(const Fault& fault, bool an_approval_pays);
  Verdict Pay(const Coverage& coverage);
  /// The earlier answer `state` to this question, if it names everything that verdict_ asks.
  [[nodiscard]] const Approval* Answer(ApprovalState state) const;

  [[nodiscard]] std::string_view Innermost() const {
    return tool_ != nullptr ? tool_->section.name : server_->section.name;
  }

  /// Where the file has the tool's section: `allow` keeps the order.
  [[nodiscard]] size_t ToolIndex() const {
    return tool_ != nullptr ? static_cast<size_t>(tool_ - server_->tools.data()) : 0;
  }

  const PolicyRules& rules_;
  const Intent& intent_;
  const ServerRules* server_ = nullptr;
  const ToolSection* tool_ = nullptr;
  Verdict verdict_;
};

Verdict Decision::Run() {
  if (intent_.facts.paused) return Deny({Reason::kPaused, ""});
  const auto found = rules_.by_identity.find(intent_.call.server_id);
  if (found == rules_.by_identity.end()) return Ask({Reason::kServerUnknown, ""}, false);
  server_ = &rules_.servers[found->second];
  tool_ = server_->FindTool(intent_.call.tool);
  verdict_.section_digest = tool_ != nullptr ? tool_->digest : server_->digest;
  verdict_.max_validity = server_->max_validity;
  SetPolicyLimits();
  if (const std::optional<Fault> fault = FirstFault()) return Deny(*fault);
  if (IsToolChanged(intent_)) {
    // A yes pins what is said now, so that the next call is judged by all that follows.
    return Ask({Reason::kToolChanged, Innermost()}, false);
  }
  const std::optional<Fault> of_payee = AskOfPayee();
  if (const std::optional<Fault> ask = AskOfOutcome()) {
    // One yes would say both, so one question asks both.
    if (of_payee) verdict_.also = of_payee->reason;
    return Ask(*ask, true);
  }
  if (of_payee) return Ask(*of_payee, true);
  const std::optional<Fault> ask = AskOfSections();
  const Coverage coverage = FindCoverage(intent_, ask.has_value(), ToolIndex());
  if (!coverage.chain.empty()) return Pay(coverage);
  return Ask(ask.value_or(Fault{coverage.reason, Innermost()}), true);
}

void Decision::SetPolicyLimits() {
  constexpr size_t kUsual = 16;
  verdict_.limits.reserve(kUsual);
  AppendPolicyLimits(rules_, *server_, tool_, intent_, verdict_.limits);
}

std::optional<Fault> Decision::FirstFault() const {
  for (const auto check :
       {&Decision::FaultOfRules, &Decision::FaultOfOffer, &Decision::FaultOfParties,
        &Decision::FaultOfTool, &Decision::FaultOfLimits, &Decision::FaultOfHistory}) {
    if (const std::optional<Fault> fault = (this->*check)()) return fault;
  }
  return std::nullopt;
}

std::optional<Fault> Decision::FaultOfRules() const {
  for (const size_t index : server_->budgets) {
    const Section& budget = rules_.budgets[index].section;
    if (!budget.pay.value_or(true)) return Fault{Reason::kToolNotPayable, budget.name};
  }
  if (!MayPay(*server_, tool_)) return Fault{Reason::kToolNotPayable, Innermost()};
  return FaultOfHours();
}

std::optional<Fault> Decision::FaultOfHours() const {
  const auto is_closed = [&](const Section& section) {
    return section.hours && !section.hours->Include(intent_.now);
  };
  for (const size_t index : server_->budgets) {
    const Section& budget = rules_.budgets[index].section;
    if (is_closed(budget)) return Fault{Reason::kOutsideHours, budget.name};
  }
  if (is_closed(server_->section)) return Fault{Reason::kOutsideHours, server_->section.name};
  return std::nullopt;
}

std::optional<Fault> Decision::FaultOfOffer() const {
  const Terms& terms = intent_.terms;
  const Asset* row = rules_.assets.Find(terms.network, terms.asset.id);
  // No row has a bad one.
  if (row == nullptr && !IsNetworkId(terms.network)) return Fault{Reason::kBadNetwork, ""};
  if (!AllowsNetwork(rules_, terms.network)) return Fault{Reason::kNetworkNotAllowed, ""};
  if (row == nullptr || *row != terms.asset) return Fault{Reason::kAssetUnknown, ""};
  const std::vector<std::string>& schemes = SchemesOf(*server_, tool_);
  if (std::find(schemes.begin(), schemes.end(), terms.scheme) == schemes.end()) {
    return Fault{Reason::kSchemeNotAllowed, Innermost()};
  }
  if (terms.charge.IsZero()) return Fault{Reason::kBadAmount, ""};
  // No limit counts what is only tied up.
  if (!terms.lock.IsZero()) return Fault{Reason::kLockNotLimited, ""};
  return std::nullopt;
}

std::optional<Fault> Decision::FaultOfParties() const {
  if (intent_.payee.empty()) return Fault{Reason::kBadPayee, ""};
  // No rule names anybody but the payee.
  if (!intent_.terms.parties.empty()) return Fault{Reason::kPartyNotAllowed, ""};
  const Payees& payees = PayeesOf(*server_, tool_);
  const std::vector<std::string>& listed = payees.accounts;
  if (!payees.pin && std::find(listed.begin(), listed.end(), intent_.payee) == listed.end()) {
    return Fault{Reason::kPayeeNotAllowed, Innermost()};
  }
  if (!server_->origin.empty()) {
    const std::optional<Origin> resource = OriginOf(intent_.call.resource_url);
    if (resource && resource->scheme == "https" && resource->Text() != server_->origin) {
      return Fault{Reason::kResourceMismatch, server_->section.name};
    }
  }
  const std::string& payer = intent_.terms.payer;
  if (EqualButForCase(payer, intent_.payee) &&
      CanonicalId(intent_.terms.network, payer) == intent_.payee) {
    return Fault{Reason::kPayerIsPayee, ""};
  }
  return std::nullopt;
}

std::optional<Fault> Decision::FaultOfTool() const {
  // Before the limits: a tool that is stopped learns nothing more about them.
  const std::optional<Reason> reason = StoppedBy(*server_, tool_, intent_.facts);
  return reason ? std::optional(Fault{*reason, Innermost()}) : std::nullopt;
}

std::optional<Fault> Decision::FaultOfLimits() const {
  if (!IsLimited(rules_, *server_, tool_, intent_.counted.asset_key)) {
    return Fault{Reason::kAssetNotLimited, Innermost()};
  }
  // The tightest says most: what it takes to pay this. Of two that are equal, the inner one.
  const Limit* tightest = nullptr;
  for (const Limit& limit : verdict_.limits) {
    const bool exceeded = limit.window == WindowKind::kCall && limit.amount > limit.maximum;
    if (exceeded && (tightest == nullptr || limit.maximum <= tightest->maximum)) tightest = &limit;
  }
  if (tightest == nullptr) return std::nullopt;
  return Fault{Reason::kOverPerCall, tightest->section};
}

std::optional<Fault> Decision::FaultOfHistory() const {
  if (intent_.facts.outcome_unknown_before && server_->after_unknown == AfterUnknown::kDeny) {
    return Fault{Reason::kOutcomeUnknown, server_->section.name};
  }
  return std::nullopt;
}

std::optional<Fault> Decision::AskOfOutcome() const {
  if (!intent_.facts.outcome_unknown_before) return std::nullopt;
  return Fault{Reason::kOutcomeUnknown, server_->section.name};
}

std::optional<Fault> Decision::AskOfPayee() const {
  if (!PayeesOf(*server_, tool_).pin || intent_.IsPinned()) return std::nullopt;
  return Fault{intent_.FamilyHasPin() ? Reason::kPayeeChanged : Reason::kPayeeNew, Innermost()};
}

std::optional<Fault> Decision::AskOfSections() const {
  for (const size_t index : server_->budgets) {
    const Section& budget = rules_.budgets[index].section;
    if (budget.ask_always.value_or(false)) return Fault{Reason::kAskAlways, budget.name};
  }
  if (AsksAlways(*server_, tool_)) return Fault{Reason::kAskAlways, Innermost()};
  for (const size_t index : server_->budgets) {
    const Section& budget = rules_.budgets[index].section;
    if (AsksAbove(budget.ask_above, intent_)) return Fault{Reason::kAboveAskAbove, budget.name};
  }
  const Section& section = AskAboveSection(*server_, tool_);
  if (AsksAbove(section.ask_above, intent_)) return Fault{Reason::kAboveAskAbove, section.name};
  if (Drifts(PriceDriftOf(*server_, tool_), intent_)) {
    return Fault{Reason::kPriceDrift, Innermost()};
  }
  return std::nullopt;
}

Verdict Decision::Deny(const Fault& fault) {
  verdict_.kind = VerdictKind::kDeny;
  verdict_.reason = fault.reason;
  verdict_.section = fault.section;  // Before `limits`, which it may point into, are gone.
  verdict_.limits.clear();
  verdict_.also.reset();
  verdict_.pins_payee = false;
  return std::move(verdict_);
}

const Approval* Decision::Answer(ApprovalState state) const {
  const std::vector<Approval>& approvals = intent_.facts.approvals;
  if (approvals.empty()) return nullptr;
  Approval today = ApprovalFor(intent_.call, intent_.terms);
  today.section_digest = verdict_.section_digest;
  const auto answers = [&](const Approval& approval) {
    if (approval.state != state || approval.expires_at <= intent_.now) return false;
    today.reason = approval.reason;
    today.also = approval.also;
    const bool of_tool = approval.reason == ReasonCode(Reason::kToolChanged);
    today.tool_definition = of_tool ? intent_.call.tool_definition : "";
    if (ApprovalBinding(approval) != ApprovalBinding(today)) return false;
    return state == ApprovalState::kDenied ||
           (AnswersQuestion(approval, verdict_) && intent_.terms.charge <= approval.ceiling);
  };
  const auto found = std::find_if(approvals.begin(), approvals.end(), answers);
  return found == approvals.end() ? nullptr : &*found;
}

Verdict Decision::Ask(const Fault& fault, bool an_approval_pays) {
  if (const Approval* denied = Answer(ApprovalState::kDenied); denied != nullptr) {
    verdict_.approval = denied->id;
    return Deny({Reason::kApprovalDenied, fault.section});
  }
  verdict_.kind = VerdictKind::kAsk;
  verdict_.reason = fault.reason;
  verdict_.section = fault.section;
  verdict_.pins_payee = fault.reason == Reason::kPayeeNew || verdict_.also == Reason::kPayeeNew;
  const Approval* granted = an_approval_pays ? Answer(ApprovalState::kGranted) : nullptr;
  if (granted != nullptr) {
    verdict_.kind = VerdictKind::kPay;
    verdict_.reason = Reason::kApproved;
    verdict_.also.reset();
    verdict_.approval = granted->id;
  } else if (rules_.unattended) {
    const bool unknown = fault.reason == Reason::kServerUnknown;
    verdict_.unasked = fault.reason;
    return Deny({unknown ? fault.reason : Reason::kUnattended, fault.section});
  }
  return std::move(verdict_);
}

Verdict Decision::Pay(const Coverage& coverage) {
  verdict_.kind = VerdictKind::kPay;
  verdict_.reason = Reason::kInBounds;
  verdict_.section = Innermost();
  verdict_.mandate = coverage.chain.front().mandate->id;
  for (const MandateLink& link : coverage.chain) {
    AppendMandateLimits(link, intent_, verdict_.limits);
    if (link.mandate->max_validity > 0) {
      verdict_.max_validity = std::min(verdict_.max_validity, link.mandate->max_validity);
    }
  }
  return std::move(verdict_);
}

}  // namespace

Verdict Policy::Decide(const Call& call, const Terms& terms, const Facts& facts,
                       int64_t now) const {
  const Intent intent(call, terms, facts, now);
  return Decision(*rules_, intent).Run();
}

}  // namespace tollpass
