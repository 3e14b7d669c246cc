#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "core/approval.h"
#include "mandates/codec.h"
#include "mandates/event.h"
#include "mandates/journal.h"
#include "mandates/ledger.h"
#include "mandates/open_file.h"
#include "mandates/sql/database.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Only who can write the database can do this; the triggers do not stop him.
constexpr std::string_view kUnlock =
    "DROP TRIGGER events_are_not_changed; DROP TRIGGER events_are_not_deleted;";

/// A ledger in which every table has a row.
void FillEveryTable(LedgerHome& home) {
  const auto ledger = home.Open();
  const MandateTerms mandate = TestMandate(*ledger, "m1", home.clock().seconds());
  Order allow = home.NewOrder(OrderKind::kAllow, mandate.id);
  allow.body = EncodeMandate(mandate);
  ASSERT_TRUE(home.Give(*ledger, allow).ok());

  const DecidedCall asked = Askable(TestCall("1"));
  const Approval question =
      Begin(*ledger, home.clock(), asked.call)->CommitAsked(asked, QuestionOf(asked)).value();
  Order approve = home.NewOrder(OrderKind::kApprove, question.id);
  approve.binding = ApprovalBinding(question);
  approve.ceiling = question.amount;
  approve.expires_at = approve.issued_at + 3600;
  ASSERT_TRUE(home.Give(*ledger, approve).ok());

  DecidedCall decided = Payable(TestCall("2"));
  decided.verdict.mandate = mandate.id;
  decided.verdict.pins_payee = true;
  auto transaction = Begin(*ledger, home.clock(), decided.call);
  ASSERT_TRUE(transaction->Charge(decided.verdict.limits).ok());
  const OpenCharge charge =
      transaction->Commit(decided, TestProof(home.clock().seconds()), {{"coin", "1"}}).value();
  transaction.reset();
  Conclusion conclusion = Concluded(charge, MoneyState::kSettled, CallState::kAnswered);
  conclusion.receipt = Receipt();
  conclusion.receipt->success = true;
  conclusion.receipt->transaction = "0xaa";
  conclusion.judgement.evidence = Evidence::kMatched;
  ASSERT_TRUE(ledger->Settle(conclusion).ok());
}

TEST(Verify, FindsNothingInAGoodLedger) {
  LedgerHome home;
  FillEveryTable(home);
  const VerifyReport report = home.Verify();
  EXPECT_THAT(report.faults, IsEmpty());
  EXPECT_EQ(report.events, 6);
  EXPECT_EQ(report.head.size(), 64U);
}

TEST(Verify, TellsHowFarItIs) {
  LedgerHome home;
  FillEveryTable(home);
  std::vector<std::pair<int64_t, int64_t>> seen;
  ASSERT_TRUE(
      home.Read()->Verify([&](int64_t done, int64_t all) { seen.emplace_back(done, all); }).ok());
  EXPECT_THAT(seen, Contains(std::make_pair(int64_t{6}, int64_t{6})));
}

TEST(Verify, NamesEveryChangedEvent) {
  const struct {
    const char* change;
    const char* says;
  } cases[] = {
      {"UPDATE events SET body = replace(body, '10000', '1') WHERE sequence = 5",
       "event 5 (charged"},
      {"UPDATE events SET time = time + 1 WHERE sequence = 3", "event 3"},
      {"UPDATE events SET kind = 'declined' WHERE sequence = 3", "event 3"},
      {"UPDATE events SET subject = 'm2' WHERE sequence = 2", "event 2"},
      {"UPDATE events SET hash = zeroblob(32) WHERE sequence = 4", "event 4"},
      {"UPDATE events SET sequence = 99 WHERE sequence = 6", "events 6 to 98 are missing"},
      {"DELETE FROM events WHERE sequence = 3", "events 3 to 3 are missing"},
      {"UPDATE events SET body = '{}' WHERE sequence = 4", "event 4"},
      {"UPDATE events SET body = 'no json' WHERE sequence = 4", "cannot be replayed"},
      {"UPDATE events SET kind = 'x' WHERE sequence = 4", "no such kind"},
      {"UPDATE events SET time = 1 WHERE sequence = 4", "event 4 is older"},
  };
  for (const auto& item : cases) {
    LedgerHome home;
    FillEveryTable(home);
    home.Tamper(std::string("PRAGMA foreign_keys = OFF;") + std::string(kUnlock) + item.change);
    EXPECT_THAT(home.Verify().faults, Contains(HasSubstr(item.says))) << item.change;
  }
}

