#include "wallet/kernel/local_kernel.h"

#include <deque>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "core/os/spare_descriptors.h"
#include "core/status.h"
#include "mandates/file_access.h"
#include "mandates/ledger.h"
#include "mandates/left_unanswered.h"
#include "wallet/kernel/authorize.h"
#include "wallet/kernel/chain_facts.h"
#include "wallet/kernel/conclude.h"
#include "wallet/kernel/policy_file.h"
#include "wallet/kernel/refusal.h"
#include "wallet/kernel/wallet.h"

namespace tollpass {
namespace {

/// Whether a report that failed so can still be recorded: the ledger could not be used this time.
bool MayWorkLater(const absl::Status& status) {
  return absl::IsUnavailable(status) || absl::IsFailedPrecondition(status);
}

class LocalKernel final : public Kernel {
 public:
  LocalKernel(const Home& home, const Clock& clock, Random& random, LedgerOpener open_ledger,
              std::string mandate, std::shared_ptr<ChainSource> host_chain)
      : home_(home),
        clock_(clock),
        random_(random),
        open_ledger_(std::move(open_ledger)),
        mandate_(std::move(mandate)),
        budget_(std::move(host_chain)),
        policy_(home.PolicyPath()),
        wallet_(home.KeysPath()) {}

  Decision Authorize(const AuthorizeRequest& request) override;
  absl::Status Conclude(const Report& report) override;
  absl::Status Resolve(const Order& order, std::string_view signature) override;

 private:
  /// The ledger, opened when first needed and tried again after a failure.
  absl::StatusOr<Ledger*> OpenLedger();
  /// As OpenLedger; also lets the calls of dead processes go, and records what could not be.
  absl::StatusOr<Ledger*> OpenRecoveredLedger();
  /// Records the reports that the ledger did not take. MayWorkLater: it still does not.
  absl::Status RecordAgain(Ledger& ledger);
  absl::Status Record(const Report& report);
  /// The file may have been replaced under us: the next call opens what is there then.
  void OpenAnew();
  /// An earlier proof for an equal call left and was never answered, as MayHaveLeft says.
  bool LeftBefore(const Call& call);
  /// Servers whose word about `what` the policy trusts; none while it cannot be read.
  std::vector<std::string> TrustedWith(std::string_view what);

