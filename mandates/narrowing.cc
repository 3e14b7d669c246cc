#include "mandates/narrowing.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "core/clock.h"
#include "core/encoding.h"
#include "mandates/narrower_limits.h"

namespace tollpass {
namespace {

using Texts = std::vector<std::string>;

bool Holds(const Texts& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// True if every name that `inner` matches is matched by `outer`. With a `?` in `outer` only for
/// equal patterns: it would match a `*` of `inner`, which stands for more than one character.
bool GlobCovers(std::string_view outer, std::string_view inner) {
  if (outer == inner) return true;
  const bool matches = IsGlob(outer) && GlobMatches(outer, inner);
  return matches && (!IsGlob(inner) || outer.find('?') == std::string_view::npos);
}

bool IsCallLimit(const LimitSpec& spec) { return spec.window == WindowKind::kCall; }

/// What holds for the tools of one rule: its own values replace the mandate's.
struct Effective {
  Effective(const MandateTerms& mandate, const ToolRule& rule)
      : per_call(std::any_of(rule.limits.begin(), rule.limits.end(), IsCallLimit) ? rule.limits
                                                                                  : mandate.limits),
        ask_above(rule.ask_above.empty() ? mandate.ask_above : rule.ask_above),
        ask_always(mandate.ask_always || rule.ask_always),
        payees(OwnPayees(rule) ? rule.payees : mandate.payees),
        pinned_payee(OwnPayees(rule) ? rule.pinned_payee : mandate.pinned_payee),
        schemes(rule.schemes.empty() ? mandate.schemes : rule.schemes) {}

  static bool OwnPayees(const ToolRule& rule) { return !rule.payees.empty() || rule.pinned_payee; }

  const std::vector<LimitSpec>& per_call;
  const std::vector<LimitSpec>& ask_above;
  bool ask_always;
  const Texts& payees;
  bool pinned_payee;
  const Texts& schemes;
};

/// One comparison of a child with its parent.
class Comparison {
 public:
  Comparison(const MandateTerms& child, const MandateTerms& parent)
      : child_(child), parent_(parent) {}

  Texts Run() &&;

 private:
  void Identity();
  void Times();
  void Lists();
  void Asking();
  void Tools();
  void Rule(const ToolRule& rule, const ToolRule& above);
  void OnlyTools();

  void Wider(std::string_view field, std::string_view what) {
    wider_.push_back(absl::StrFormat("%s: %s", field, what));
  }
  void Same(std::string_view field, std::string_view own, std::string_view above) {
    if (own != above) {
      Wider(field,
            absl::StrFormat("\"%s\", where it says \"%s\"", Printable(own), Printable(above)));
    }
  }
  void Flag(std::string_view field, bool own_is_wider, std::string_view what) {
    if (own_is_wider) Wider(field, what);
  }
  void Subset(std::string_view field, const Texts& own, const Texts& above) {
    for (const std::string& text : own) {
      if (!Holds(above, text)) Wider(field, Printable(text) + " is not among them");
    }
  }
  void Append(Texts faults) {
    wider_.insert(wider_.end(), std::make_move_iterator(faults.begin()),
                  std::make_move_iterator(faults.end()));
  }

  const MandateTerms& child_;
  const MandateTerms& parent_;
  Texts wider_;
};

void Comparison::Identity() {
  Same("parent", child_.parent, parent_.id);
  Same("ledger_id", child_.ledger_id, parent_.ledger_id);
  Same("server_id", child_.server_id, parent_.server_id);
  Same("server_name", child_.server_name, parent_.server_name);
}

void Comparison::Times() {
  Flag("not_before", child_.not_before < parent_.not_before,
       absl::StrFormat("%s, where it begins at %s", FormatTime(child_.not_before),
                       FormatTime(parent_.not_before)));
  Flag("not_after", child_.not_after > parent_.not_after,
       absl::StrFormat("%s, where it ends at %s", FormatTime(child_.not_after),
                       FormatTime(parent_.not_after)));
  const bool longer = parent_.max_validity > 0 &&
                      (child_.max_validity == 0 || child_.max_validity > parent_.max_validity);
  Flag("max_validity", longer,
       absl::StrFormat("%ds, where it says %ds (0: any time)", child_.max_validity,
                       parent_.max_validity));
  const bool more = parent_.uses > 0 && (child_.uses == 0 || child_.uses > parent_.uses);
  Flag("uses", more,
       absl::StrFormat("%d, where it says %d (0: any number)", child_.uses, parent_.uses));
}

void Comparison::Lists() {
  for (const Asset& asset : child_.assets) {
    if (std::find(parent_.assets.begin(), parent_.assets.end(), asset) == parent_.assets.end()) {
      Wider("assets", absl::StrFormat("%s on %s, as it is there, is not among them",
                                      Printable(asset.symbol), Printable(asset.network)));
    }
  }
  Subset("payees", child_.payees, parent_.payees);
  Flag("pinned_payee", child_.pinned_payee && !parent_.pinned_payee,
       "the pinned payee is not among them");
  Subset("wallet_keys", child_.wallet_keys, parent_.wallet_keys);
  Subset("schemes", child_.schemes, parent_.schemes);
  Subset("trust", child_.trust, parent_.trust);
  Subset("chain_sources", child_.chain_sources, parent_.chain_sources);
}

void Comparison::Asking() {
  Append(WiderAsking("ask_above", {child_.ask_above, child_.assets}, parent_.ask_above));
  Flag("ask_always", parent_.ask_always && !child_.ask_always, "it asks always");
  Flag("answers_ask", child_.answers_ask && !parent_.answers_ask, "it answers no question");
}

void Comparison::Rule(const ToolRule& rule, const ToolRule& above) {
  const std::string name = absl::StrFormat("tools (%s)", Printable(rule.tool));
  if (!rule.pay) return;
  if (!above.pay) {
    Wider(name + ", pay", "it lets nothing be paid there");
    return;
  }
  const Effective own(child_, rule);
  const Effective outer(parent_, above);
  Append(WiderPerCall(name + ", limits", {own.per_call, child_.assets}, outer.per_call));
  Append(WiderSums(name + ", limits", {rule.limits, child_.assets}, above.limits));
  Append(WiderAsking(name + ", ask_above", {own.ask_above, child_.assets}, outer.ask_above));
  Flag(name + ", ask_always", outer.ask_always && !own.ask_always, "it asks always");
  Subset(name + ", payees", own.payees, outer.payees);
  Flag(name + ", pinned_payee", own.pinned_payee && !outer.pinned_payee,
       "the pinned payee is not among them");
  Subset(name + ", schemes", own.schemes, outer.schemes);
}

void Comparison::Tools() {
  // The rule that wins for a tool depends on all of them and, where two globs are as long, on their
  // order; so those of the parent must all be there, in their order.
  auto next = parent_.tools.begin();
  for (const ToolRule& rule : child_.tools) {
    if (next != parent_.tools.end() && rule.tool == next->tool) {
      Rule(rule, *next++);
      continue;
    }
    const ToolRule* above = FindToolRule(parent_.tools, rule.tool);
    if (!rule.pay) continue;
    if (IsGlob(rule.tool) || above == nullptr) {
      Wider(absl::StrFormat("tools (%s)", Printable(rule.tool)), "it has no such rule there");
    } else {
      Rule(rule, *above);
    }
  }
  for (; next != parent_.tools.end(); ++next) {
    Wider(absl::StrFormat("tools (%s)", Printable(next->tool)),
          "its rule is missing, or not in its place");
  }
}

void Comparison::OnlyTools() {
  for (const std::string& tool : child_.only_tools) {
    const bool covered =
        std::any_of(parent_.only_tools.begin(), parent_.only_tools.end(),
                    [&](const std::string& outer) { return GlobCovers(outer, tool); });
    if (!covered) Wider("only_tools", Printable(tool) + " is not among them");
  }
}

Texts Comparison::Run() && {
  Identity();
  Lists();
  Append(WiderPerCall("limits", {child_.limits, child_.assets}, parent_.limits));
  Append(WiderSums("limits", {child_.limits, child_.assets}, parent_.limits));
  Tools();
  OnlyTools();
  Asking();
  Times();
  return std::move(wider_);
}

}  // namespace

std::vector<std::string> WiderFields(const MandateTerms& child, const MandateTerms& parent) {
  return Comparison(child, parent).Run();
}

absl::Status CheckNarrows(const MandateTerms& child, const MandateTerms& parent) {
  const Texts wider = WiderFields(child, parent);
  if (wider.empty()) return absl::OkStatus();
  std::string message = absl::StrFormat(
      "mandate %s is wider than mandate %s above it, and may only narrow it:", Printable(child.id),
      Printable(parent.id));
  for (const std::string& field : wider) message += "\n" + field;
  return absl::FailedPreconditionError(message);
}

}  // namespace tollpass
