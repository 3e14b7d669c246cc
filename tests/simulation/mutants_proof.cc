// Mistakes about which proof leaves, and when.

#include <string>
#include <utility>

#include "mandates/chain.h"
#include "mandates/mirror.h"
#include "tests/simulation/spoilt_ledger.h"
#include "wallet/kernel/wallet.h"

namespace tollpass::simulation {
namespace {

class PaidUncommitted final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    absl::StatusOr<OpenCharge> charge = inner_->Commit(decided, proof, states);
    if (charge.ok()) return charge;
    return OpenCharge{RandomId(around_.process.random(), "c", 10), proof, MoneyState::kHeld, 0};
  }
};

class SentTooEarly final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    around_.tools.witness.Left(PayloadText(proof.payload));
    return inner_->Commit(decided, proof, states);
  }
};

class DoubtIsFailure final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    const Machine& machine = around_.tools.machine;
    const uint64_t before = machine.commits_in_doubt();
    absl::StatusOr<OpenCharge> charge = inner_->Commit(decided, proof, states);
    if (machine.commits_in_doubt() == before) return charge;
    return absl::UnavailableError("the commit failed");
  }
};

/// The mirror goes first: where the commit then fails, it is ahead.
class MirrorFirst final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  absl::StatusOr<OpenCharge> Commit(const DecidedCall& decided, const Proof& proof,
                                    const States& states) override {
    absl::StatusOr<OpenCharge> charge = inner_->Commit(decided, proof, states);
    if (!charge.ok()) Advance();
    return charge;
  }

 private:
  void Advance() const {
    const Home& home = around_.tools.machine.home().home();
    const auto key = ReadChainKey(home);
    if (!key.ok()) return;
    const Mirror mirror(home, around_.ledger.id(), *key);
    const auto head = mirror.Read();
    if (!head.ok() || !*head) return;
    LedgerHead next = **head;
    ++next.events;
    next.hash.assign(next.hash.size(), '\7');
    mirror.Advance(next).IgnoreError();
  }
};

/// Equal calls look different, so that nothing is a repeat.
class NothingRepeats final : public SpoiltLedger<SpoiltTransaction<int>> {
 public:
  using SpoiltLedger::SpoiltLedger;
  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call& call, int64_t called_at_ms,
                                                           int64_t repeat_before_ms) override {
    Call other = call;
    other.principal += std::to_string(++memory_);
    return inner_->Begin(other, called_at_ms, repeat_before_ms);
  }
};

class SignedAnew final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  absl::StatusOr<OpenCharge> CommitAdoption() override {
    const int64_t now = inner_->now();
    TOLLPASS_ASSIGN_OR_RETURN(OpenCharge charge, inner_->CommitAdoption());
    inner_.reset();
    TOLLPASS_ASSIGN_OR_RETURN(const auto stored, around_.ledger.Find(charge.id));
    SigningInput input;
    around_.process.random().Fill(input.one_time);
    input.now = now;
    input.max_validity = 60;
    Wallet wallet(around_.tools.machine.home().home().KeysPath());
    TOLLPASS_ASSIGN_OR_RETURN(SignedPayload fresh, wallet.Sign(stored.first, input));
    charge.proof.payload = std::move(fresh.payload);
    return charge;
  }
};

/// What is open is read in one transaction and taken in another, whoever has it by then.
class TakenBlindly final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  absl::StatusOr<OpenCharge> CommitAdoption() override {
    OpenCharge seen = *inner_->repeat();
    inner_.reset();
    TOLLPASS_ASSIGN_OR_RETURN(inner_, around_.BeginAgain());
    if (inner_->repeat()) return inner_->CommitAdoption();
    ++seen.generation;
    return seen;
  }
};

class FreshNonce final : public SpoiltTransaction<Nothing> {
 public:
  using SpoiltTransaction::SpoiltTransaction;
  [[nodiscard]] std::string reusable_one_time() const override { return ""; }
};

}  // namespace

std::vector<Mutant> ProofMutants() {
  return {
      {"sign_before_commit", "a proof is given out though its commit failed",
       SpoiltLedger<PaidUncommitted>::Make},
      {"sent_before_commit_returns", "a proof is sent before its commit returns",
       SpoiltLedger<SentTooEarly>::Make},
      {"in_doubt_is_failed", "a commit in doubt is taken for one that failed",
       SpoiltLedger<DoubtIsFailure>::Make, Elsewhere::kNowhere, Of({Fault::kCommitInDoubt})},
      {"mirror_before_commit", "the mirror is advanced before the commit",
       SpoiltLedger<MirrorFirst>::Make},
      {"new_proof_for_an_unanswered_call", "a repeat gets a proof of its own",
       [](auto inner, Process& process, Tools& tools) -> std::unique_ptr<Ledger> {
         return std::make_unique<NothingRepeats>(std::move(inner), process, tools);
       }},
      {"repeat_signed_anew", "the proof of a repeat is signed again with a fresh nonce",
       SpoiltLedger<SignedAnew>::Make},
      {"adopt_without_compare_and_set", "an open charge is taken by whoever saw it",
       SpoiltLedger<TakenBlindly>::Make, Elsewhere::kNowhere,
       Of({Fault::kManyProcesses, Fault::kInterleaving, Fault::kAtOnce, Fault::kRefusal})},
      {"fresh_nonce_for_a_replacement", "the proof that replaces a dead one can settle beside it",
       SpoiltLedger<FreshNonce>::Make, Elsewhere::kNowhere,
       Of({Fault::kAsk, Fault::kLost, Fault::kLate, Fault::kRefusal, Fault::kServerCrash})},
  };
}

}  // namespace tollpass::simulation
