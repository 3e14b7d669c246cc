#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "core/approval.h"
#include "core/os/thread.h"
#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/core/no_threads.h"
#include "tests/mandates/ledger_home.h"

/// Indexes that somebody made over other rows than their text in the schema says.
namespace tollpass {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct OtherIndex {
  std::string name;
  std::string on;     // as the schema has it
  std::string other;  // what it is made over
  std::string fault;
};

/// As one does it who wants no trace in the schema: the index is made over other rows, and its text
/// put back into the file.
void RemakeIndex(const LedgerHome& home, const OtherIndex& index) {
  const auto text = [&](const std::string& on) {
    const size_t spaces = std::max(index.on.size(), index.other.size()) - on.size() + 1;
    return "CREATE INDEX " + index.name + std::string(spaces, ' ') + on;
  };
  home.Tamper("DROP INDEX " + index.name + "; " + text(index.other));
  std::fstream file(home.home().LedgerPath(), std::ios::in | std::ios::out | std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  const size_t at = bytes.find(text(index.other));
  ASSERT_NE(at, std::string::npos) << index.name;
  file.clear();
  file.seekp(static_cast<std::streamoff>(at));
  file << text(index.on);
}

/// Four events: begun, allowed, charged, concluded.
void Fill(LedgerHome& home, bool revoke = false) {
  const auto ledger = home.Open();
  const MandateTerms mandate = TestMandate(*ledger, "m1", home.clock().seconds());
  Order allow = home.NewOrder(OrderKind::kAllow, mandate.id);
  allow.body = EncodeMandate(mandate);
  ASSERT_TRUE(home.Give(*ledger, allow).ok());
  const OpenCharge charge = Pay(*ledger, Payable(TestCall("2")));
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kAnswered)).ok());
  if (revoke) {
    ASSERT_TRUE(ledger->Resolve(home.NewOrder(OrderKind::kRevoke, mandate.id), "").ok());
  }
}

constexpr char kSubjects[] = "ON events (subject, kind)";
constexpr char kOfServer[] = "ON mandates (server_id, not_after) WHERE revoked_at = 0";

TEST(Verify, NamesAnIndexThatHoldsOtherRowsThanItSays) {
  for (const OtherIndex& index : std::vector<OtherIndex>{
           {"events_by_subject", kSubjects, std::string(kSubjects) + " WHERE kind <> 'allowed'",
            "index events_by_subject: leaves out row 2 of its table"},
           {"events_by_subject", kSubjects, std::string(kSubjects) + " WHERE kind = 'allowed'",
            "index events_by_subject: leaves out 3 rows of its table"},
           {"charges_live", "ON charges (sequence) WHERE call_state = 'live'",
            "ON charges (sequence)", "index charges_live: has other entries than its table"},
           {"mandates_by_server", kOfServer,
            "ON mandates (server_id, not_after) WHERE revoked_at = 5",
            "index mandates_by_server: leaves out row 1 of its table"},
       }) {
    LedgerHome home;
    Fill(home);
    RemakeIndex(home, index);
    EXPECT_THAT(home.Verify().faults, Contains(HasSubstr(index.fault)));
  }
}

TEST(Verify, HoldsALedgerAndFindsFaultsWhereTheSystemHasNoMoreThreads) {
  LedgerHome home;
  Fill(home);
  const NoThreads none;
  ASSERT_FALSE(os::StartThread([] {}).has_value());
  const VerifyReport report = home.Verify();
  EXPECT_EQ(report.events, 4);
  EXPECT_THAT(report.faults, IsEmpty());
  RemakeIndex(home, {"charges_live", "ON charges (sequence) WHERE call_state = 'live'",
                     "ON charges (sequence)", ""});
  EXPECT_THAT(home.Verify().faults, Contains(HasSubstr("index charges_live")));
}

// The rows say it too, and are found by another index.
TEST(Promise6WideningNeedsASignature, ARevokedMandateIsNotBroughtBackByAnIndex) {
  LedgerHome home;
  Fill(home, /*revoke=*/true);
  RemakeIndex(home, {"events_by_subject", kSubjects,
                     std::string(kSubjects) + " WHERE kind <> 'revoked'", ""});
  RemakeIndex(home, {"mandates_by_server", kOfServer,
                     "ON mandates (server_id, not_after) WHERE revoked_at >= 0", ""});
  const auto facts = home.Read()->FactsFor(TestCall(), home.clock().seconds());
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_THAT(facts->mandates, IsEmpty());
}

// As it is where an index has no entry for the event by which the user accepted the ledger.
TEST(Promise7ClosedOnABrokenChain, AnAcceptanceThatNoEventTellsOfStopsPayments) {
  LedgerHome home;
  Fill(home);
  home.Tamper("UPDATE meta SET epoch = 2");
  const auto facts = home.Read()->FactsFor(TestCall(), home.clock().seconds());
  EXPECT_TRUE(absl::IsDataLoss(facts.status())) << facts.status();
}

TEST(Promise6WideningNeedsASignature, AUsedGrantIsNotBroughtBackByAnIndex) {
  LedgerHome home;
  {
    const auto ledger = home.Open();
    const DecidedCall asked = Askable(TestCall());
    const Approval question =
        Begin(*ledger, home.clock(), asked.call)->CommitAsked(asked, QuestionOf(asked)).value();
    Order approve = home.NewOrder(OrderKind::kApprove, question.id);
    approve.binding = ApprovalBinding(question);
    approve.ceiling = question.amount;
    approve.expires_at = approve.issued_at + 3600;
    ASSERT_TRUE(home.Give(*ledger, approve).ok());
    DecidedCall paid = Payable(TestCall());
    paid.verdict.approval = question.id;
    Pay(*ledger, paid);
  }
  RemakeIndex(home, {"approvals_answered",
                     "ON approvals (call_key, expires_at)\n  WHERE state IN ('granted', 'denied')",
                     "ON approvals (call_key, expires_at)", ""});
  const auto facts = home.Read()->FactsFor(TestCall(), home.clock().seconds());
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_THAT(facts->approvals, IsEmpty());
}

}  // namespace
}  // namespace tollpass