TEST(Verify, NamesEveryChangedRowOfEveryOtherTable) {
  const struct {
    const char* change;
    const char* says;
  } cases[] = {
      {"UPDATE meta SET paused_at = 5", "table meta, row (1): paused_at is 5, the events say 0"},
      {"UPDATE meta SET epoch = 2", "epoch is 2"},
      {"UPDATE meta SET approval_key = zeroblob(32)", "approval_key"},
      {"UPDATE meta SET head_sequence = 5", "head_sequence is 5, the events say 6"},
      {"UPDATE calls SET payee = '0x22' WHERE sequence = 5", "table calls, row (5): payee"},
      {"DELETE FROM calls WHERE sequence = 3", "table calls, row (3): is missing"},
      {"UPDATE charges SET money = 'released'", "money is 'released', the events say 'settled'"},
      {"UPDATE charges SET call_state = 'open'", "call_state"},
      {"UPDATE charges SET payload = 'x'", "payload"},
      {"UPDATE charges SET dead_after = 1", "dead_after is 1"},
      {"UPDATE charges SET generation = 7", "generation is 7, the events say 0"},
      {"UPDATE charges SET evidence = 'none'", "evidence"},
      {"DELETE FROM receipts_used", "table receipts_used, row ('eip155:84532'"},
      {"UPDATE counters SET sum = zeroblob(16)", "table counters"},
      {"DELETE FROM counters", "table counters, row ('all', 'USD/testnet', 'total', 0, 0)"},
      {"INSERT INTO counters VALUES ('x','y','day',0,0,zeroblob(16))", "follows from no event"},
      {"UPDATE scheme_states SET value = x'00'", "table scheme_states, row ('coin')"},
      {"UPDATE mandates SET revoked_at = 5", "table mandates, row ('m1'): revoked_at"},
      {"UPDATE mandates SET used = 0", "used is 0, the events say 1"},
      {"UPDATE mandates SET signature = zeroblob(64)", "mandate m1"},
      {"UPDATE approvals SET state = 'pending'", "table approvals"},
      {"UPDATE approvals SET amount = zeroblob(16)", "amount"},
      {"UPDATE pins SET payee = 'eip155:84532/0x22'", "table pins"},
      {"UPDATE payees_paid SET payments = 7", "payments is 7, the events say 1"},
      {"DELETE FROM orders_used", "table orders_used"},
      {"DROP TRIGGER events_are_not_deleted", "row ('trigger', 'events_are_not_deleted')"},
      {"DROP TABLE pins", "table pins cannot be read"},
      {"ALTER TABLE pins ADD COLUMN note TEXT", "table pins"},
  };
  for (const auto& item : cases) {
    LedgerHome home;
    FillEveryTable(home);
    home.Tamper(std::string("PRAGMA foreign_keys = OFF;") + item.change);
    EXPECT_THAT(home.Verify().faults, Contains(HasSubstr(item.says))) << item.change;
  }
}

TEST(Verify, ADifferenceAtTheEndOfALongTextIsFound) {
  LedgerHome home;
  DecidedCall decided = Payable(TestCall());
  decided.terms->offer = std::string(5000, 'a');
  Pay(*home.Open(), decided);
  home.Tamper("UPDATE calls SET offer = substr(offer, 1, 4999) || 'b'");
  EXPECT_THAT(home.Verify().faults, Contains(HasSubstr("offer")));
}

TEST(Verify, SumsAreThoseOfTheCharges) {
  LedgerHome home;
  const auto ledger = home.Open();
  for (int i = 0; i < 10; ++i) {
    Pay(*ledger, Payable(TestCall(std::to_string(i)), {TotalLimit(1, 100)}));
  }
  EXPECT_THAT(home.Verify().faults, IsEmpty());
  EXPECT_EQ(home.Sum("all"), "10");
}

