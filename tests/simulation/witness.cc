#include "tests/simulation/witness.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_format.h"

namespace tollpass::simulation {
namespace {}  // namespace

std::string PayloadText(std::string_view json) {
  return nlohmann::json::parse(json, nullptr, false).dump();
}

std::string CallText(std::string_view server_id, std::string_view tool,
                     std::string_view arguments) {
  return absl::StrFormat("%s %s %s", server_id, tool, arguments);
}

void Witness::Break(std::string what) {
  if (broken_.empty()) broken_ = std::move(what);
}

LedgerReader* Witness::Reader() {
  if (reader_ == nullptr) {
    absl::StatusOr<std::unique_ptr<LedgerReader>> opened =
        LedgerReader::Open(machine_.home().home());
    if (opened.ok()) reader_ = *std::move(opened);
  }
  return reader_.get();
}

Standing Witness::Now() const {
  Standing now = standing_;
  now.rules = rules_.size() - 1;
  return now;
}

Payment* Witness::Find(const std::string& charge) {
  const auto found = std::find_if(payments_.begin(), payments_.end(),
                                  [&](const Payment& one) { return one.charge == charge; });
  return found == payments_.end() ? nullptr : &*found;
}

void Witness::GivenBack(const std::string& charge) {
  if (Payment* payment = Find(charge)) payment->given_back = true;
}

void Witness::Concluding(const Process& process, const Report& report) {
  Payment* payment = Find(report.charge_id);
  if (payment == nullptr || payment->holder != process.pid()) return;
  payment->holder = 0;
  concluded_[report.charge_id] = {process.pid(), report.generation,
                                  report.outcome == Report::Outcome::kDelivered && report.answered};
}

void Witness::ProcessGone(int pid) {
  for (Payment& payment : payments_) {
    if (payment.holder == pid) payment.holder = 0;
  }
  // What it committed before it died is known now.
  if (LedgerReader* reader = Reader()) {
    constexpr int64_t kNewest = 8;
    const auto rows = reader->Log(0, kNewest);
    if (!rows.ok()) return;
    for (const LogRow& row : *rows) {
      if (row.money) known_.insert(row.id);
    }
  }
}

Payment& Witness::Register(const std::string& server, const AuthorizeRequest& request,
                           const Decision& decision, const Standing& before) {
  Payment payment;
  payment.charge = decision.charge_id;
  payment.call = CallText(request.call.server_id, request.call.tool, request.call.arguments);
  payment.server = server + ":" + request.call.server_id;
  payment.proof = decision.proof;
  payment.payload = PayloadText(decision.proof.payload);
  payment.signed_at = signing_at_;
  const auto value = nlohmann::json::parse(decision.proof.payload, nullptr, false);
  payment.amount = std::stoull(value["authorization"]["value"].get<std::string>());
  payment.rules.assign(rules_.begin() + static_cast<std::ptrdiff_t>(before.rules), rules_.end());
  payments_.push_back(std::move(payment));
  return payments_.back();
}

void Witness::Decided(const Process& process, const std::string& server,
                      const AuthorizeRequest& request, const Decision& decision,
                      const Standing& before) {
  CheckOwners();
  const bool pays = decision.kind == DecisionKind::kPay;
  if (!pays && decision.kind != DecisionKind::kRepeat) {
    CheckUntold();
    CheckDenial(server, request, decision, before);
    return;
  }
  if (before.paused && standing_.paused) Break("a proof was given out while payments were paused");
  Payment* payment = Find(decision.charge_id);
  if (payment != nullptr && (pays || decision.proof != payment->proof)) {
    Break(absl::StrFormat("charge %s got a second proof", decision.charge_id));
    return;
  }
  const bool is_new = payment == nullptr;
  // One that a process charged which then died: whatever held then.
  if (is_new) payment = &Register(server, request, decision, pays ? before : Standing{});
  known_.insert(payment->charge);
  CheckHolder(process, request, *payment);
  LedgerReader* reader = Reader();
  if (reader == nullptr) return;  // LookBack sees to it
  const absl::StatusOr<LogRow> row = reader->Show(payment->charge);
  if (absl::IsNotFound(row.status()) || (row.ok() && !row->money)) {
    Break(absl::StrFormat("a proof left for %s and the ledger has no such row", payment->charge));
  }
  if (!row.ok()) return;
  if (!pays && is_new) payment->signed_at = row->time;  // by a process that died
  if (is_new) {
    if (pays) CheckLimits(*payment);
    CheckPermission(*payment, *row, pays ? before : Standing{}, request.call);
  }
}

void Witness::CheckHolder(const Process& process, const AuthorizeRequest& request,
                          Payment& payment) {
  constexpr int64_t kHostTimeoutMs = 60'000;
  const bool clock_is_right = !faults_.test(static_cast<size_t>(Fault::kClock));
  if (payment.holder != 0 && payment.holder != process.pid() && clock_is_right &&
      request.called_at_ms - payment.called_at_ms < kHostTimeoutMs) {
    Break(absl::StrFormat("charge %s is served by two living processes, %d and %d", payment.charge,
                          payment.holder, process.pid()));
  }
  payment.holder = process.pid();
  concluded_.erase(payment.charge);
  payment.called_at_ms = request.called_at_ms;
}

void Witness::CheckPermission(Payment& payment, const LogRow& row, const Standing& before,
                              const Call& call) {
  const auto names = [&](const Rules& rules) { return rules.Names(call.server_id); };
  if (std::none_of(payment.rules.begin(), payment.rules.end(), names)) {
    Break(absl::StrFormat("charge %s is for a server that no rules name", payment.charge));
  }
  if (!row.approval.empty()) {
    CheckApproval(row, call);
    return;
  }
  const auto mandate = mandates_.find(row.mandate);
  if (mandate == mandates_.end()) {
    Break(absl::StrFormat("charge %s has no permission", payment.charge));
    return;
  }
  if (row.tool == "deep" && payment.server.starts_with(kShop)) {
    Break("a tool that always asks was paid without an approval");
  }
  if (mandate->second.server_id != call.server_id) {
    Break(absl::StrFormat("mandate %s is for another server", row.mandate));
  }
  if (before.revoked.count(row.mandate) > 0) {
    Break(absl::StrFormat("mandate %s was revoked before", row.mandate));
  }
  payment.mandate = row.mandate;
  const auto uses = std::count_if(payments_.begin(), payments_.end(), [&](const Payment& one) {
    return one.mandate == row.mandate && !one.given_back;
  });
  if (uses > mandate->second.uses) {
    Break(absl::StrFormat("mandate %s was used too often", row.mandate));
  }
}

void Witness::CheckApproval(const LogRow& row, const Call& call) {
  const auto found = approvals_.find(row.approval);
  if (found == approvals_.end()) {
    Break("nobody gave approval " + row.approval);
    return;
  }
  if (!used_approvals_.insert(row.approval).second) {
    Break("approval " + row.approval + " paid twice");
  }
  const Approval& asked = found->second;
  if (asked.call_key != CallKey(call) || asked.payee != row.payee || asked.payer != row.payer ||
      asked.network != row.network || asked.ceiling < row.amount) {
    Break("approval " + row.approval + " paid what it was not given for");
  }
}

void Witness::CheckOwners() {
  LedgerReader* reader = Reader();
  if (reader == nullptr) return;
  for (const Payment& payment : payments_) {
    if (payment.holder == 0 || !machine_.Lives(payment.holder)) continue;
    const absl::StatusOr<LogRow> row = reader->Show(payment.charge);
    if (!row.ok() || row->call == CallState::kLive) continue;
    Break(absl::StrFormat("charge %s was taken from process %d, which lives", payment.charge,
                          payment.holder));
  }
}

void Witness::ProcessEnded(int pid) {
  LedgerReader* reader = Reader();
  if (reader == nullptr) return;
  for (const auto& [charge, concluded] : concluded_) {
    if (concluded.pid != pid) continue;
    const absl::StatusOr<LogRow> row = reader->Show(charge);
    if (!row.ok() || !row->call) continue;
    const bool recorded =
        concluded.answered ? row->call == CallState::kAnswered : row->call != CallState::kLive;
    if (!recorded) Break(absl::StrFormat("what became of charge %s is not recorded", charge));
  }
}

void Witness::CheckUntold() {
  // A write that failed may be found again by whoever recovers the log: counted, never sent.
  const bool disk_fails = faults_.test(static_cast<size_t>(Fault::kDiskError)) ||
                          faults_.test(static_cast<size_t>(Fault::kDiskFull));
  LedgerReader* reader = Reader();
  if (disk_fails || reader == nullptr || machine_.SomebodyIsBusy()) return;
  const auto rows = reader->Log(0, 4);
  if (!rows.ok()) return;
  for (const LogRow& row : *rows) {
    if (row.money && known_.count(row.id) == 0) {
      Break(absl::StrFormat("charge %s counts, and whoever asked was told that it was not made",
                            row.id));
    }
  }
}

void Witness::LeftOnTheWire(std::string_view line) {
  const nlohmann::json message = nlohmann::json::parse(line, nullptr, false);
  const nlohmann::json::json_pointer payload("/params/_meta/x402~1payment/payload");
  if (message.is_object() && message.contains(payload)) left_.insert(message[payload].dump());
}

}  // namespace tollpass::simulation
