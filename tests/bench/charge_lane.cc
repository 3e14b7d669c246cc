#include "tests/bench/charge_lane.h"

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <utility>

#include "core/clock.h"
#include "core/random.h"
#include "mandates/ledger.h"
#include "tests/bench/sized_ledger.h"

namespace tollpass::bench {
namespace {

class ChargeLane final : public Lane {
 public:
  ChargeLane(int64_t payments, std::string folder, bool keeps) : keeps_(keeps) {
    std::filesystem::create_directories(folder);
    home_ = {.path = folder, .state_path = folder + "/state"};
    const absl::Status grown = GrowLedger(home_, payments, clock_, random_);
    absl::StatusOr<std::unique_ptr<Ledger>> ledger = Ledger::Open(home_, clock_, random_);
    if (!grown.ok() || !ledger.ok()) std::abort();
    ledger_ = *std::move(ledger);
  }
  ~ChargeLane() override {
    ledger_.reset();
    if (!keeps_) std::filesystem::remove_all(home_.path);
  }
  ChargeLane(const ChargeLane&) = delete;
  ChargeLane& operator=(const ChargeLane&) = delete;

  int64_t Once() override {
    const int64_t now = clock_.UnixMillis() / 1000;
    const int64_t number = clock_.SteadyMillis() * 1'000'000 + ++paid_;
    const DecidedCall decided = UsualPayment(number, now);
    const Proof proof = UsualProof(number, now);
    const int64_t begin = NowNs();
    auto transaction = ledger_->Begin(decided.call, now * 1000, now * 1000 - 60'000);
    if (!transaction.ok() || !(*transaction)->Charge(decided.verdict.limits).ok() ||
        !(*transaction)->Commit(decided, proof, {}).ok()) {
      std::abort();
    }
    return NowNs() - begin;
  }

 private:
  SystemClock clock_;
  SystemRandom random_;
  Home home_;
  const bool keeps_;
  std::unique_ptr<Ledger> ledger_;
  int64_t paid_ = 0;
};

}  // namespace

std::unique_ptr<Lane> MakeChargeLane(const std::vector<std::string>& words,
                                     const std::string& folder) {
  const int64_t payments = std::atoll(words.at(0).c_str());
  if (words.size() > 1) return std::make_unique<ChargeLane>(payments, words[1], true);
  const std::string made = folder + "/charged-" + words[0];
  std::filesystem::remove_all(made);
  return std::make_unique<ChargeLane>(payments, made, false);
}

}  // namespace tollpass::bench
