#ifndef TOLLPASS_TESTS_SIMULATION_WITNESS_H_
#define TOLLPASS_TESTS_SIMULATION_WITNESS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mandates/ledger_reader.h"
#include "tests/simulation/chain.h"
#include "tests/simulation/faults.h"
#include "tests/simulation/machine.h"
#include "tests/simulation/rules.h"
#include "wallet/kernel/kernel.h"

namespace tollpass::simulation {

/// A proof that left a kernel, and what it was for.
struct Payment {
  std::string charge;
  std::string call;    // CallText
  std::string server;  // section and identity
  std::string payload;
  std::string mandate;  // empty: an approval
  Proof proof;
  int64_t signed_at = 0;  // unix seconds, as the ledger told when it was charged
  uint64_t amount = 0;
  std::vector<Rules> rules;  // one of which held when it was signed
  bool settled = false;
  bool given_back = false;   // by the user
  int holder = 0;            // process that serves the call; 0: nobody
  int64_t called_at_ms = 0;  // unix time of its request
  int64_t generation = 0;    // of the newest proof
};

/// What a process had to report of a charge.
struct Concluded {
  int pid = 0;
  int64_t generation = 0;
  bool answered = false;
};

/// What the user has done for sure, at the moment when a kernel is asked.
struct Standing {
  bool paused = false;
  std::set<std::string> revoked;  // mandates
  size_t rules = 0;               // place of the policy in force
};

/// Sees everything that happens and says which promise was broken first.
class Witness {
 public:
  Witness(Machine& machine, const Chain& chain, const Faults& faults, Rules rules)
      : machine_(machine), chain_(chain), faults_(faults), rules_{std::move(rules)} {}

  /// Empty: nothing was broken so far.
  [[nodiscard]] const std::string& broken() const { return broken_; }
  void Break(std::string what);

  // Of the host.
  void CallMade(const std::string& call) { ++calls_[call]; }
  /// `call`: CallText of the request that it answers; empty: of none that waits.
  void HostSaw(std::string_view line, const std::string& call);

  // Of the user.
  void PolicyEdited(const Rules& rules) { rules_.push_back(rules); }
  void Paused() { standing_.paused = true; }
  void MayBeResumed() { standing_.paused = false; }
  void MandateSigned(const MandateTerms& mandate) { mandates_[mandate.id] = mandate; }
  void Revoked(const std::string& mandate) { standing_.revoked.insert(mandate); }
  /// `question` with the ceiling that was granted.
  void Approved(const Approval& question) { approvals_[question.id] = question; }
  void GivenBack(const std::string& charge);

  // Of kernels.
  [[nodiscard]] Standing Now() const;
  void Signing(int64_t now) { signing_at_ = now; }
  void Decided(const Process& process, const std::string& server, const AuthorizeRequest& request,
               const Decision& decision, const Standing& before);
  void Concluding(const Process& process, const Report& report);
  void ProcessGone(int pid);
  /// It came to its end in good order: all that it had to report is recorded.
  void ProcessEnded(int pid);

  // Of the wire and the chain.
  void LeftOnTheWire(std::string_view line);
  void Left(const std::string& payload) { left_.insert(payload); }
  void Settled(const Transfer& transfer);

  /// The chain of rows and every table.
  void CheckLedger();
  /// All that is only known in the end.
  void LookBack();

  /// The ledger as somebody sees it who only looks; nullptr while it cannot be read.
  LedgerReader* Reader();
  void CloseReader() { reader_.reset(); }
  [[nodiscard]] const std::vector<Payment>& payments() const { return payments_; }
  [[nodiscard]] const std::map<std::string, MandateTerms>& mandates() const { return mandates_; }
  [[nodiscard]] uint64_t settlements() const { return settled_count_; }

 private:
  Payment* Find(const std::string& charge);
  Payment& Register(const std::string& server, const AuthorizeRequest& request,
                    const Decision& decision, const Standing& before);
  void CheckPermission(Payment& payment, const LogRow& row, const Standing& before,
                       const Call& call);
  void CheckApproval(const LogRow& row, const Call& call);
  void CheckOwners();
  void CheckNothingPaid(const std::string& call);
  void CheckDenial(const std::string& server, const AuthorizeRequest& request,
                   const Decision& decision, const Standing& before);
  void CheckHolder(const Process& process, const AuthorizeRequest& request, Payment& payment);
  void CheckLimits(const Payment& payment);
  void CheckUntold();
  void CheckRows(Ledger& ledger);
  [[nodiscard]] std::string LimitBrokenBy(const Payment& payment, bool only_settled) const;

  Machine& machine_;
  const Chain& chain_;
  const Faults faults_;
  std::vector<Rules> rules_;
  std::string broken_;
  std::unique_ptr<LedgerReader> reader_;
  Standing standing_;
  int64_t signing_at_ = 0;
  std::vector<Payment> payments_;
  std::map<std::string, uint64_t> calls_;
  std::map<std::string, uint64_t> settlements_;  // by call
  uint64_t settled_count_ = 0;
  std::map<std::string, MandateTerms> mandates_;
  std::map<std::string, Approval> approvals_;
  std::set<std::string> used_approvals_;
  std::map<std::string, Concluded> concluded_;  // by charge
  std::set<std::string> left_;                  // payloads on the wire
  std::set<std::string> known_;                 // charge rows that are accounted for
};

/// What makes calls equal.
std::string CallText(std::string_view server_id, std::string_view tool, std::string_view arguments);

/// Canonical text of a scheme's payload.
std::string PayloadText(std::string_view json);

}  // namespace tollpass::simulation

#endif  // TOLLPASS_TESTS_SIMULATION_WITNESS_H_