// Events are checked some at a time, ahead of what is done with them.
TEST(Verify, NamesWhatIsWrongAnywhereInALongLedgerInItsOrder) {
  LedgerHome home;
  {
    const auto ledger = home.Open();
    for (int call = 0; call < 300; ++call) {
      Pay(*ledger, Payable(TestCall(std::to_string(call)), {TotalLimit(1, 1000)}));
    }
  }
  EXPECT_THAT(home.Verify().faults, IsEmpty());
  home.Tamper(std::string(kUnlock) +
              "UPDATE events SET subject = subject || 'x'"
              " WHERE sequence IN (2, 64, 127, 128, 129, 130, 256, 257, 301)");
  std::vector<::testing::Matcher<std::string>> named;
  for (const int sequence : {2, 64, 127, 128, 129, 130, 256, 257, 301}) {
    named.push_back(HasSubstr("event " + std::to_string(sequence) + " (charged"));
  }
  // Besides, two triggers are gone.
  std::vector<std::string> faults = home.Verify().faults;
  std::erase_if(faults, [](const std::string& fault) { return fault.starts_with("table "); });
  EXPECT_THAT(faults, ::testing::ElementsAreArray(named));
}

TEST(Events, AreOnlyAppended) {
  LedgerHome home;
  auto database =
      sql::Database::Open(home.home().LedgerPath(), sql::Database::Mode::kReadWrite).value();
  for (const char* change :
       {"UPDATE events SET body = '{}'", "DELETE FROM events", "UPDATE events SET sequence = 2"}) {
    const absl::Status status = database.Execute(change);
    EXPECT_THAT(std::string(status.message()), HasSubstr("events are never")) << change;
  }
}

TEST(Promise7ClosedOnABrokenChain, APaymentIsRefusedWhereTheNewestEventDoesNotHold) {
  const struct {
    const char* what;
    const char* change;
  } cases[] = {
      {"its body", "UPDATE events SET body = '{}' WHERE sequence = 6"},
      {"its time", "UPDATE events SET time = time + 1 WHERE sequence = 6"},
      {"its kind", "UPDATE events SET kind = 'declined' WHERE sequence = 6"},
      {"its subject", "UPDATE events SET subject = 'c0' WHERE sequence = 6"},
      {"its hash", "UPDATE events SET hash = zeroblob(32) WHERE sequence = 6"},
      {"it is gone", "DELETE FROM events WHERE sequence = 6"},
      {"the one before it is gone", "DELETE FROM events WHERE sequence = 5"},
      {"the hash before it", "UPDATE events SET hash = zeroblob(32) WHERE sequence = 5"},
      {"the head", "UPDATE meta SET head_hash = zeroblob(32)"},
      {"the number of the head", "UPDATE meta SET head_sequence = 5"},
      {"all events are gone", "DELETE FROM events"},
  };
  for (const auto& item : cases) {
    LedgerHome home;
    FillEveryTable(home);
    const auto ledger = home.Open();
    home.Tamper(std::string("PRAGMA foreign_keys = OFF;") + std::string(kUnlock) + item.change);
    const absl::Status status = TryPay(*ledger, Payable(TestCall("9"))).status();
    EXPECT_TRUE(absl::IsDataLoss(status)) << item.what << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr("ledger verify")) << item.what;
  }
}

TEST(Promise7ClosedOnABrokenChain, AnEventThatWasAddedWithoutTheKeyIsFoundOut) {
  LedgerHome home;
  FillEveryTable(home);
  const auto ledger = home.Open();
  home.Tamper(
      "INSERT INTO events SELECT 7, time, 'resumed', '', '{}', randomblob(32) FROM events"
      " WHERE sequence = 6;"
      "UPDATE meta SET head_sequence = 7,"
      " head_hash = (SELECT hash FROM events WHERE sequence = 7)");
  EXPECT_TRUE(absl::IsDataLoss(TryPay(*ledger, Payable(TestCall("9"))).status()));
}

