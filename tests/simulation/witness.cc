#include "tests/simulation/witness.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "absl/strings/str_format.h"
#include "tests/simulation/shop.h"

namespace tollpass::simulation {
namespace {

/// What only payment messages hold, beside the canaries.
constexpr std::array<std::string_view, 4> kHidden = {kCanary, "0x209693", "eip155", "x402"};

}  // namespace

std::string PayloadText(std::string_view json) {
  return nlohmann::json::parse(json, nullptr, false).dump();
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

void Witness::HostSaw(std::string_view line) {
  for (const std::string_view hidden : kHidden) {
    if (line.find(hidden) == std::string_view::npos) continue;
    Break(absl::StrFormat("the host saw '%s': %s", hidden, line));
  }
}

void Witness::GivenBack(const std::string& charge) {
  if (Payment* payment = Find(charge)) payment->given_back = true;
}

void Witness::Concluding(const Process& process, const std::string& charge) {
  Payment* payment = Find(charge);
  if (payment != nullptr && payment->holder == process.pid()) payment->holder = 0;
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
  payment.call = server + " " + request.call.tool + " " + request.call.arguments;
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
  const bool pays = decision.kind == DecisionKind::kPay;
  if (!pays && decision.kind != DecisionKind::kRepeat) {
    CheckUntold();
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
    CheckPermission(*payment, *row, pays ? before : Standing{}, request.call.server_id);
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
  payment.called_at_ms = request.called_at_ms;
}

void Witness::CheckPermission(const Payment& payment, const LogRow& row, const Standing& before,
                              const std::string& server_id) {
  if (!row.approval.empty()) {
    if (approvals_.count(row.approval) == 0) Break("nobody gave approval " + row.approval);
    if (!used_approvals_.insert(row.approval).second) {
      Break("approval " + row.approval + " paid twice");
    }
    return;
  }
  const auto mandate = mandates_.find(row.mandate);
  if (mandate == mandates_.end()) {
    Break(absl::StrFormat("charge %s has no permission", payment.charge));
    return;
  }
  if (row.tool == "deep" && payment.server.starts_with("shop")) {
    Break("a tool that always asks was paid without an approval");
  }
  if (mandate->second.server_id != server_id) {
    Break(absl::StrFormat("mandate %s is for another server", row.mandate));
  }
  if (before.revoked.count(row.mandate) > 0) {
    Break(absl::StrFormat("mandate %s was revoked before", row.mandate));
  }
  if (++uses_[row.mandate] > mandate->second.uses) {
    Break(absl::StrFormat("mandate %s was used too often", row.mandate));
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
