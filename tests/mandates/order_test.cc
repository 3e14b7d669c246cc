#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Order AllowOrder(LedgerHome& home, const MandateTerms& terms) {
  Order order = home.NewOrder(OrderKind::kAllow, terms.id);
  order.body = EncodeMandate(terms);
  return order;
}

MandateTerms Allow(LedgerHome& home, Ledger& ledger, const std::string& id, int64_t lasting) {
  MandateTerms terms = TestMandate(ledger, id, home.clock().seconds());
  terms.not_after = terms.not_before + lasting;
  const absl::Status allowed = home.Give(ledger, AllowOrder(home, terms));
  EXPECT_TRUE(allowed.ok()) << allowed;
  return terms;
}

std::vector<std::string> LiveMandates(LedgerHome& home, Ledger& ledger,
                                      const Call& call = TestCall()) {
  std::vector<std::string> ids;
  const auto transaction = Begin(ledger, home.clock(), call);
  for (const MandateTerms& terms : transaction->facts().mandates) {
    ids.push_back(terms.id);
  }
  return ids;
}

DecidedCall PayableUnder(const std::string& mandate) {
  DecidedCall decided = Payable(TestCall());
  decided.verdict.mandate = mandate;
  return decided;
}

TEST(Mandate, IsVerifiedAgainWhereAByteOfItChanged) {
  for (const char* change :
       {"UPDATE mandates SET signature = zeroblob(64)",
        "UPDATE mandates SET order_bytes = CAST(order_bytes || x'00' AS BLOB)"}) {
    LedgerHome home;
    const auto ledger = home.Open();
    Allow(home, *ledger, "m1", 3600);
    ASSERT_THAT(LiveMandates(home, *ledger), SizeIs(1));
    home.Tamper(change);
    EXPECT_THAT(LiveMandates(home, *ledger), IsEmpty()) << change;
  }
}

TEST(Mandate, IsReadAsItWasSigned) {
  LedgerHome home;
  const auto ledger = home.Open();
  const MandateTerms terms = Allow(home, *ledger, "m1", 3600);
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall())->facts().mandates, std::vector{terms});
  const std::vector<MandateRow> rows = home.Read()->Mandates().value();
  ASSERT_THAT(rows, SizeIs(1));
  EXPECT_EQ(rows[0].terms, terms);
  EXPECT_FALSE(rows[0].revoked);
  EXPECT_EQ(rows[0].used, 0);
}

TEST(Mandate, IsForItsServerOnly) {
  LedgerHome home;
  const auto ledger = home.Open();
  Allow(home, *ledger, "m1", 3600);
  Call other = TestCall();
  other.server_id = std::string(64, '0');
  EXPECT_THAT(LiveMandates(home, *ledger, other), IsEmpty());
}

TEST(Mandate, ThoseOfAServerComeInTheOrderInWhichTheyExpire) {
  LedgerHome home;
  const auto ledger = home.Open();
  Allow(home, *ledger, "m_long", 9000);
  Allow(home, *ledger, "m_short", 100);
  Allow(home, *ledger, "m_middle", 5000);
  EXPECT_EQ(LiveMandates(home, *ledger),
            (std::vector<std::string>{"m_short", "m_middle", "m_long"}));
  // The last expired one stays, so that a decision can say so.
  home.clock().Pass(5001);
  EXPECT_EQ(LiveMandates(home, *ledger), (std::vector<std::string>{"m_middle", "m_long"}));
}

TEST(Mandate, CountsItsUses) {
  LedgerHome home;
  const auto ledger = home.Open();
  Allow(home, *ledger, "m1", 3600);
  Pay(*ledger, PayableUnder("m1"));
  Pay(*ledger, PayableUnder("m1"));
  EXPECT_EQ(home.Read()->Mandates()->front().used, 2);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Mandate, IsCheckedAgainWhereTheChargeIsCommitted) {
  LedgerHome home;
  const auto ledger = home.Open();
  Allow(home, *ledger, "m1", 100);
  EXPECT_FALSE(TryPay(*ledger, PayableUnder("m2")).ok()) << "unknown";
  home.clock().Pass(100);
  EXPECT_FALSE(TryPay(*ledger, PayableUnder("m1")).ok()) << "expired";
  MandateTerms later = TestMandate(*ledger, "m3", home.clock().seconds() + 50);
  ASSERT_TRUE(home.Give(*ledger, AllowOrder(home, later)).ok());
  EXPECT_FALSE(TryPay(*ledger, PayableUnder("m3")).ok()) << "not yet";
  EXPECT_EQ(home.Sum("all"), "0");
}

