#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

/// What a chain source of the user shows of a charge.
namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr char kSource[] = "eip155:84532 host";
constexpr int64_t kLifetime = 300;

class WitnessTest : public testing::Test {
 protected:
  WitnessTest() {
    MandateTerms terms = TestMandate(*ledger_, "m1", home_.clock().seconds());
    terms.chain_sources = {kSource};
    Order order = home_.NewOrder(OrderKind::kAllow, terms.id);
    order.body = EncodeMandate(terms);
    EXPECT_TRUE(home_.Give(*ledger_, order).ok());
  }

  /// A charge under the mandate whose call ended as `money`.
  OpenCharge Ended(const std::string& arguments, MoneyState money = MoneyState::kUnknown,
                   const std::string& mandate = "m1") {
    DecidedCall decided = Payable(TestCall(arguments));
    decided.verdict.mandate = mandate;
    OpenCharge charge = Pay(*ledger_, decided, kLifetime);
    EXPECT_TRUE(ledger_->Settle(Concluded(charge, money, CallState::kOpen)).ok());
    return charge;
  }

  ChainSighting Sighting(bool used, int64_t ago = 0) {
    return {.source = kSource,
            .used = used,
            .block_time = home_.clock().seconds() - ago,
            .block_number = 9,
            .block_hash = "0xb9"};
  }

  void LetDie() { home_.clock().Pass(kLifetime); }

  LedgerHome home_;
  std::unique_ptr<Ledger> ledger_ = home_.Open();
};

TEST_F(WitnessTest, ReleasesWhatDidNotSettleAndNeverCan) {
  const OpenCharge charge = Ended("1");
  Ended("2");
  LetDie();
  EXPECT_EQ(*ledger_->Witness(charge.id, Sighting(false)), Witnessed::kReleased);
  EXPECT_EQ(home_.Row(charge.id).money, MoneyState::kReleased);
  EXPECT_EQ(home_.Sum("all"), "10000");
  EXPECT_THAT(home_.Verify().faults, IsEmpty());
  const int64_t events = home_.CountEvents();
  EXPECT_EQ(*ledger_->Witness(charge.id, Sighting(false)), Witnessed::kReleased);
  EXPECT_EQ(home_.CountEvents(), events) << "said twice it is one event";
}

