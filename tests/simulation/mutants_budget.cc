// Mistakes about what counts, and when.

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "mandates/codec.h"
#include "tests/simulation/spoilt_ledger.h"

namespace tollpass::simulation {
namespace {

/// `limits` with room for `atomic` more of USDC.
std::vector<Limit> Raised(std::vector<Limit> limits, uint64_t atomic) {
  for (Limit& limit : limits) {
    const bool counts_calls =
        limit.window == WindowKind::kRate || limit.window == WindowKind::kUses;
    if (counts_calls || limit.window == WindowKind::kCall) continue;
    constexpr int kUsdcDecimals = 6;
    const Amount more = *Amount(atomic).Rescale(kUsdcDecimals, kSumDecimals);
    limit.maximum = limit.maximum.Plus(more).value_or(limit.maximum);
  }
  return limits;
}

DecidedCall WithLimits(DecidedCall decided, std::vector<Limit> limits) {
  decided.verdict.limits = std::move(limits);
  return decided;
}

/// The limits are looked at in one transaction and charged in another.
class CheckedBefore final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;

  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    inner_.reset();
    TOLLPASS_ASSIGN_OR_RETURN(inner_, around_.BeginAgain());
    constexpr uint64_t kPlenty = 1'000'000'000;
    std::vector<Limit> raised = Raised(decided.verdict.limits, kPlenty);
    for (Limit& limit : raised) {
      if (limit.window == WindowKind::kRate) limit.maximum = Amount(kPlenty);
    }
    TOLLPASS_RETURN_IF_ERROR(inner_->Charge(raised));
    return inner_->Commit(WithLimits(decided, raised), proof, states);
  }
};

/// Sums are kept in the process and not in the ledger.
using Sums = std::map<std::tuple<std::string, std::string, WindowKind>,
                      std::vector<std::pair<int64_t, Amount>>>;
class CountedOutside final : public SpoiltTransaction<Sums> {
 public:
  using SpoiltTransaction::SpoiltTransaction;

  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override {
    for (const Limit& limit : limits) {
      Amount sum = limit.amount;
      for (const auto& [bucket, amount] : memory_[KeyOf(limit)]) {
        if (bucket >= limit.from) sum = *sum.Plus(amount);
      }
      if (limit.maximum < sum) return limit;
    }
    return std::nullopt;
  }
  absl::Status Charge(const std::vector<Limit>&) override { return inner_->Charge({}); }
  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    TOLLPASS_ASSIGN_OR_RETURN(OpenCharge charge,
                              inner_->Commit(WithLimits(decided, {}), proof, states));
    for (const Limit& limit : decided.verdict.limits) {
      if (limit.window == WindowKind::kCall) continue;
      memory_[KeyOf(limit)].emplace_back(limit.bucket, limit.amount);
    }
    return charge;
  }

 private:
  static std::tuple<std::string, std::string, WindowKind> KeyOf(const Limit& limit) {
    return {limit.counter, limit.unit, limit.window};
  }
};

/// A payment counts in the window in which it was asked for.
class CountedWhenAsked final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  [[nodiscard]] int64_t now() const override { return around_.called_at_ms / 1000; }
};

/// Room for two payments is asked for where one is made.
class FullTooEarly final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;

  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override {
    std::vector<Limit> doubled = limits;
    for (Limit& limit : doubled) {
      if (limit.window != WindowKind::kCall) limit.amount = *limit.amount.Plus(limit.amount);
    }
    return inner_->FirstFull(doubled);
  }
};

/// Some of what was charged does not count any more.
class Discounted : public SpoiltTransaction<uint64_t> {
 public:
  using SpoiltTransaction::SpoiltTransaction;

  absl::StatusOr<std::optional<Limit>> FirstFull(const std::vector<Limit>& limits) override {
    return inner_->FirstFull(Raised(limits, memory_));
  }
  absl::Status Charge(const std::vector<Limit>& limits) override {
    return inner_->Charge(Raised(limits, memory_));
  }
  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    return inner_->Commit(WithLimits(decided, Raised(decided.verdict.limits, memory_)), proof,
                          states);
  }
};