TEST(Mandate, ThatCannotBeHeldIsNotTaken) {
  LedgerHome home;
  const auto ledger = home.Open();
  const struct {
    const char* what;
    std::function<void(MandateTerms&)> change;
  } cases[] = {
      {"another ledger", [](MandateTerms& terms) { terms.ledger_id = "l0"; }},
      {"no server", [](MandateTerms& terms) { terms.server_id.clear(); }},
      {"expired",
       [&](MandateTerms& terms) {
         terms.not_before -= 7200;
         terms.not_after = home.clock().seconds();
       }},
      {"a parent that is not there", [](MandateTerms& terms) { terms.parent = "m0"; }},
      {"no delegate key", [](MandateTerms& terms) { terms.delegate_key = "a"; }},
  };
  for (const auto& item : cases) {
    MandateTerms terms = TestMandate(*ledger, "m1", home.clock().seconds());
    item.change(terms);
    EXPECT_FALSE(home.Give(*ledger, AllowOrder(home, terms)).ok()) << item.what;
  }
  Order garbage = home.NewOrder(OrderKind::kAllow, "m1");
  garbage.body = "garbage";
  EXPECT_TRUE(absl::IsInvalidArgument(home.Give(*ledger, garbage)));
  Order mislabelled = AllowOrder(home, TestMandate(*ledger, "m1", home.clock().seconds()));
  mislabelled.subject = "m2";
  EXPECT_FALSE(home.Give(*ledger, mislabelled).ok());
  EXPECT_THAT(home.Read()->Mandates().value(), IsEmpty());
}

TEST(Promise6WideningNeedsASignature, OnlyTheApprovalKeyWidens) {
  LedgerHome home;
  const auto ledger = home.Open();
  const TestApprovalKey other_key;
  const MandateTerms terms = TestMandate(*ledger, "m1", home.clock().seconds());
  std::vector<Order> orders = {AllowOrder(home, terms),
                               home.NewOrder(OrderKind::kResume, ""),
                               home.NewOrder(OrderKind::kApprove, "a1"),
                               home.NewOrder(OrderKind::kReconcile, "c1"),
                               home.NewOrder(OrderKind::kAcceptPin, std::string(kServer)),
                               home.NewOrder(OrderKind::kCloseBreaker, ""),
                               home.NewOrder(OrderKind::kAcceptLedger, "")};
  for (const Order& order : orders) {
    const std::string good = home.approval_key().Sign(OrderBytes(order));
    std::string flipped = good;
    flipped[5] = static_cast<char>(flipped[5] ^ 1);
    Order changed = order;
    changed.issued_at += 1;
    for (const std::string& signature :
         {std::string(), std::string(64, '\0'), good.substr(1), good + "x", flipped,
          other_key.Sign(OrderBytes(order)), home.approval_key().Sign(OrderBytes(changed))}) {
      EXPECT_TRUE(absl::IsPermissionDenied(ledger->Resolve(order, signature)))
          << OrderName(order.kind);
    }
  }
  EXPECT_EQ(home.CountEvents(), 1);
}

TEST(Promise6WideningNeedsASignature, AForgedMandateInTheDatabaseIsPassedOver) {
  const struct {
    const char* what;
    const char* sql;
  } cases[] = {
      {"another signature", "UPDATE mandates SET signature = zeroblob(64)"},
      {"no signature", "UPDATE mandates SET signature = x''"},
      {"other bytes", "UPDATE mandates SET order_bytes = CAST(order_bytes || x'00' AS BLOB)"},
      {"a longer life in the row", "UPDATE mandates SET not_after = not_after + 1"},
      {"another id", "UPDATE mandates SET id = 'm2'"},
      {"another server", "UPDATE mandates SET server_id = 'x'"},
  };
  for (const auto& item : cases) {
    LedgerHome home;
    const auto ledger = home.Open();
    Allow(home, *ledger, "m1", 3600);
    home.Tamper(item.sql);
    EXPECT_THAT(LiveMandates(home, *ledger), IsEmpty()) << item.what;
    EXPECT_FALSE(home.Verify().faults.empty()) << item.what;
  }
}

TEST(Promise6WideningNeedsASignature, AMandateOfAnotherLedgerIsWorthNothing) {
  LedgerHome home;
  LedgerHome other;
  const auto ledger = home.Open();
  const auto other_ledger = other.Open();
  const MandateTerms terms = TestMandate(*other_ledger, "m1", home.clock().seconds());
  Order order = AllowOrder(home, terms);
  EXPECT_FALSE(home.Give(*ledger, order).ok()) << "signed here, but for another ledger";
  order.ledger_id = other_ledger->id();
  EXPECT_FALSE(home.Give(*ledger, order).ok());
}

