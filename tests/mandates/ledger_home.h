#ifndef TOLLPASS_TESTS_MANDATES_LEDGER_HOME_H_
#define TOLLPASS_TESTS_MANDATES_LEDGER_HOME_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/clock.h"
#include "core/home.h"
#include "core/random.h"
#include "mandates/ledger.h"
#include "mandates/ledger_reader.h"
#include "tests/core/standing_clock.h"

namespace tollpass {

/// The approval key of a test.
class TestApprovalKey {
 public:
  TestApprovalKey();
  [[nodiscard]] const std::string& public_key() const { return public_key_; }
  [[nodiscard]] std::string Sign(std::string_view message) const;

 private:
  std::string public_key_;
  std::string secret_key_;
};

/// A home in a temporary folder with a new ledger, and what is needed to use it.
class LedgerHome {
 public:
  LedgerHome();
  ~LedgerHome();
  LedgerHome(const LedgerHome&) = delete;
  LedgerHome& operator=(const LedgerHome&) = delete;

  [[nodiscard]] const Home& home() const { return home_; }
  StandingClock& clock() { return clock_; }
  Random& random() { return random_; }
  [[nodiscard]] const TestApprovalKey& approval_key() const { return key_; }

  /// The ledger as a new process would open it.
  absl::StatusOr<std::unique_ptr<Ledger>> TryOpen();
  std::unique_ptr<Ledger> Open();
  std::unique_ptr<LedgerReader> Read() const;

  /// One row of the log.
  LogRow Row(std::string_view id) const { return Read()->Show(id).value(); }
  /// What is counted in `counter` in all, in its own units.
  std::string Sum(std::string_view counter) const;
  int64_t CountEvents() const { return Verify().events; }
  VerifyReport Verify() const { return Read()->Verify(nullptr).value(); }

  /// Changes the database behind the back of every ledger: several statements.
  void Tamper(const std::string& script) const;

  /// Takes away what later formats have and format 1 has not.
  void MakeOlder() const;

  /// An order of now with a fresh nonce.
  Order NewOrder(OrderKind kind, std::string subject);
  /// The user says that a charge of TestTerms() did not settle.
  Order NotSettled(std::string charge);
  /// The user goes on with the ledger as it is.
  Order Accept();
  /// Carries out `order`, signed where it must be.
  absl::Status Give(Ledger& ledger, const Order& order) const;

 private:
  Home home_;
  StandingClock clock_;
  SystemRandom random_;
  TestApprovalKey key_;
};

inline constexpr std::string_view kServer =
    "5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e5e7e";

/// A call of the tool "search"; equal `arguments`: the same call.
Call TestCall(std::string arguments = R"({"q":"rain"})");

/// 0.01 USDC on Base Sepolia.
Terms TestTerms(uint64_t atomic = 10'000);

/// At most `maximum` in all in the counter "all", to which `amount` is added.
Limit TotalLimit(uint64_t amount = 10'000, uint64_t maximum = 1'000'000);

/// `call` judged as payable under `limits`.
DecidedCall Payable(const Call& call, std::vector<Limit> limits = {TotalLimit()});

/// `call` judged as one to ask about.
DecidedCall Askable(const Call& call);

/// A proof whose texts are its own; dead `lifetime` seconds after `now`, or never for 0.
Proof TestProof(int64_t now, int64_t lifetime = 300);

/// Charges and commits `decided` with a fresh proof; errors as those of the ledger.
absl::StatusOr<OpenCharge> TryPay(Ledger& ledger, const DecidedCall& decided,
                                  int64_t lifetime = 300);
OpenCharge Pay(Ledger& ledger, const DecidedCall& decided, int64_t lifetime = 300);

/// A transaction for `call` now, with a host that waits 60 s.
std::unique_ptr<LedgerTransaction> Begin(Ledger& ledger, const Clock& clock, const Call& call);

/// A conclusion about `charge`.
Conclusion Concluded(const OpenCharge& charge, MoneyState money, CallState call);

/// The question that `decided` raises.
Approval QuestionOf(const DecidedCall& decided);

/// A mandate of the test server, good for an hour from `now`.
MandateTerms TestMandate(const Ledger& ledger, std::string id, int64_t now);

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_MANDATES_LEDGER_HOME_H_