TEST_F(WitnessTest, ConfirmsWhatSettledWhenever) {
  for (const MoneyState money :
       {MoneyState::kUnknown, MoneyState::kRefused, MoneyState::kSettled}) {
    const OpenCharge charge = Ended(std::string(MoneyName(money)), money);
    EXPECT_EQ(*ledger_->Witness(charge.id, Sighting(true, 10'000)), Witnessed::kSettled);
    EXPECT_EQ(home_.Row(charge.id).money, MoneyState::kSettled);
    EXPECT_EQ(home_.Row(charge.id).evidence, Evidence::kConfirmed);
  }
  EXPECT_EQ(home_.Sum("all"), "30000");
}

// A file named by mistake, or by a program that edits the policy, may say anything: it is asked
// about again once the right one is named.
TEST_F(WitnessTest, ByASourceThatWasNotSignedSettlesNothingAndStandsInNobodysWay) {
  const OpenCharge by_source = Ended("1");
  const OpenCharge by_user = Ended("2");
  const OpenCharge approved = Ended("3", MoneyState::kRefused, "");
  LetDie();
  ChainSighting other = Sighting(true);
  other.source = "eip155:84532 file /x";
  for (const std::string& id : {by_source.id, by_user.id, approved.id}) {
    const MoneyState before = *home_.Row(id).money;
    const absl::Status told = ledger_->Witness(id, other).status();
    EXPECT_TRUE(absl::IsPermissionDenied(told)) << told;
    EXPECT_THAT(std::string(told.message()), HasSubstr("tollpass reconcile " + id + " --settled"));
    EXPECT_EQ(home_.Row(id).money, before);
    EXPECT_EQ(home_.Row(id).evidence, Evidence::kNone);
  }
  EXPECT_THAT(*ledger_->FindUnsettled("eip155:84532", home_.clock().seconds(), 10), SizeIs(2));
  EXPECT_EQ(*ledger_->Witness(by_source.id, Sighting(false)), Witnessed::kReleased);
  EXPECT_EQ(home_.Row(by_source.id).alarm, "") << "no receipt said otherwise";
  EXPECT_TRUE(home_.Give(*ledger_, home_.NotSettled(by_user.id)).ok());
  EXPECT_EQ(home_.Sum("all"), "10000");
  EXPECT_THAT(home_.Verify().faults, IsEmpty());
}

// What pays is not told to be used up, whoever gives the use back.
TEST_F(WitnessTest, GivesTheUseOfAMandateBackWhereverItIsTold) {
  MandateTerms once = TestMandate(*ledger_, "m2", home_.clock().seconds());
  once.chain_sources = {kSource};
  once.uses = 2;
  Order order = home_.NewOrder(OrderKind::kAllow, once.id);
  order.body = EncodeMandate(once);
  ASSERT_TRUE(home_.Give(*ledger_, order).ok());
  const OpenCharge seen = Ended("1", MoneyState::kUnknown, "m2");
  const OpenCharge said = Ended("2", MoneyState::kUnknown, "m2");
  LetDie();
  const auto row = [&] {
    const std::vector<MandateRow> rows = home_.Read()->Mandates().value();
    for (const MandateRow& mandate : rows) {
      if (mandate.terms.id == "m2") return mandate;
    }
    return MandateRow();
  };
  EXPECT_EQ(row().used, 2);
  EXPECT_TRUE(row().used_up);
  ASSERT_TRUE(ledger_->Witness(seen.id, Sighting(false)).ok());
  EXPECT_EQ(row().used, 1);
  EXPECT_FALSE(row().used_up);
  ASSERT_TRUE(home_.Give(*ledger_, home_.NotSettled(said.id)).ok());
  ASSERT_TRUE(ledger_->Witness(said.id, Sighting(true)).ok()) << "an alarm, and no second time";
  EXPECT_EQ(row().used, 0);
  EXPECT_THAT(home_.Verify().faults, IsEmpty());
}

TEST_F(WitnessTest, OfAnOlderBlockThanTheProofsLastMomentReleasesNothing) {
  const OpenCharge charge = Ended("1");
  LetDie();
  const auto witnessed = ledger_->Witness(charge.id, Sighting(false, 1));
  EXPECT_TRUE(absl::IsFailedPrecondition(witnessed.status())) << witnessed.status();
  EXPECT_THAT(std::string(witnessed.status().message()), HasSubstr("ask again later"));
  EXPECT_EQ(home_.Row(charge.id).money, MoneyState::kUnknown);
  EXPECT_EQ(home_.Sum("all"), "10000");
}

TEST_F(WitnessTest, ByASourceThatWasNotSignedReleasesNothing) {
  const OpenCharge charge = Ended("1");
  const OpenCharge approved = Ended("2", MoneyState::kUnknown, "");
  LetDie();
  ChainSighting other = Sighting(false);
  other.source = "eip155:84532 rpc https://evil.example finalized 00";
  EXPECT_TRUE(absl::IsPermissionDenied(ledger_->Witness(charge.id, other).status()));
  const auto witnessed = ledger_->Witness(approved.id, Sighting(false));
  EXPECT_TRUE(absl::IsPermissionDenied(witnessed.status())) << "it was paid under no mandate";
  EXPECT_THAT(std::string(witnessed.status().message()),
              HasSubstr("tollpass reconcile " + approved.id + " --not-settled"));
  EXPECT_EQ(home_.Sum("all"), "20000");
}

TEST_F(WitnessTest, OfARevokedMandateReleasesNothingButOneThatExpiredStillTells) {
  const OpenCharge charge = Ended("1");
  const OpenCharge other = Ended("2");
  home_.clock().Pass(24 * 3600);
  EXPECT_TRUE(ledger_->Witness(other.id, Sighting(false)).ok());
  ASSERT_TRUE(home_.Give(*ledger_, home_.NewOrder(OrderKind::kRevoke, "m1")).ok());
  EXPECT_TRUE(absl::IsPermissionDenied(ledger_->Witness(charge.id, Sighting(false)).status()));
  EXPECT_EQ(home_.Sum("all"), "10000");
}

TEST_F(WitnessTest, ReleasesNoProofThatNeverDies) {
  DecidedCall decided = Payable(TestCall("1"));
  decided.verdict.mandate = "m1";
  const OpenCharge charge = Pay(*ledger_, decided, 0);
  ASSERT_TRUE(ledger_->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  EXPECT_FALSE(ledger_->Witness(charge.id, Sighting(false)).ok());
  EXPECT_EQ(home_.Sum("all"), "10000");
}

TEST_F(WitnessTest, DoesNotTakeBackWhatTheChainConfirmed) {
  const OpenCharge charge = Ended("1");
  LetDie();
  ASSERT_TRUE(ledger_->Witness(charge.id, Sighting(true)).ok());
  EXPECT_FALSE(ledger_->Witness(charge.id, Sighting(false)).ok());
  EXPECT_FALSE(home_.Give(*ledger_, home_.NotSettled(charge.id)).ok());
  EXPECT_EQ(home_.Row(charge.id).money, MoneyState::kSettled);
  EXPECT_EQ(home_.Sum("all"), "10000");
}

TEST_F(WitnessTest, WhatSettledAfterTheUserTookItBackIsAnAlarm) {
  const OpenCharge charge = Ended("1");
  LetDie();
  ASSERT_TRUE(home_.Give(*ledger_, home_.NotSettled(charge.id)).ok());
  ASSERT_TRUE(ledger_->Witness(charge.id, Sighting(true)).ok());
  EXPECT_EQ(home_.Row(charge.id).money, MoneyState::kReleased);
  EXPECT_EQ(home_.Row(charge.id).alarm, "settled_after_release");
  EXPECT_EQ(home_.Row(charge.id).evidence, Evidence::kConfirmed);
}

TEST_F(WitnessTest, OfAValueThatTwoProofsShareTellsOnlyThatNeitherSettled) {
  const OpenCharge first = Ended("1");
  LetDie();
  // The user approves a second payment, which takes over the value.
  const Call call = TestCall("1");
  auto transaction = Begin(*ledger_, home_.clock(), call);
  DecidedCall decided = Payable(call);
  decided.verdict.mandate = "m1";
  ASSERT_TRUE(transaction->Charge(decided.verdict.limits).ok());
  Proof proof = TestProof(transaction->now(), kLifetime);
  proof.one_time = transaction->reusable_one_time();
  ASSERT_EQ(proof.one_time, first.proof.one_time);
  const OpenCharge second = transaction->Commit(decided, proof, {}).value();
  transaction.reset();
  ASSERT_TRUE(ledger_->Settle(Concluded(second, MoneyState::kUnknown, CallState::kOpen)).ok());
  LetDie();
  for (const std::string& id : {first.id, second.id}) {
    EXPECT_TRUE(absl::IsFailedPrecondition(ledger_->Witness(id, Sighting(true)).status()));
    EXPECT_EQ(home_.Row(id).evidence, Evidence::kNone);
  }
  EXPECT_EQ(*ledger_->Witness(first.id, Sighting(false)), Witnessed::kReleased);
  EXPECT_EQ(*ledger_->Witness(second.id, Sighting(false)), Witnessed::kReleased);
  EXPECT_EQ(home_.Sum("all"), "0");
}

TEST_F(WitnessTest, OfAnUnknownChargeIsNotFound) {
  EXPECT_TRUE(absl::IsNotFound(ledger_->Witness("c0", Sighting(true)).status()));
}

TEST_F(WitnessTest, FindsTheChargesThatEvidenceMayStillGiveBack) {
  const OpenCharge unknown = Ended("1");
  home_.clock().Pass(1);
  const OpenCharge refused = Ended("2", MoneyState::kRefused);
  Ended("3", MoneyState::kSettled);
  EXPECT_THAT(*ledger_->FindUnsettled("eip155:84532", home_.clock().seconds(), 10), IsEmpty());
  LetDie();
  const auto found = ledger_->FindUnsettled("eip155:84532", home_.clock().seconds(), 10).value();
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].id, refused.id) << "what died last comes first";
  EXPECT_EQ(found[1].id, unknown.id);
  EXPECT_EQ(found[1].proof, unknown.proof);
  EXPECT_EQ(found[1].terms, TestTerms());
  EXPECT_THAT(*ledger_->FindUnsettled("eip155:84532", home_.clock().seconds(), 1), SizeIs(1));
  ASSERT_TRUE(ledger_->Witness(unknown.id, Sighting(false)).ok());
  EXPECT_THAT(*ledger_->FindUnsettled("eip155:84532", home_.clock().seconds(), 10), SizeIs(1));
}

TEST_F(WitnessTest, FindsThemHoweverManyDiedSinceOnOtherNetworks) {
  const OpenCharge charge = Ended("1");
  home_.clock().Pass(1);
  DecidedCall elsewhere = Payable(TestCall("2"));
  elsewhere.terms->network = "eip155:8453";
  elsewhere.verdict.mandate = "m1";
  const OpenCharge later = Pay(*ledger_, elsewhere, kLifetime);
  ASSERT_TRUE(ledger_->Settle(Concluded(later, MoneyState::kUnknown, CallState::kOpen)).ok());
  LetDie();
  const auto found = ledger_->FindUnsettled("eip155:84532", home_.clock().seconds(), 1).value();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].id, charge.id);
}

// No source gives those back.
TEST_F(WitnessTest, FindsThemHoweverManyWereApprovedOnTheSameNetwork) {
  const OpenCharge charge = Ended("1");
  home_.clock().Pass(1);
  for (int i = 0; i < 8; ++i) {
    Ended("approved " + std::to_string(i), MoneyState::kUnknown, "");
  }
  LetDie();
  const auto found = ledger_->FindUnsettled("eip155:84532", home_.clock().seconds(), 8).value();
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].id, charge.id);
}

TEST_F(WitnessTest, IsAStepOfTheStory) {
  const OpenCharge charge = Ended("1");
  LetDie();
  ASSERT_TRUE(ledger_->Witness(charge.id, Sighting(false)).ok());
  const CallStory story = home_.Read()->Story(charge.id).value();
  ASSERT_THAT(story.steps, SizeIs(3));
  EXPECT_EQ(story.steps[2].kind, "witnessed");
  EXPECT_EQ(story.steps[2].money, MoneyState::kReleased);
  ASSERT_TRUE(story.steps[2].sighting.has_value());
  EXPECT_EQ(*story.steps[2].sighting, Sighting(false));
}

}  // namespace
}  // namespace tollpass
