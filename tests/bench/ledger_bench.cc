// What one durable charge costs in a small and in a large ledger.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "core/clock.h"
#include "core/random.h"
#include "mandates/ledger.h"
#include "tests/bench/place.h"
#include "tests/bench/sized_ledger.h"

namespace tollpass::bench {
namespace {

/// A ledger with `payments` in it: a new one, or the large one that grow_ledger made.
class Sized {
 public:
  explicit Sized(int64_t payments) {
    const char* large = std::getenv("TOLLPASS_BENCH_LARGE_LEDGER");
    const char* held = std::getenv("TOLLPASS_BENCH_LARGE_PAYMENTS");
    own_ = large == nullptr || held == nullptr || payments != std::atoll(held);
    const std::string folder = own_ ? MakeFolder() : large;
    home_ = {.path = folder, .state_path = folder + "/state"};
    const absl::Status grown = GrowLedger(home_, payments, clock_, random_);
    absl::StatusOr<std::unique_ptr<Ledger>> ledger = Ledger::Open(home_, clock_, random_);
    if (!grown.ok() || !ledger.ok()) std::abort();
    ledger_ = *std::move(ledger);
  }
  ~Sized() {
    ledger_.reset();
    if (own_) std::filesystem::remove_all(home_.path);
  }
  Sized(const Sized&) = delete;
  Sized& operator=(const Sized&) = delete;

  void PayOnce() {
    const int64_t now = clock_.UnixMillis() / 1000;
    const int64_t number = clock_.SteadyMillis() * 1'000'000 + ++paid_;
    const DecidedCall decided = UsualPayment(number, now);
    auto transaction = ledger_->Begin(decided.call, now * 1000, now * 1000 - 60'000);
    if (!transaction.ok() || !(*transaction)->Charge(decided.verdict.limits).ok() ||
        !(*transaction)->Commit(decided, UsualProof(number, now), {}).ok()) {
      std::abort();
    }
  }

 private:
  SystemClock clock_;
  SystemRandom random_;
  Home home_;
  bool own_ = true;
  std::unique_ptr<Ledger> ledger_;
  int64_t paid_ = 0;
};

/// The ledger of that size, made once: a benchmark is run several times.
Sized& LedgerOf(int64_t payments) {
  static std::map<int64_t, Sized> made;
  return made.try_emplace(payments, payments).first->second;
}

/// Argument: finished payments in the ledger, each of four rows.
void Charge(benchmark::State& state) {
  Sized& sized = LedgerOf(state.range(0));
  for (auto _ : state) sized.PayOnce();
}

/// Small ones that are made on the spot, and the large one if there is one.
void Sizes(benchmark::internal::Benchmark* charge) {
  charge->Arg(10)->Arg(100'000);
  const char* payments = std::getenv("TOLLPASS_BENCH_LARGE_PAYMENTS");
  if (payments != nullptr) charge->Arg(std::atoll(payments));
}

BENCHMARK(Charge)->Apply(Sizes)->UseRealTime();

}  // namespace
}  // namespace tollpass::bench
