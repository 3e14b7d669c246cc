#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int64_t kDay = int64_t{24} * 60 * 60;

/// At most 50000 in the day that it is.
Limit DayLimit(LedgerHome& home) {
  Limit limit = TotalLimit(10'000, 50'000);
  limit.window = WindowKind::kDay;
  limit.from = limit.bucket = home.clock().seconds() / kDay * kDay;
  return limit;
}

DecidedCall InDay(LedgerHome& home, const std::string& call) {
  return Payable(TestCall(call), {DayLimit(home)});
}

void Copy(const LedgerHome& home, const std::string& from, const std::string& to) {
  for (const char* name : {"ledger.db-wal", "ledger.db-shm"}) {
    fs::remove(home.home().path + "/" + name);
  }
  fs::copy_file(home.home().path + "/" + from, home.home().path + "/" + to,
                fs::copy_options::overwrite_existing);
}

/// The home as it is now, of which `lose` then makes a later state that is lost.
void Restore(LedgerHome& home, const std::function<void()>& lose) {
  home.Tamper("PRAGMA wal_checkpoint(TRUNCATE)");
  Copy(home, "ledger.db", "kept");
  lose();
  Copy(home, "kept", "ledger.db");
}

MandateTerms Allow(LedgerHome& home, const std::string& id) {
  const auto ledger = home.Open();
  MandateTerms terms = TestMandate(*ledger, id, home.clock().seconds());
  terms.not_after = terms.not_before + 30 * kDay;
  Order order = home.NewOrder(OrderKind::kAllow, id);
  order.body = EncodeMandate(terms);
  const absl::Status given = home.Give(*ledger, order);
  EXPECT_TRUE(given.ok()) << given;
  return terms;
}

std::vector<std::string> Mandates(LedgerHome& home) {
  const auto ledger = home.Open();
  const auto transaction = Begin(*ledger, home.clock(), TestCall());
  std::vector<std::string> ids;
  for (const MandateTerms& terms : transaction->facts().mandates) {
    ids.push_back(terms.id);
  }
  return ids;
}

TEST(AcceptLedger, IsRefusedWhereNothingIsWrong) {
  LedgerHome home;
  const absl::Status given = home.Give(*home.Open(), home.Accept());
  EXPECT_TRUE(absl::IsFailedPrecondition(given));
  EXPECT_THAT(std::string(given.message()), HasSubstr("nothing is wrong"));
}