/// What somebody writes who has the ledger's key: the chain of events holds.
void Forge(const LedgerHome& home, const StandingClock& clock, Event event) {
  const OpenedFile file = OpenLedgerFile(home.home()).value();
  auto database =
      sql::Database::Open(home.home().LedgerPath(), sql::Database::Mode::kReadWrite).value();
  Journal journal = Journal::Begin(database, file, clock).value();
  const absl::Status written = journal.Write(std::move(event));
  ASSERT_TRUE(written.ok()) << written;
  ASSERT_TRUE(journal.Commit().ok());
}

Event OrderedEvent(const Order& order, const std::string& signature) {
  return {.kind = EventKindOf(order.kind),
          .subject = order.subject,
          .body = Ordered{.order = OrderBytes(order), .signature = signature}};
}

// Whoever has the key of the ledger has not the approval key.
TEST(Verify, NamesEveryOrderThatWidensAndWasNotSigned) {
  for (const OrderKind kind : {OrderKind::kResume, OrderKind::kReconcile, OrderKind::kAcceptPin,
                               OrderKind::kCloseBreaker, OrderKind::kApprove}) {
    LedgerHome home;
    {
      const auto ledger = home.Open();
      const DecidedCall asked = Askable(TestCall());
      const Approval question =
          Begin(*ledger, home.clock(), asked.call)->CommitAsked(asked, QuestionOf(asked)).value();
      const OpenCharge charge = Pay(*ledger, Payable(TestCall("2")));
      ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
      Order order = home.NewOrder(kind, "");
      if (kind == OrderKind::kReconcile) {
        order = home.NotSettled(charge.id);
        order.binding = kSettledWord;
      } else if (kind == OrderKind::kApprove) {
        order.subject = question.id;
        order.ceiling = question.amount;
        order.binding = ApprovalBinding(question);
      } else if (kind != OrderKind::kResume) {
        order.subject = kServer;
        order.binding = "eip155:84532/0x2222222222222222222222222222222222222222";
        order.body = "search";
      }
      Forge(home, home.clock(), OrderedEvent(order, std::string(64, 'x')));
    }
    EXPECT_THAT(home.Verify().faults, Contains(HasSubstr("it was not signed by the approval key")))
        << OrderName(kind);
  }
}

TEST(Verify, NamesAnOrderThatIsWrittenAsAnother) {
  LedgerHome home;
  home.Open();
  const Order order = home.NewOrder(OrderKind::kCloseBreaker, std::string(kServer));
  Event event = OrderedEvent(order, home.approval_key().Sign(OrderBytes(order)));
  event.kind = EventKind::kResumed;
  Forge(home, home.clock(), event);
  EXPECT_THAT(home.Verify().faults, ElementsAre(HasSubstr("about an order 'close breaker'")));
}

// The order is the user's, and the sums are not in it.
TEST(Verify, NamesWhateverComesBackBeyondWhatWasCharged) {
  for (const uint64_t back : {0U, 9'999U, 10'000U}) {
    LedgerHome home;
    {
      const auto ledger = home.Open();
      const OpenCharge charge = Pay(*ledger, Payable(TestCall("1")));
      Pay(*ledger, Payable(TestCall("2")));
      ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
      home.clock().Pass(300);
      const Order order = home.NotSettled(charge.id);
      Event event = OrderedEvent(order, home.approval_key().Sign(OrderBytes(order)));
      const Limit limit = TotalLimit();
      std::get<Ordered>(event.body).given_back = {
          {.counter = limit.counter, .unit = limit.unit, .window = "total", .sum = Amount(back)}};
      Forge(home, home.clock(), event);
    }
    const std::vector<std::string> faults = home.Verify().faults;
    if (back == 10'000U) {
      EXPECT_THAT(faults, IsEmpty());
    } else {
      EXPECT_THAT(faults, ElementsAre(HasSubstr("counts other sums than it must"))) << back;
    }
  }
}