TEST(Promise6WideningNeedsASignature, ARevokedMandateStaysDead) {
  LedgerHome home;
  const auto ledger = home.Open();
  const MandateTerms terms = TestMandate(*ledger, "m1", home.clock().seconds());
  const Order allow = AllowOrder(home, terms);
  ASSERT_TRUE(home.Give(*ledger, allow).ok());
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kRevoke, "m1"), "").ok());
  EXPECT_THAT(LiveMandates(home, *ledger), IsEmpty());
  EXPECT_TRUE(home.Read()->Mandates()->front().revoked);
  EXPECT_FALSE(TryPay(*ledger, PayableUnder("m1")).ok());

  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, allow))) << "the old order";
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, AllowOrder(home, terms))))
      << "a new order for the same mandate";
  EXPECT_TRUE(
      absl::IsFailedPrecondition(ledger->Resolve(home.NewOrder(OrderKind::kRevoke, "m1"), "")));
  home.Tamper("UPDATE mandates SET revoked_at = 0");
  EXPECT_THAT(LiveMandates(home, *ledger), IsEmpty()) << "its row, put back";
  home.Tamper("DELETE FROM mandates");
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, AllowOrder(home, terms))))
      << "its row, taken away";
}

TEST(Promise6WideningNeedsASignature, AnOrderIsCarriedOutOnce) {
  LedgerHome home;
  const auto ledger = home.Open();
  // Also where it changed nothing: it could be kept for later.
  const Order early_resume = home.NewOrder(OrderKind::kResume, "");
  ASSERT_TRUE(home.Give(*ledger, early_resume).ok());
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, early_resume)));

  home.clock().Pass(1);
  const Order resume = home.NewOrder(OrderKind::kResume, "");
  ASSERT_TRUE(home.Give(*ledger, resume).ok());
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, resume)));
  EXPECT_EQ(home.Read()->Paused().value(), true);
}

TEST(Promise6WideningNeedsASignature, AResumeThatWasSignedBeforeThePauseDoesNotEndIt) {
  LedgerHome home;
  const auto ledger = home.Open();
  const Order kept = home.NewOrder(OrderKind::kResume, "");
  home.clock().Pass(1);
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, kept)));
  EXPECT_EQ(home.Read()->Paused().value(), true);
}

// Whoever pauses is told that it is paused, though it was before.
TEST(Promise6WideningNeedsASignature, APauseOfWhatIsPausedOutlastsAnOlderResumeToo) {
  LedgerHome home;
  const auto ledger = home.Open();
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok());
  home.clock().Pass(1);
  const Order kept = home.NewOrder(OrderKind::kResume, "");
  home.clock().Pass(1);
  ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, kept)));
  EXPECT_EQ(home.Read()->Paused().value(), true);
  ASSERT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kResume, "")).ok());
  EXPECT_EQ(home.Read()->Paused().value(), false);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Promise6WideningNeedsASignature, NarrowingNeedsNone) {
  LedgerHome home;
  const auto ledger = home.Open();
  Allow(home, *ledger, "m1", 3600);
  EXPECT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok());
  EXPECT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok()) << "again";
  EXPECT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kRevoke, "m1"), "").ok());
  EXPECT_TRUE(absl::IsNotFound(ledger->Resolve(home.NewOrder(OrderKind::kRevoke, "m9"), "")));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Pause, StopsEveryPaymentUntilItIsTakenBack) {
  LedgerHome home;
  const auto ledger = home.Open();
  const auto other = home.Open();
  ASSERT_TRUE(other->Resolve(home.NewOrder(OrderKind::kPause, ""), "").ok());
  EXPECT_TRUE(Begin(*ledger, home.clock(), TestCall())->facts().paused);
  EXPECT_FALSE(TryPay(*ledger, Payable(TestCall())).ok());
  ASSERT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kResume, "")).ok());
  EXPECT_TRUE(TryPay(*ledger, Payable(TestCall())).ok());
}

TEST(Pins, AreMadeByThePaymentThatSaysSo) {
  LedgerHome home;
  const auto ledger = home.Open();
  DecidedCall decided = Payable(TestCall());
  Pay(*ledger, decided);
  EXPECT_THAT(home.Read()->Pins().value(), IsEmpty());
  decided.verdict.pins_payee = true;
  Pay(*ledger, decided);
  const std::string pin = AssetKey(decided.terms->network, decided.terms->payee);
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall("{}"))->facts().pinned_payees,
            std::vector<std::string>{pin});
  const std::vector<PinRow> pins = home.Read()->Pins().value();
  ASSERT_THAT(pins, SizeIs(1));
  EXPECT_EQ(pins[0].payee, pin);
  EXPECT_EQ(pins[0].server_id, kServer);
}

