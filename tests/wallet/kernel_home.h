#ifndef TOLLPASS_TESTS_WALLET_KERNEL_HOME_H_
#define TOLLPASS_TESTS_WALLET_KERNEL_HOME_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "core/call.h"
#include "core/clock.h"
#include "core/home.h"
#include "core/mandate_terms.h"
#include "core/order.h"
#include "core/random.h"
#include "mandates/ledger_reader.h"
#include "tests/core/standing_clock.h"
#include "tests/wallet/temp_folder.h"
#include "wallet/chain/chain_source.h"
#include "wallet/kernel/kernel.h"

namespace tollpass {

/// The same numbers for the same seed.
class SeededRandom final : public Random {
 public:
  explicit SeededRandom(unsigned seed) : engine_(seed) {}
  void Fill(std::span<uint8_t> bytes) override;

 private:
  std::mutex mutex_;
  std::mt19937_64 engine_;
};

inline constexpr std::string_view kTestUsdc = "0x036CbD53842c5426634e7929541eC2318f3dCF7e";
inline constexpr std::string_view kTestPayee = "0x209693Bc6afc0C5328bA36FaF03C514EF312287C";
inline constexpr std::string_view kOtherPayee = "0x2222222222222222222222222222222222222222";

/// Five calls of 0.01 USDC a day; per call at most 0.02.
inline constexpr std::string_view kFiveADay = R"(version = 1
networks = ["testnet"]
[unit]
USD = ["USDC"]
[budget.all]
per_call = "0.02 USD"
per_day  = "0.05 USD"
[server.shop]
command  = ["/usr/bin/shop"]
per_call = "0.02 USD"
per_day  = "1 USD"
pay_to   = ["0x209693Bc6afc0C5328bA36FaF03C514EF312287C"]
)";

/// A home in a temporary folder: the policy kFiveADay, the key of kAccount0 for test networks, an
/// approval key and an empty ledger. No mandate yet.
class KernelHome {
 public:
  KernelHome();

  [[nodiscard]] const Home& home() const { return home_; }
  StandingClock& clock() { return clock_; }

  void WritePolicy(std::string_view text) const { WriteFile("policy.toml", text); }
  void WriteFile(const std::string& name, std::string_view content) const {
    folder_.Put(name, content);
  }

  /// A kernel as a new process would make it.
  std::unique_ptr<Kernel> Start(std::shared_ptr<ChainSource> host_chain = nullptr);
  /// The same, with the same random numbers each time.
  std::unique_ptr<Kernel> StartSeeded();

  /// Signs what the section "shop" says today for 30 days; returns the mandate's id.
  std::string Allow(const std::function<void(MandateTerms&)>& narrow = [](MandateTerms&) {});
  /// The same for another section.
  std::string AllowServer(
      std::string_view name,
      const std::function<void(MandateTerms&)>& narrow = [](MandateTerms&) {});
  /// The same for "shop", with bytes that are to pass for the signature.
  absl::Status AllowSignedBy(std::string_view signature);

  /// Carries out `order`, its ids and times filled in, with a good signature if it needs one.
  absl::Status Give(Order order);
  absl::Status GiveUnsigned(Order order);
  /// Approves the question `id` up to its own amount.
  absl::Status Approve(const std::string& id);

  /// A challenged call of the tool "search" at the server "shop"; equal `arguments`: the same call.
  AuthorizeRequest Request(const std::string& arguments, const std::string& atomic = "10000");

  /// Every row of the log.
  std::vector<LogRow> Log() const;
  LogRow Show(const std::string& id) const;
  /// How many rows are charges.
  size_t Charges() const;
  /// What counts today in `budget.all`, in atomic units of USDC.
  std::string SpentToday() const;

 private:
  void Complete(Order& order);
  Order AllowOrderFor(std::string_view name, const std::function<void(MandateTerms&)>& narrow);

  TempFolder folder_;
  Home home_;
  StandingClock clock_;
  SystemRandom random_;
  std::vector<std::unique_ptr<SeededRandom>> seeded_;
};

/// The identity of a server that is only a program.
std::string IdentityOf(const std::string& program);

/// A challenge with one good offer of `atomic` units of USDC on Base Sepolia.
Challenge ChallengeOf(const std::string& atomic);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_KERNEL_HOME_H_
