#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "mandates/ledger.h"
#include "mandates/ledger_reader.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::IsEmpty;

/// What a user is told about the payee of the usual terms.
int64_t PaidBefore(const LedgerHome& home, std::string_view server = kServer) {
  const Terms terms = TestTerms();
  return home.Read()->PaymentsTo(server, terms.network, terms.payee).value();
}

/// A payment that ended open, as one that may be reconciled.
OpenCharge PayOpen(Ledger& ledger, std::string arguments) {
  OpenCharge charge = Pay(ledger, Payable(TestCall(std::move(arguments))), 0);
  EXPECT_TRUE(ledger.Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  return charge;
}

TEST(PayeesPaid, CountsEveryPaymentThatWasNotReleased) {
  LedgerHome home;
  const auto ledger = home.Open();
  EXPECT_EQ(PaidBefore(home), 0);
  const OpenCharge first = PayOpen(*ledger, "1");
  PayOpen(*ledger, "2");
  EXPECT_EQ(PaidBefore(home), 2);
  EXPECT_EQ(PaidBefore(home, "another server"), 0);
  ASSERT_TRUE(home.Give(*ledger, home.NotSettled(first.id)).ok());
  EXPECT_EQ(PaidBefore(home), 1);
  ASSERT_TRUE(ledger->Settle(Concluded(first, MoneyState::kSettled, CallState::kOpen)).ok());
  EXPECT_EQ(home.Row(first.id).alarm, "settled_after_release");
  EXPECT_EQ(PaidBefore(home), 1) << "a released charge is taken out once";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(PayeesPaid, OfALedgerOfAnOlderFormatIsFilledIn) {
  LedgerHome home;
  {
    const auto ledger = home.Open();
    const OpenCharge first = PayOpen(*ledger, "1");
    PayOpen(*ledger, "2");
    PayOpen(*ledger, "3");
    ASSERT_TRUE(home.Give(*ledger, home.NotSettled(first.id)).ok());
  }
  home.MakeOlder();
  home.Open();
  EXPECT_EQ(PaidBefore(home), 2);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(NewestAlarm, IsThatOfTheNewestChargeThatHasOne) {
  LedgerHome home;
  const auto ledger = home.Open();
  EXPECT_FALSE(home.Read()->NewestAlarm()->has_value());
  std::string newest;
  for (const char* alarm : {"payer", "amount", ""}) {
    const OpenCharge charge = Pay(*ledger, Payable(TestCall(alarm)));
    Conclusion conclusion = Concluded(charge, MoneyState::kSettled, CallState::kAnswered);
    conclusion.judgement.alarm = alarm;
    ASSERT_TRUE(ledger->Settle(conclusion).ok());
    newest = std::string(alarm) == "amount" ? charge.id : newest;
  }
  const std::optional<LogRow> found = home.Read()->NewestAlarm().value();
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->id, newest);
  EXPECT_EQ(found->alarm, "amount");
}

}  // namespace
}  // namespace tollpass