TEST(Pins, AreReplacedByASignedOrderForTheSameNetwork) {
  LedgerHome home;
  const auto ledger = home.Open();
  for (const char* payee : {"eip155:84532/0xaa", "eip155:8453/0xbb", "eip155:84532/0xcc"}) {
    Order order = home.NewOrder(OrderKind::kAcceptPin, std::string(kServer));
    order.binding = payee;
    ASSERT_TRUE(home.Give(*ledger, order).ok());
  }
  EXPECT_EQ(Begin(*ledger, home.clock(), TestCall())->facts().pinned_payees,
            (std::vector<std::string>{"eip155:8453/0xbb", "eip155:84532/0xcc"}));
  for (const char* payee : {"", "0xaa", "base/0xaa", "eip155:84532/"}) {
    Order order = home.NewOrder(OrderKind::kAcceptPin, std::string(kServer));
    order.binding = payee;
    EXPECT_TRUE(absl::IsInvalidArgument(home.Give(*ledger, order))) << payee;
  }
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Allow, OfATimeZoneThatThisSystemLacksCanBeReadAndVerified) {
  LedgerHome home;
  const auto ledger = home.Open();
  MandateTerms terms = TestMandate(*ledger, "m1", home.clock().seconds());
  ASSERT_EQ(terms.limits.front().window, WindowKind::kDay);
  terms.limits.front().zone = TimeZone::Missing("Mars/Olympus").value();
  ASSERT_TRUE(home.Give(*ledger, AllowOrder(home, terms)).ok());
  const auto mandates = home.Read()->Mandates().value();
  ASSERT_EQ(mandates.size(), 1U);
  EXPECT_EQ(mandates[0].terms, terms);
  EXPECT_FALSE(mandates[0].terms.limits.front().zone.IsKnown());
  EXPECT_EQ(home.Read()->FactsFor(TestCall(), home.clock().seconds())->mandates.size(), 1U)
      << "whoever decides sees it";
  EXPECT_TRUE(home.Verify().faults.empty());
  EXPECT_FALSE(TimeZone::Missing("../etc/passwd"));
}

// As programs of format 6 counted: by the class of the network, and without taking back.
TEST(Mandate, UsesOfALedgerOfAnOlderFormatAreOneNumber) {
  LedgerHome home;
  OpenCharge last;
  {
    const auto ledger = home.Open();
    MandateTerms terms = TestMandate(*ledger, "m1", home.clock().seconds());
    terms.uses = 5;
    ASSERT_TRUE(home.Give(*ledger, AllowOrder(home, terms)).ok());
    const OpenCharge back = Pay(*ledger, PayableUnder("m1"));
    ASSERT_TRUE(ledger->Settle(Concluded(back, MoneyState::kUnknown, CallState::kOpen)).ok());
    home.clock().Pass(300);
    ASSERT_TRUE(home.Give(*ledger, home.NotSettled(back.id)).ok());
    for (const char* unit : {"calls/testnet", "calls/mainnet", "calls/testnet"}) {
      Limit uses = TotalLimit(1, 5);
      uses.counter = "mandate.m1";
      uses.unit = unit;
      uses.window = WindowKind::kUses;
      DecidedCall decided = Payable(TestCall(RandomId(home.random(), "", 8)), {uses});
      decided.verdict.mandate = "m1";
      last = Pay(*ledger, decided);
    }
    ASSERT_TRUE(ledger->Settle(Concluded(last, MoneyState::kUnknown, CallState::kOpen)).ok());
  }
  home.Tamper("UPDATE mandates SET used = 4");
  home.MakeOlder();
  const auto ledger = home.Open();
  const auto uses = [&] {
    std::vector<std::string> sums;
    const std::vector<CounterRow> rows = home.Read()->Counters().value();
    for (const CounterRow& row : rows) {
      if (row.window == "uses") sums.push_back(row.unit + " " + row.sum.ToAtomic());
    }
    return sums;
  };
  EXPECT_EQ(uses(), std::vector<std::string>{"calls 3"});
  EXPECT_EQ(home.Read()->Mandates()->front().used, 3);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
  home.clock().Pass(300);
  ASSERT_TRUE(home.Give(*ledger, home.NotSettled(last.id)).ok());
  EXPECT_EQ(uses(), std::vector<std::string>{"calls 2"});
  EXPECT_EQ(home.Read()->Mandates()->front().used, 2);
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

}  // namespace
}  // namespace tollpass