TEST(AcceptLedger, LetsPaymentsGoOnFromARestoredCopyOnceItsWindowsAreOver) {
  LedgerHome home;
  Restore(home, [&] { Pay(*home.Open(), InDay(home, "lost")); });
  EXPECT_FALSE(TryPay(*home.Open(), InDay(home, "1")).ok());
  const absl::Status given = home.Give(*home.Open(), home.Accept());
  ASSERT_TRUE(given.ok()) << given;
  const LedgerStanding standing = home.Read()->Standing(home.clock().seconds()).value();
  EXPECT_TRUE(standing.payable.ok()) << standing.payable;
  EXPECT_EQ(standing.head.epoch, 2);
  EXPECT_EQ(standing.seen, standing.head) << "the mirror was set";

  EXPECT_TRUE(absl::IsResourceExhausted(TryPay(*home.Open(), InDay(home, "1")).status()))
      << "what was lost may have used the day up";
  EXPECT_EQ(home.Read()->Used({DayLimit(home)}).value(), std::vector{Amount(50'000)});
  home.clock().Pass(kDay);
  Pay(*home.Open(), InDay(home, "1"));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(AcceptLedger, CountsTotalsAsUsedUpToTheirMaximumOfThatDay) {
  LedgerHome home;
  Pay(*home.Open(), Payable(TestCall("1"), {TotalLimit(10'000, 30'000)}));
  Restore(home, [&] { Pay(*home.Open(), Payable(TestCall("2"))); });
  Order order = home.Accept();
  Acceptance acceptance = DecodeAcceptance(order.body).value();
  acceptance.totals = {{"all", "USD/testnet", Amount(30'000)}, {"new", "USD/testnet", Amount(5)}};
  order.body = EncodeAcceptance(acceptance);
  ASSERT_TRUE(home.Give(*home.Open(), order).ok());
  EXPECT_EQ(home.Sum("all"), "30000");
  EXPECT_EQ(home.Sum("new"), "5");
  EXPECT_FALSE(TryPay(*home.Open(), Payable(TestCall("3"), {TotalLimit(1, 30'000)})).ok());
  Pay(*home.Open(), Payable(TestCall("3"), {TotalLimit(10'000, 40'000)}));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Promise6AnAcceptedLedgerIsSigned, WhatWasSignedBeforeHoldsNoMore) {
  LedgerHome home;
  Allow(home, "m_old");
  const auto question = Begin(*home.Open(), home.clock(), TestCall())
                            ->CommitAsked(Askable(TestCall()), QuestionOf(Askable(TestCall())))
                            .value();
  Order approve = home.NewOrder(OrderKind::kApprove, question.id);
  approve.binding = ApprovalBinding(question);
  approve.ceiling = question.amount;
  approve.expires_at = home.clock().seconds() + kDay;
  ASSERT_TRUE(home.Give(*home.Open(), approve).ok());
  ASSERT_EQ(Begin(*home.Open(), home.clock(), TestCall())->facts().approvals.size(), 1U);

  Restore(home, [&] {
    // The user took it back; the copy does not know that.
    ASSERT_TRUE(home.Give(*home.Open(), home.NewOrder(OrderKind::kRevoke, "m_old")).ok());
  });
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  EXPECT_THAT(Mandates(home), IsEmpty());
  EXPECT_THAT(Begin(*home.Open(), home.clock(), TestCall())->facts().approvals, IsEmpty());
  EXPECT_TRUE(home.Read()->Mandates()->front().ended);
  Allow(home, "m_new");
  EXPECT_EQ(Mandates(home), std::vector<std::string>{"m_new"});
}

TEST(Promise6AnAcceptedLedgerIsSigned, AnOrderOfBeforeIsNotTakenAgain) {
  LedgerHome home;
  Order resume = home.NewOrder(OrderKind::kResume, "");
  Restore(home, [&] { ASSERT_TRUE(home.Give(*home.Open(), resume).ok()); });
  home.clock().Pass(1);
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*home.Open(), resume)))
      << "that it was used was lost";
}

TEST(Promise6AnAcceptedLedgerIsSigned, ItIsForTheLedgerThatWasShown) {
  LedgerHome home;
  Restore(home, [&] { Pay(*home.Open(), Payable(TestCall("lost"))); });
  const Order good = home.Accept();
  const std::vector<std::function<void(Acceptance&)>> changes = {
      [](Acceptance& acceptance) { acceptance.events += 1; },
      [](Acceptance& acceptance) { acceptance.head[3] ^= 1; },
      [](Acceptance& acceptance) { acceptance.lost = false; },
      [](Acceptance& acceptance) { acceptance.epoch += 1; }};
  for (size_t i = 0; i < changes.size(); ++i) {
    Acceptance acceptance = DecodeAcceptance(good.body).value();
    changes[i](acceptance);
    Order order = home.NewOrder(OrderKind::kAcceptLedger, "");
    order.body = EncodeAcceptance(acceptance);
    EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*home.Open(), order))) << i;
  }
  EXPECT_TRUE(absl::IsPermissionDenied(home.Open()->Resolve(good, "")));
  ASSERT_TRUE(home.Give(*home.Open(), home.NewOrder(OrderKind::kPause, "")).ok());
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*home.Open(), good))) << "it went on";
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
}

TEST(Promise6AnAcceptedLedgerIsSigned, ItsEventIsWorthNothingInAnotherPlace) {
  LedgerHome home;
  Restore(home, [&] { Pay(*home.Open(), Payable(TestCall("lost"))); });
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  home.Tamper(R"(
    DROP TRIGGER events_are_not_changed;
    UPDATE events SET body = replace(body, '"signature":"', '"signature":"AAAA')
      WHERE kind = 'ledger_accepted';)");
  const absl::Status status = TryPay(*home.Open(), Payable(TestCall("x"))).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_FALSE(home.Verify().faults.empty());
}

TEST(AcceptLedger, ALaterRestoreIsNoticedAgain) {
  LedgerHome home;
  Restore(home, [&] { Pay(*home.Open(), Payable(TestCall("lost"))); });
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  // The copy from before the acceptance, though the one before it had fewer events.
  home.clock().Pass(kDay);
  Copy(home, "kept", "ledger.db");
  EXPECT_FALSE(TryPay(*home.Open(), Payable(TestCall("1"))).ok());
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  EXPECT_EQ(home.Read()->Standing(home.clock().seconds())->head.epoch, 3);
  Pay(*home.Open(), Payable(TestCall("1")));
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(AcceptLedger, AnotherMirrorThatKnowsOnlyTheLostPartFollows) {
  LedgerHome home;
  Restore(home, [&] { Pay(*home.Open(), Payable(TestCall("lost"))); });
  fs::copy(home.home().state_path, home.home().path + "/elsewhere");
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  Home elsewhere = home.home();
  elsewhere.state_path = home.home().path + "/elsewhere";
  const auto ledger = Ledger::Open(elsewhere, home.clock(), home.random()).value();
  Pay(*ledger, Payable(TestCall("1")));
}

TEST(AcceptLedger, GoesOnWhereTheMirrorCannotBeRead) {
  LedgerHome home;
  const std::string path = home.home().MirrorPath(home.Read()->ledger_id());
  std::ofstream(path) << "garbage";
  EXPECT_FALSE(TryPay(*home.Open(), Payable(TestCall("1"))).ok());
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  Pay(*home.Open(), Payable(TestCall("1")));
}

TEST(AcceptLedger, CannotMendAMirrorThatCannotBeWritten) {
  LedgerHome home;
  const std::string path = home.home().MirrorPath(home.Read()->ledger_id());
  fs::remove(path);
  fs::create_directory(path);
  const absl::Status given = home.Give(*home.Open(), home.Accept());
  EXPECT_THAT(std::string(given.message()), HasSubstr("XDG_STATE_HOME"));
}

TEST(AcceptLedger, BringsBackOneThatWasAcceptedWhileTheClockWasAhead) {
  LedgerHome home;
  home.clock().Pass(400 * kDay);
  std::ofstream(home.home().MirrorPath(home.Read()->ledger_id())) << "garbage";
  ASSERT_TRUE(home.Give(*home.Open(), home.Accept()).ok());
  home.clock().Pass(-399 * kDay);
  const absl::Status given = home.Give(*home.Open(), home.Accept());
  ASSERT_TRUE(given.ok()) << given;
  home.clock().Pass(kDay);
  Pay(*home.Open(), InDay(home, "1"));
}

TEST(AcceptLedger, BringsBackALedgerThatIsFarAheadOfTheClock) {
  LedgerHome home;
  Allow(home, "m1");
  home.clock().Pass(400 * kDay);
  Pay(*home.Open(), InDay(home, "ahead"));
  home.clock().Pass(-400 * kDay + 60);
  EXPECT_FALSE(TryPay(*home.Open(), InDay(home, "1")).ok());
  EXPECT_TRUE(
      absl::IsFailedPrecondition(home.Give(*home.Open(), home.NewOrder(OrderKind::kResume, ""))));
  const absl::Status given = home.Give(*home.Open(), home.Accept());
  ASSERT_TRUE(given.ok()) << given;
  EXPECT_EQ(home.Read()->Standing(home.clock().seconds())->newest, home.clock().seconds());
  EXPECT_EQ(Mandates(home), std::vector<std::string>{"m1"}) << "nothing was lost";
  EXPECT_TRUE(absl::IsResourceExhausted(TryPay(*home.Open(), InDay(home, "1")).status()))
      << "today's window counts as used up";
  home.clock().Pass(kDay);
  Pay(*home.Open(), InDay(home, "1"));
  EXPECT_EQ(home.Read()->Used({DayLimit(home)}).value(), std::vector{Amount(10'000)})
      << "what was counted in the future waits for it";
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

}  // namespace
}  // namespace tollpass
