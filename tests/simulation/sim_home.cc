#include "tests/simulation/sim_home.h"

#include <cstdio>
#include <cstdlib>

#include "core/os/file.h"
#include "mandates/ledger.h"
#include "mandates/ledger_reader.h"
#include "tests/simulation/sim_clock.h"
#include "tests/wallet/known_keys.h"

namespace tollpass::simulation {
namespace {

std::string ReadAll(const std::string& path) {
  constexpr size_t kMostBytes = 1024 * 1024;
  return os::ReadFile(path, kMostBytes).value_or("");
}

void Demand(const absl::Status& status) {
  if (status.ok()) return;
  std::fprintf(stderr, "simulation: %s\n", std::string(status.message()).c_str());
  std::abort();
}

}  // namespace

SimHome::SimHome() : home_{folder_.path(), folder_.path() + "/state"} {
  folder_.Put("keys/eip155.testnet.key",
              "tollpass-key 1 secp256k1 eip155 testnet hot\n" + std::string(kSecret0) + "\n");
  folder_.Put("keys/approval.key",
              "tollpass-key 1 ed25519 approval testnet hot\n" + std::string(kSecret1) + "\n");
  const auto approval = ApprovalKey::Open(home_.KeysPath());
  Demand(approval.status());
  const SimClock clock;
  SimRandom random(1);
  Demand(Ledger::Create(home_, approval->public_key(), clock, random));
  ledger_id_ = LedgerReader::Open(home_).value()->ledger_id();
  first_image_ = ReadAll(home_.LedgerPath());
}

std::string SimHome::Sign(const std::string& bytes) const {
  return ApprovalKey::Open(home_.KeysPath())->Sign(bytes);
}

void SimHome::WritePolicy(const std::string& text) const { folder_.Put("policy.toml", text); }

std::string SimHome::Mirror() const { return ReadAll(home_.MirrorPath(ledger_id_)); }

void SimHome::SetMirror(const std::string& bytes) const {
  if (bytes.empty()) {
    std::remove(home_.MirrorPath(ledger_id_).c_str());
    return;
  }
  folder_.Put("state/" + ledger_id_, bytes);
}

}  // namespace tollpass::simulation