class ReceiptsCount final : public SpoiltLedger<Discounted> {
 public:
  using SpoiltLedger::SpoiltLedger;
  absl::Status Settle(const Conclusion& conclusion) override {
    const auto charge = inner_->Find(conclusion.charge_id);
    const std::optional<Amount> told = conclusion.receipt && conclusion.receipt->success
                                           ? Amount::FromAtomic(conclusion.receipt->amount)
                                           : std::nullopt;
    if (charge.ok() && told && *told < charge->first.charge) {
      memory_ += std::stoull(charge->first.charge.Minus(*told)->ToAtomic());
    }
    return inner_->Settle(conclusion);
  }
};

class CancelsCount final : public SpoiltLedger<Discounted> {
 public:
  using SpoiltLedger::SpoiltLedger;
  absl::Status Settle(const Conclusion& conclusion) override {
    const auto charge = inner_->Find(conclusion.charge_id);
    if (charge.ok() && conclusion.money == MoneyState::kUnknown &&
        conclusion.call == CallState::kOpen) {
      memory_ += std::stoull(charge->first.charge.ToAtomic());
    }
    return inner_->Settle(conclusion);
  }
};

/// What a server refused is given back once its proof has expired.
struct Refused {
  std::vector<std::string> charges;
};
class WithRefused final : public SpoiltTransaction<Refused> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
};
class RefusalsGiveBack final : public SpoiltLedger<WithRefused> {
 public:
  using SpoiltLedger::SpoiltLedger;

  absl::Status Settle(const Conclusion& conclusion) override {
    if (conclusion.money == MoneyState::kRefused) {
      memory_.charges.push_back(conclusion.charge_id);
    }
    return inner_->Settle(conclusion);
  }
  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override {
    for (const std::string& charge : memory_.charges) GiveBack(charge);
    return SpoiltLedger::Begin(call, called_at_ms, repeat_before_ms);
  }

 private:
  void GiveBack(const std::string& charge) {
    const auto found = inner_->Find(charge);
    if (!found.ok()) return;
    Order order;
    order.kind = OrderKind::kReconcile;
    order.ledger_id = inner_->id();
    order.subject = charge;
    order.binding = kNotSettledWord;
    order.ceiling = found->first.charge;
    order.issued_at = tools_.machine.clock().UnixMillis() / 1000;
    order.nonce = RandomId(process_.random(), "", 32);
    inner_->Resolve(order, tools_.machine.home().Sign(OrderBytes(order))).IgnoreError();
  }
};

}  // namespace

std::vector<Mutant> BudgetMutants() {
  return {
      {"check_before_transaction", "limits are looked at before the transaction that charges",
       SpoiltLedger<CheckedBefore>::Make, Elsewhere::kNowhere,
       Of({Fault::kManyProcesses, Fault::kInterleaving, Fault::kAtOnce, Fault::kParallel})},
      {"counter_outside_transaction", "sums are kept in the process and not with the charge",
       SpoiltLedger<CountedOutside>::Make},
      {"window_of_the_request", "a payment counts when it was asked for, not when it was signed",
       SpoiltLedger<CountedWhenAsked>::Make, Elsewhere::kNowhere, Of({Fault::kLate})},
      {"full_too_early", "a limit is taken for full while there is room",
       SpoiltLedger<FullTooEarly>::Make},
      {"settle_to_the_receipt", "what a receipt says is what counts",
       [](auto inner, Process& process, Tools& tools) -> std::unique_ptr<Ledger> {
         return std::make_unique<ReceiptsCount>(std::move(inner), process, tools);
       }},
      {"cancel_gives_back", "a call that ended without an answer does not count",
       [](auto inner, Process& process, Tools& tools) -> std::unique_ptr<Ledger> {
         return std::make_unique<CancelsCount>(std::move(inner), process, tools);
       }},
      {"refusal_and_expiry_give_back", "what was refused and has expired does not count",
       [](auto inner, Process& process, Tools& tools) -> std::unique_ptr<Ledger> {
         return std::make_unique<RefusalsGiveBack>(std::move(inner), process, tools);
       }},
  };
}

}  // namespace tollpass::simulation
