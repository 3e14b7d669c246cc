#include "wallet/kernel/refusal.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "mandates/ledger.h"

namespace tollpass {
namespace {

TEST(Refusal, MachineryIsUnavailableAndRulesDecline) {
  const std::set<Reason> machinery = {
      Reason::kAmbiguousChallenge, Reason::kChallengeMalformed,
      Reason::kChallengeTooLarge,  Reason::kTooManyOffers,
      Reason::kNotPayable,         Reason::kPolicyMissing,
      Reason::kPolicyBroken,       Reason::kLedgerUnavailable,
      Reason::kLedgerBroken,       Reason::kClockWentBack,
      Reason::kLedgerBehind,       Reason::kMirrorBroken,
      Reason::kKeyMissing,         Reason::kKeyLocked,
      Reason::kKeyNotForNetwork,   Reason::kSigningFailed,
      Reason::kProofKeyMissing,    Reason::kQuoteMalformed,
      Reason::kQuoteNotYetValid,   Reason::kQuoteProtocolUnsupported,
      Reason::kClockJumped,
  };
  for (int value = 0; value <= static_cast<int>(Reason::kSigningFailed); ++value) {
    const auto reason = static_cast<Reason>(value);
    if (reason == Reason::kQuoteExpired) continue;
    EXPECT_EQ(DenialKind(reason),
              machinery.contains(reason) ? DecisionKind::kUnavailable : DecisionKind::kDecline)
        << ReasonCode(reason);
  }
  EXPECT_EQ(DenialKind(Reason::kQuoteExpired), DecisionKind::kExpired);
}

TEST(Refusal, EachRoomsFailureHasItsReason) {
  EXPECT_EQ(ReasonOfPolicyFailure(absl::NotFoundError("")), Reason::kPolicyMissing);
  EXPECT_EQ(ReasonOfPolicyFailure(absl::InvalidArgumentError("")), Reason::kPolicyBroken);
  EXPECT_EQ(ReasonOfPolicyFailure(absl::FailedPreconditionError("")), Reason::kPolicyBroken);

  EXPECT_EQ(ReasonOfLedgerFailure(absl::UnavailableError("")), Reason::kLedgerUnavailable);
  EXPECT_EQ(ReasonOfLedgerFailure(absl::NotFoundError("")), Reason::kLedgerUnavailable);
  EXPECT_EQ(ReasonOfLedgerFailure(absl::AbortedError("")), Reason::kLedgerUnavailable);
  EXPECT_EQ(ReasonOfLedgerFailure(absl::FailedPreconditionError("no key")),
            Reason::kLedgerUnavailable);
  EXPECT_EQ(ReasonOfLedgerFailure(
                absl::FailedPreconditionError(std::string(kClockWentBackMessage) + ": by an hour")),
            Reason::kClockWentBack);
  EXPECT_EQ(ReasonOfLedgerFailure(
                absl::FailedPreconditionError(std::string(kClockJumpedMessage) + ": by an hour")),
            Reason::kClockJumped);
  EXPECT_EQ(ReasonOfLedgerFailure(absl::DataLossError("")), Reason::kLedgerBroken);

  EXPECT_EQ(ReasonOfKeyFailure(absl::NotFoundError("")), Reason::kKeyMissing);
  EXPECT_EQ(ReasonOfKeyFailure(absl::FailedPreconditionError("")), Reason::kKeyNotForNetwork);
  EXPECT_EQ(ReasonOfKeyFailure(absl::UnavailableError("")), Reason::kKeyLocked);
  EXPECT_EQ(ReasonOfKeyFailure(absl::DataLossError("")), Reason::kSigningFailed);
}

TEST(Refusal, AFullLimitIsNamedByItsWindow) {
  const std::vector<std::pair<WindowKind, Reason>> windows = {
      {WindowKind::kCall, Reason::kOverPerCall},    {WindowKind::kRate, Reason::kOverRate},
      {WindowKind::kHour, Reason::kOverHour},       {WindowKind::kDay, Reason::kOverDay},
      {WindowKind::kWeek, Reason::kOverWeek},       {WindowKind::kMonth, Reason::kOverMonth},
      {WindowKind::kRolling, Reason::kOverRolling}, {WindowKind::kTotal, Reason::kOverTotal},
  };
  for (const auto& [window, reason] : windows) {
    Limit limit;
    limit.window = window;
    EXPECT_EQ(ReasonOfFullLimit(limit), reason) << WindowName(window);
    limit.mandate = "m_1";
    EXPECT_EQ(ReasonOfFullLimit(limit), Reason::kMandateExhausted) << WindowName(window);
  }
}

}  // namespace
}  // namespace tollpass