  const Home home_;
  const Clock& clock_;
  Random& random_;
  const LedgerOpener open_ledger_;
  const std::string mandate_;  // to which it is bound; or empty
  std::mutex mutex_;           // over everything below: one database connection, one policy
  BudgetSearch budget_;
  PolicyFile policy_;
  Wallet wallet_;
  std::unique_ptr<Ledger> ledger_;
  os::SpareDescriptors for_reading_{3};  // the ledger's file and the two of SQLite beside it
  std::deque<Report> unrecorded_;
};

absl::StatusOr<Ledger*> LocalKernel::OpenLedger() {
  if (ledger_ == nullptr) {
    TOLLPASS_ASSIGN_OR_RETURN(ledger_, open_ledger_());
  }
  return ledger_.get();
}

absl::StatusOr<Ledger*> LocalKernel::OpenRecoveredLedger() {
  // Opening a database may replace files beside it that others wrote; an open one looks by itself.
  const absl::Status access = ledger_ == nullptr ? CheckAccess(home_) : absl::OkStatus();
  TOLLPASS_ASSIGN_OR_RETURN(Ledger * ledger, OpenLedger());
  TOLLPASS_RETURN_IF_ERROR(access);
  // Every time: a process may have died since, and its host may repeat the call here.
  TOLLPASS_RETURN_IF_ERROR(ledger->Recover().status());
  // What is not recorded might make a call a repeat, on whatever connection it comes.
  TOLLPASS_RETURN_IF_ERROR(RecordAgain(*ledger));
  if (const std::vector<std::string> trusted = TrustedWith(kTrustRefusals); !trusted.empty()) {
    // What cannot be given back now counts on, and is tried again by the next call.
    static_cast<void>(ledger->ReleaseRefused(trusted));
  }
  return ledger;
}

std::vector<std::string> LocalKernel::TrustedWith(std::string_view what) {
  const absl::StatusOr<const Policy*> policy = policy_.Glance();
  return policy.ok() ? (*policy)->TrustedWith(what) : std::vector<std::string>();
}

absl::Status LocalKernel::RecordAgain(Ledger& ledger) {
  while (!unrecorded_.empty()) {
    absl::Status status =
        ConcludeCall(unrecorded_.front(), wallet_, TrustedWith(kTrustReceipts), ledger);
    if (MayWorkLater(status)) return status;
    unrecorded_.pop_front();
  }
  return absl::OkStatus();
}

absl::Status LocalKernel::Record(const Report& report) {
  TOLLPASS_ASSIGN_OR_RETURN(Ledger * ledger, OpenLedger());
  TOLLPASS_RETURN_IF_ERROR(RecordAgain(*ledger));
  return ConcludeCall(report, wallet_, TrustedWith(kTrustReceipts), *ledger);
}

void LocalKernel::OpenAnew() {
  // Opened anew, the log of a damaged ledger could hide the damage again.
  if (ledger_ != nullptr && !ledger_->closed()) ledger_.reset();
}

bool LocalKernel::LeftBefore(const Call& call) {
  // Without recovery a live row may be that of a dead process, also one of a later time: the clock
  // may have been set back since.
  constexpr int64_t kEver = std::numeric_limits<int64_t>::max();
  if (ledger_ != nullptr) return MayHaveLeft(ledger_->WasLeftUnanswered(call, kEver));
  for_reading_.Lend();
  const absl::StatusOr<bool> left = ReadLeftUnanswered(home_, call, kEver);
  for_reading_.Keep();
  return MayHaveLeft(left);
}

Decision LocalKernel::Authorize(const AuthorizeRequest& request) {
  const std::lock_guard<std::mutex> lock(mutex_);
  absl::StatusOr<Ledger*> ledger = OpenRecoveredLedger();
  if (!ledger.ok()) {
    Decision denied = LedgerFailed(ledger.status());
    denied.left_before = LeftBefore(request.call);
    if (denied.reason == Reason::kLedgerBroken) OpenAnew();
    return denied;
  }
  const auto find_budget = [&](std::string_view network, const Policy& policy) {
    budget_.Search(network, policy, wallet_, **ledger, clock_.UnixMillis(), clock_.SteadyMillis());
  };
  Decision decision = Authorizer(policy_, wallet_, random_, mandate_, find_budget)
                          .Authorize(request, **ledger, clock_.UnixMillis());
  if (decision.reason == Reason::kLedgerUnavailable || decision.reason == Reason::kLedgerBroken) {
    OpenAnew();
  }
  return decision;
}

absl::Status LocalKernel::Conclude(const Report& report) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const absl::Status status = Record(report);
  if (!MayWorkLater(status)) return status;
  std::erase_if(unrecorded_, [&report](const Report& known) {
    return known.charge_id == report.charge_id && known.generation == report.generation;
  });
  unrecorded_.push_back(report);
  return absl::UnavailableError(status.message());
}

absl::Status LocalKernel::Resolve(const Order& order, std::string_view signature) {
  const std::lock_guard<std::mutex> lock(mutex_);
  TOLLPASS_ASSIGN_OR_RETURN(Ledger * ledger, OpenLedger());
  return ledger->Resolve(order, signature);
}

}  // namespace

std::unique_ptr<Kernel> MakeLocalKernel(const Home& home, const Clock& clock, Random& random,
                                        std::shared_ptr<ChainSource> host_chain) {
  return MakeLocalKernel(
      home, clock, random, [=, &clock, &random] { return Ledger::Open(home, clock, random); },
      std::move(host_chain));
}

std::unique_ptr<Kernel> MakeBoundKernel(const Home& home, const Clock& clock, Random& random,
                                        std::string mandate) {
  return std::make_unique<LocalKernel>(
      home, clock, random, [=, &clock, &random] { return Ledger::Open(home, clock, random); },
      std::move(mandate), nullptr);
}

std::unique_ptr<Kernel> MakeLocalKernel(const Home& home, const Clock& clock, Random& random,
                                        LedgerOpener open_ledger,
                                        std::shared_ptr<ChainSource> host_chain) {
  return std::make_unique<LocalKernel>(home, clock, random, std::move(open_ledger), "",
                                       std::move(host_chain));
}

}  // namespace tollpass
