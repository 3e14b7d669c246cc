// Mistakes about who permitted what.

#include <algorithm>
#include <vector>

#include "tests/simulation/spoilt_ledger.h"

namespace tollpass::simulation {
namespace {

/// Sees other facts than those of the ledger, which is not told whose permission is used then.
template <typename Remembered>
class OtherFacts : public SpoiltTransaction<Remembered> {
 public:
  OtherFacts(std::unique_ptr<LedgerTransaction> inner, Remembered& memory, Around around)
      : SpoiltTransaction<Remembered>(std::move(inner), memory, std::move(around)),
        facts_(this->inner_->facts()) {}

  [[nodiscard]] const Facts& facts() const override { return facts_; }
  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    DecidedCall told = decided;
    const Facts& real = this->inner_->facts();
    const auto has = [](const auto& list, const std::string& id) {
      return std::any_of(list.begin(), list.end(), [&](const auto& one) { return one.id == id; });
    };
    if (!has(real.mandates, told.verdict.mandate)) told.verdict.mandate.clear();
    if (!has(real.approvals, told.verdict.approval)) told.verdict.approval.clear();
    return this->inner_->Commit(told, proof, states);
  }

 protected:
  Facts facts_;
};

class ByName final : public OtherFacts<Nothing> {
 public:
  ByName(std::unique_ptr<LedgerTransaction> inner, Nothing& memory, Around around)
      : OtherFacts(std::move(inner), memory, std::move(around)) {
    if (!IsShop(around_.call.server_id)) return;
    for (const auto& [id, mandate] : around_.tools.witness.mandates()) {
      if (mandate.server_name != kShop || mandate.server_id == around_.call.server_id) continue;
      facts_.mandates.push_back(mandate);
      facts_.mandates.back().server_id = around_.call.server_id;
    }
  }

 private:
  static bool IsShop(const std::string& server_id) {
    const std::vector<std::string>& programs = ShopPrograms();
    return std::any_of(programs.begin(), programs.end(), [&](const std::string& program) {
      return IdentityOf(program) == server_id;
    });
  }
};

class RevokedHolds final : public OtherFacts<Nothing> {
 public:
  RevokedHolds(std::unique_ptr<LedgerTransaction> inner, Nothing& memory, Around around)
      : OtherFacts(std::move(inner), memory, std::move(around)) {
    facts_.mandates.insert(facts_.mandates.end(), facts_.revoked.begin(), facts_.revoked.end());
  }
};

class ApprovedForEver final : public OtherFacts<std::vector<Approval>> {
 public:
  ApprovedForEver(std::unique_ptr<LedgerTransaction> inner, std::vector<Approval>& memory,
                  Around around)
      : OtherFacts(std::move(inner), memory, std::move(around)) {
    memory_.insert(memory_.end(), facts_.approvals.begin(), facts_.approvals.end());
    facts_.approvals.insert(facts_.approvals.end(), memory_.begin(), memory_.end());
  }
};

class NeverPaused final : public OtherFacts<Nothing> {
 public:
  NeverPaused(std::unique_ptr<LedgerTransaction> inner, Nothing& memory, Around around)
      : OtherFacts(std::move(inner), memory, std::move(around)) {
    facts_.paused = false;
  }
};

}  // namespace

std::vector<Mutant> AuthorityMutants() {
  return {
      {"mandate_by_name", "a mandate holds for whatever server has its name",
       SpoiltLedger<ByName>::Make},
      {"revoked_mandate_used", "a mandate holds after it was revoked",
       SpoiltLedger<RevokedHolds>::Make},
      {"approval_reused", "an approval pays more than once", SpoiltLedger<ApprovedForEver>::Make,
       Elsewhere::kNowhere, Of({Fault::kAsk})},
      {"repeat_while_paused", "a pause does not stop repeats", SpoiltLedger<NeverPaused>::Make,
       Elsewhere::kNowhere, Of({Fault::kPause, Fault::kCancel, Fault::kLost, Fault::kLate})},
  };
}

}  // namespace tollpass::simulation