// The first orders had no word.
TEST(Verify, TakesAnOrderToReconcileWithoutAWordAsOneThatGaveBack) {
  LedgerHome home;
  {
    const auto ledger = home.Open();
    const OpenCharge charge = Pay(*ledger, Payable(TestCall("1")));
    ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
    Order order = home.NotSettled(charge.id);
    order.binding.clear();
    Event event = OrderedEvent(order, home.approval_key().Sign(OrderBytes(order)));
    const Limit limit = TotalLimit();
    std::get<Ordered>(event.body).given_back = {
        {.counter = limit.counter, .unit = limit.unit, .window = "total", .sum = Amount(10'000)}};
    Forge(home, home.clock(), event);
  }
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

// It would come back a second time.
TEST(Verify, NamesWhateverBringsBackToLifeWhatWasGivenBack) {
  for (const char* money : {"unknown", "settled", "released"}) {
    LedgerHome home;
    {
      const auto ledger = home.Open();
      const OpenCharge charge = Pay(*ledger, Payable(TestCall("1")));
      ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
      home.clock().Pass(300);
      ASSERT_TRUE(home.Give(*ledger, home.NotSettled(charge.id)).ok());
      ChargeChanged body;
      body.charge = charge.id;
      body.seen_call_state = body.state.call_state = "open";
      body.state.money = money;
      body.state.evidence = "none";
      Forge(home, home.clock(),
            {.kind = EventKind::kConcluded, .subject = charge.id, .body = std::move(body)});
    }
    if (std::string_view(money) == "released") {
      EXPECT_THAT(home.Verify().faults, IsEmpty());
    } else {
      EXPECT_THAT(home.Verify().faults, ElementsAre(HasSubstr("that is for good"))) << money;
    }
  }
}

// A no to a question needs no signature, and the pins are in no order.
TEST(Verify, NamesAPinOfAToolThatAnAnswerCannotBringBack) {
  for (const char digit : {'a', 'c'}) {
    LedgerHome home;
    {
      const auto ledger = home.Open();
      DecidedCall decided = Payable(TestCall("1"));
      decided.call.tool_definition = std::string(64, 'a');
      Pay(*ledger, decided);
      decided.call = TestCall("2");
      decided.call.tool_definition = std::string(64, 'b');
      decided.verdict.kind = VerdictKind::kAsk;
      decided.verdict.reason = Reason::kToolChanged;
      Approval asked = QuestionOf(decided);
      asked.tool_definition = decided.call.tool_definition;
      asked = Begin(*ledger, home.clock(), decided.call)->CommitAsked(decided, asked).value();
      Order approve = home.NewOrder(OrderKind::kApprove, asked.id);
      approve.binding = ApprovalBinding(asked);
      approve.ceiling = asked.amount;
      approve.expires_at = home.clock().seconds() + 60;
      ASSERT_TRUE(home.Give(*ledger, approve).ok());
      Event denied = OrderedEvent(home.NewOrder(OrderKind::kDeny, asked.id), "");
      std::get<Ordered>(denied.body).restored_pin = std::string(64, digit);
      Forge(home, home.clock(), denied);
    }
    if (digit == 'a') {
      EXPECT_THAT(home.Verify().faults, IsEmpty());
    } else {
      EXPECT_THAT(home.Verify().faults, ElementsAre(HasSubstr("another pin of the tool")));
    }
  }
}

TEST(Verify, NamesAReleaseByAWordThatTheUserDidNotSign) {
  for (const char* source : {"eip155:84532 file /x", "trusted refusal"}) {
    LedgerHome home;
    {
      const auto ledger = home.Open();
      const OpenCharge charge = Pay(*ledger, Payable(TestCall("1")));
      ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kRefused, CallState::kOpen)).ok());
      ChargeChanged body;
      body.charge = charge.id;
      body.seen_call_state = body.state.call_state = "open";
      body.state.money = "released";
      body.state.evidence = "none";
      const Limit limit = TotalLimit();
      body.given_back = {
          {.counter = limit.counter, .unit = limit.unit, .window = "total", .sum = Amount(10'000)}};
      body.sighting.source = source;
      Forge(home, home.clock(),
            {.kind = EventKind::kWitnessed, .subject = charge.id, .body = std::move(body)});
    }
    EXPECT_THAT(home.Verify().faults, ElementsAre(HasSubstr("no mandate that was signed")))
        << source;
  }
}

}  // namespace
}  // namespace tollpass
