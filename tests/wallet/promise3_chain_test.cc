#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "mandates/ledger.h"
#include "tests/fake_node/fake_node.h"
#include "tests/wallet/kernel_home.h"
#include "tests/wallet/known_keys.h"
#include "tests/wallet/scripted_chain.h"
#include "wallet/kernel/chain_facts.h"
#include "wallet/schemes/eip3009.h"

/// Promise 3: what the user's own chain source shows gives budget back, if the user signed that it
/// may; and nothing else does.
namespace tollpass {
namespace {

using ::testing::SizeIs;

// Proofs live for a minute here, then kBlockTimeLag.
constexpr int64_t kDead = 60 + kBlockTimeLag;
constexpr int64_t kMargin = 6 * 60;  // beyond it a refusal is believed

std::string Policy(const std::string& chain = "host = true") {
  return std::string(kFiveADay) + "breaker = \"off\"\n[chain.\"eip155:84532\"]\n" + chain + "\n";
}

/// A home that has spent its day: five charges, told as `outcome`.
class SpentDay {
 public:
  explicit SpentDay(
      const std::string& policy = Policy(),
      const std::function<void(MandateTerms&)>& narrow = [](MandateTerms&) {},
      Report::Outcome outcome = Report::Outcome::kLost) {
    home_.WritePolicy(policy);
    mandate_ = home_.Allow(narrow);
    kernel_ = home_.Start(chain_);
    for (int i = 0; i < 5; ++i) {
      const Decision paid = kernel_->Authorize(home_.Request("[" + std::to_string(i) + "]"));
      EXPECT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
      Report report;
      report.charge_id = paid.charge_id;
      report.outcome = outcome;
      EXPECT_TRUE(kernel_->Conclude(report).ok());
      paid_.push_back(paid);
    }
  }

  Decision Sixth() { return kernel_->Authorize(home_.Request("[6]")); }
  void LetDie() {
    home_.clock().Pass(kDead);
    chain_->block_time = home_.clock().seconds();
  }
  MoneyState MoneyOf(size_t index) const { return *home_.Show(paid_[index].charge_id).money; }
  Evidence EvidenceOf(size_t index) const { return home_.Show(paid_[index].charge_id).evidence; }
  void Restart() { kernel_ = home_.Start(chain_); }

  KernelHome& home() { return home_; }
  ScriptedChain& chain() { return *chain_; }
  Kernel& kernel() { return *kernel_; }
  const std::vector<Decision>& paid() const { return paid_; }
  const std::string& mandate() const { return mandate_; }

 private:
  KernelHome home_;
  std::shared_ptr<ScriptedChain> chain_ = std::make_shared<ScriptedChain>();
  std::unique_ptr<Kernel> kernel_;
  std::vector<Decision> paid_;
  std::string mandate_;
};

TEST(Promise3OnlyTheChainGivesBack, WhatDidNotSettleAndNeverCanIsGivenBackWhenItIsNeeded) {
  SpentDay day;
  day.LetDie();
  EXPECT_EQ(day.home().SpentToday(), "50000") << "nothing comes back by itself";
  day.chain().used = {day.paid()[0].proof.one_time, day.paid()[1].proof.one_time};
  const Decision sixth = day.Sixth();
  EXPECT_EQ(sixth.kind, DecisionKind::kPay) << ReasonCode(sixth.reason);
  EXPECT_EQ(day.MoneyOf(0), MoneyState::kSettled);
  EXPECT_EQ(day.EvidenceOf(0), Evidence::kConfirmed);
  EXPECT_EQ(day.MoneyOf(2), MoneyState::kReleased);
  EXPECT_EQ(day.MoneyOf(4), MoneyState::kReleased);
  EXPECT_EQ(day.home().SpentToday(), "30000") << "two that settled, and the sixth";
  EXPECT_THAT((*LedgerReader::Open(day.home().home()))->Verify(nullptr)->faults, SizeIs(0));
}

TEST(Promise3OnlyTheChainGivesBack, ItIsAskedAboutExactlyWhatWasSigned) {
  SpentDay day;
  day.LetDie();
  day.Sixth();
  ASSERT_THAT(day.chain().asked, SizeIs(5));
  const OneTimeUse& use = day.chain().asked.back();
  EXPECT_EQ(use.network, "eip155:84532");
  EXPECT_EQ(use.asset, CanonicalId("eip155:84532", kTestUsdc));
  EXPECT_EQ(use.payer, kAccount0);
  EXPECT_EQ(use.value.size(), 64U);
  EXPECT_LE(day.chain().longest_ms, 2'000);
}

TEST(Promise3OnlyTheChainGivesBack, NobodyIsAskedWhileThereIsRoom) {
  KernelHome home;
  home.WritePolicy(Policy());
  home.Allow();
  const auto chain = std::make_shared<ScriptedChain>();
  const auto kernel = home.Start(chain);
  const Decision paid = kernel->Authorize(home.Request("[0]"));
  Report lost;
  lost.charge_id = paid.charge_id;
  ASSERT_TRUE(kernel->Conclude(lost).ok());
  home.clock().Pass(kDead);
  EXPECT_EQ(kernel->Authorize(home.Request("[1]")).kind, DecisionKind::kPay);
  EXPECT_EQ(chain->questions, 0);
}

struct Unclear {
  const char* what;
  void (*change)(SpentDay&);
};

TEST(Promise3OnlyTheChainGivesBack, WhateverIsUnclearChangesNothing) {
  const Unclear cases[] = {
      {"a final block from before the proof's last moment",
       [](SpentDay& day) { day.chain().block_time = day.home().clock().seconds() - 1; }},
      {"a block from the future",
       [](SpentDay& day) { day.chain().block_time = day.home().clock().seconds() + 3600; }},
      {"no answer",
       [](SpentDay& day) { day.chain().failure = absl::UnavailableError("time-out"); }},
      {"a failure", [](SpentDay& day) { day.chain().failure = absl::InternalError("broken"); }},
      {"a revoked mandate",
       [](SpentDay& day) {
         Order revoke;
         revoke.kind = OrderKind::kRevoke;
         revoke.subject = day.mandate();
         ASSERT_TRUE(day.home().GiveUnsigned(revoke).ok());
       }},
      {"no source in the policy any more",
       [](SpentDay& day) {
         day.home().WritePolicy(std::string(kFiveADay) + "breaker = \"off\"\n");
       }},
      {"another source in the policy than the one that was signed",
       [](SpentDay& day) { day.home().WritePolicy(Policy("file = \"/tmp/nothing\"")); }},
  };
  for (const Unclear& unclear : cases) {
    SpentDay day;
    day.LetDie();
    unclear.change(day);
    const Decision sixth = day.Sixth();
    EXPECT_NE(sixth.kind, DecisionKind::kPay) << unclear.what;
    for (size_t i = 0; i < 5; ++i) {
      EXPECT_EQ(MoneyName(day.MoneyOf(i)), "unknown") << unclear.what;
    }
    EXPECT_EQ(day.home().SpentToday(), "50000") << unclear.what;
  }
}

TEST(Promise3OnlyTheChainGivesBack, AFileThatNamesASourceAfterwardsGetsNothing) {
  // A program that edits the file could name a node of its own.
  SpentDay day(std::string(kFiveADay) + "breaker = \"off\"\n");
  day.home().WritePolicy(Policy());
  day.LetDie();
  EXPECT_EQ(ReasonCode(day.Sixth().reason), "over_day");
  EXPECT_EQ(day.chain().questions, 1) << "it was asked";
  EXPECT_EQ(day.MoneyOf(0), MoneyState::kUnknown);
  EXPECT_EQ(day.home().SpentToday(), "50000");
}

TEST(Promise3OnlyTheChainGivesBack, AMandateThatNamesAnotherSourceGetsNothing) {
  SpentDay day(Policy(), [](MandateTerms& terms) { terms.chain_sources = {"eip155:8453 host"}; });
  day.LetDie();
  EXPECT_NE(day.Sixth().kind, DecisionKind::kPay);
  EXPECT_EQ(day.home().SpentToday(), "50000");
}

TEST(Promise3OnlyTheChainGivesBack, ACallThatStillRunsIsLeftAlone) {
  KernelHome home;
  home.WritePolicy(Policy());
  home.Allow();
  const auto chain = std::make_shared<ScriptedChain>();
  const auto kernel = home.Start(chain);
  const Decision paid = kernel->Authorize(home.Request("[0]"));
  home.clock().Pass(kDead);
  const auto ledger = Ledger::Open(home.home(), home.clock(), *std::make_unique<SystemRandom>());
  const auto witnessed = (*ledger)->Witness(
      paid.charge_id,
      {.source = "eip155:84532 host", .block_time = home.clock().seconds(), .block_hash = "0x1"});
  EXPECT_TRUE(absl::IsFailedPrecondition(witnessed.status())) << witnessed.status();
  EXPECT_EQ(home.SpentToday(), "10000");
}

TEST(Promise3OnlyTheChainGivesBack, ASourceThatGivesNothingBackIsLeftAloneForAMinute) {
  SpentDay day;
  day.LetDie();
  day.chain().failure = absl::UnavailableError("time-out");
  day.Sixth();
  day.Sixth();
  EXPECT_EQ(day.chain().questions, 1);
  day.home().clock().Pass(61);
  day.chain().failure = absl::OkStatus();
  EXPECT_EQ(day.Sixth().kind, DecisionKind::kPay);
}

TEST(Promise3OnlyTheChainGivesBack, APolicyThatWasTightenedMeanwhileHolds) {
  SpentDay day;
  day.LetDie();
  day.chain().meanwhile = [&] { day.home().WritePolicy(std::string(kFiveADay) + "pay = false\n"); };
  EXPECT_EQ(ReasonCode(day.Sixth().reason), "tool_not_payable");
}

TEST(Promise3OnlyTheChainGivesBack, AReceiptThatTheChainBeliesIsAnAlarm) {
  SpentDay day;
  Report report;
  report.charge_id = day.paid()[0].charge_id;
  report.outcome = Report::Outcome::kDelivered;
  report.receipt = Receipt{.success = true,
                           .network = "eip155:84532",
                           .transaction = "0x" + std::string(64, 'a'),
                           .payer = std::string(kAccount0),
                           .amount = {},
                           .verbatim = "{}"};
  ASSERT_TRUE(day.kernel().Conclude(report).ok());
  ASSERT_EQ(day.MoneyOf(0), MoneyState::kSettled);
  day.LetDie();
  SystemRandom random;
  const auto ledger = Ledger::Open(day.home().home(), day.home().clock(), random);
  const ChainSighting sighting = {.source = "eip155:84532 host",
                                  .used = false,
                                  .block_time = day.home().clock().seconds(),
                                  .block_number = 7,
                                  .block_hash = "0xab"};
  ASSERT_TRUE((*ledger)->Witness(report.charge_id, sighting).ok());
  EXPECT_EQ(day.MoneyOf(0), MoneyState::kReleased);
  EXPECT_EQ(day.home().Show(report.charge_id).alarm, "receipt_untrue");
}

TEST(Promise3OnlyTheChainGivesBack, OverJsonRpcToo) {
  FakeNode node;
  SpentDay day(Policy("rpc = \"" + node.url() + "\""));
  day.LetDie();
  node.SetFinal(day.home().clock().seconds());
  node.SetChainId(1);
  EXPECT_NE(day.Sixth().kind, DecisionKind::kPay) << "of another chain";
  day.home().clock().Pass(61);
  node.SetChainId(84532);
  node.Use(CanonicalId("eip155:84532", kTestUsdc), std::string(kAccount0),
           day.paid()[3].proof.one_time);
  EXPECT_EQ(day.Sixth().kind, DecisionKind::kPay);
  EXPECT_EQ(day.MoneyOf(3), MoneyState::kSettled);
  EXPECT_EQ(day.home().SpentToday(), "20000");
}

TEST(Promise3OnlyTheChainGivesBack, WhatNoSourceMayGiveBackStandsInNobodysWay) {
  KernelHome home;
  home.WritePolicy(Policy());
  const auto chain = std::make_shared<ScriptedChain>();
  const auto kernel = home.Start(chain);
  const auto call = [&](const std::string& arguments) {
    return kernel->Authorize(home.Request(arguments, "5000"));
  };
  const auto lose = [&](const std::string& arguments) {
    Report lost;
    lost.charge_id = call(arguments).charge_id;
    EXPECT_TRUE(kernel->Conclude(lost).ok());
    home.clock().Pass(1);
    return lost.charge_id;
  };
  home.Allow([](MandateTerms& terms) { terms.uses = 1; });
  const std::string oldest = lose("[0]");
  home.Allow([](MandateTerms& terms) { terms.chain_sources = {"eip155:8453 host"}; });
  for (int64_t i = 0; i <= BudgetSearch::kMostAsked; ++i) lose("[1," + std::to_string(i) + "]");
  EXPECT_EQ(home.SpentToday(), "50000");
  home.clock().Pass(kDead);
  chain->block_time = home.clock().seconds();
  EXPECT_EQ(ReasonCode(call("[2]").reason), "over_day");
  EXPECT_EQ(*home.Show(oldest).money, MoneyState::kUnknown) << "others died last";
  home.clock().Pass(61);
  EXPECT_EQ(call("[2]").kind, DecisionKind::kPay);
  EXPECT_EQ(*home.Show(oldest).money, MoneyState::kReleased);
  EXPECT_LE(chain->asked.size(), static_cast<size_t>(2 * BudgetSearch::kMostAsked));
}

std::string Trusting(const std::string& words) {
  return std::string(kFiveADay) + "breaker = \"off\"\ntrust = [" + words + "]\n";
}

TEST(Promise3AUserMayTrustAServer, ARefusalGivesBackOnceTheProofIsDead) {
  SpentDay day(
      Trusting("\"refusals\""), [](MandateTerms&) {}, Report::Outcome::kRefused);
  EXPECT_NE(day.Sixth().kind, DecisionKind::kPay) << "the proof can still settle";
  day.home().clock().Pass(kDead);
  EXPECT_NE(day.Sixth().kind, DecisionKind::kPay) << "the clock may be a few minutes ahead";
  day.home().clock().Pass(kMargin);
  EXPECT_EQ(day.Sixth().kind, DecisionKind::kPay);
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(day.MoneyOf(i), MoneyState::kReleased);
  EXPECT_EQ(day.home().SpentToday(), "10000");
  EXPECT_THAT((*LedgerReader::Open(day.home().home()))->Verify(nullptr)->faults, SizeIs(0));
}

TEST(Promise3AUserMayTrustAServer, TheFileAndWhatWasSignedMustBothSaySo) {
  const auto strip = [](MandateTerms& terms) { terms.trust.clear(); };
  const auto keep = [](MandateTerms&) {};
  const struct {
    const char* what;
    std::string signed_policy;
    std::string policy;
    std::function<void(MandateTerms&)> narrow;
    Report::Outcome outcome;
  } cases[] = {
      {"not signed", Trusting("\"refusals\""), Trusting("\"refusals\""), strip,
       Report::Outcome::kRefused},
      {"not in the file any more", Trusting("\"refusals\""), Trusting(""), keep,
       Report::Outcome::kRefused},
      {"written into the file later", Trusting(""), Trusting("\"refusals\""), keep,
       Report::Outcome::kRefused},
      {"other trust", Trusting("\"receipts\""), Trusting("\"receipts\""), keep,
       Report::Outcome::kRefused},
      {"lost, not refused", Trusting("\"refusals\""), Trusting("\"refusals\""), keep,
       Report::Outcome::kLost},
  };
  for (const auto& item : cases) {
    SpentDay day(item.signed_policy, item.narrow, item.outcome);
    day.home().WritePolicy(item.policy);
    day.home().clock().Pass(kDead + kMargin);
    EXPECT_NE(day.Sixth().kind, DecisionKind::kPay) << item.what;
    EXPECT_EQ(day.home().SpentToday(), "50000") << item.what;
  }
}

/// What counts of one refused charge when its proof is dead, after `end` was told of it.
std::string SpentAfterRefusal(const std::function<void(KernelHome&, Kernel&, Report)>& end) {
  KernelHome home;
  home.WritePolicy(Trusting("\"refusals\""));
  home.Allow();
  const auto kernel = home.Start();
  Report report;
  report.charge_id = kernel->Authorize(home.Request("{}")).charge_id;
  report.outcome = Report::Outcome::kRefused;
  end(home, *kernel, report);
  home.clock().Pass(kDead + kMargin);
  home.WritePolicy(Trusting("\"refusals\"") + "pay = false\n");
  kernel->Authorize(home.Request("[1]"));
  return home.SpentToday();
}

TEST(Promise3AUserMayTrustAServer, OnlyARefusalThatIsPlainGivesBack) {
  const auto told = [](KernelHome&, Kernel& kernel, Report report) {
    ASSERT_TRUE(kernel.Conclude(report).ok());
  };
  EXPECT_EQ(SpentAfterRefusal(told), "0");
  EXPECT_EQ(SpentAfterRefusal([](KernelHome& home, Kernel& kernel, Report report) {
              Report lost = report;
              lost.outcome = Report::Outcome::kLost;
              ASSERT_TRUE(kernel.Conclude(lost).ok());
              const Decision repeat = kernel.Authorize(home.Request("{}"));
              ASSERT_EQ(repeat.kind, DecisionKind::kRepeat);
              report.generation = repeat.generation;
              ASSERT_TRUE(kernel.Conclude(report).ok());
            }),
            "10000")
      << "the first one may have been taken";
  EXPECT_EQ(SpentAfterRefusal([](KernelHome&, Kernel& kernel, Report report) {
              report.receipt = Receipt{.success = false,
                                       .network = "eip155:84532",
                                       .transaction = "0xab",
                                       .payer = {},
                                       .amount = {},
                                       .verbatim = R"({"success":false,"transaction":"0xab"})"};
              ASSERT_TRUE(kernel.Conclude(report).ok());
            }),
            "10000")
      << "it names a transaction";
  for (const char* words :
       {"invalid_exact_evm_nonce_already_used", "settlement_pending", "duplicate_settlement"}) {
    EXPECT_EQ(SpentAfterRefusal([&](KernelHome&, Kernel& kernel, Report report) {
                report.server_text = words;
                ASSERT_TRUE(kernel.Conclude(report).ok());
              }),
              "10000")
        << words;
  }
}

/// What counts today after a receipt for `amount` under `policy`.
std::string SpentAfterReceipt(const std::string& policy, const std::string& amount,
                              const std::function<void(MandateTerms&)>& narrow,
                              const std::string& payer = std::string(kAccount0)) {
  KernelHome home;
  home.WritePolicy(policy);
  home.Allow(narrow);
  const auto kernel = home.Start();
  const Decision paid = kernel->Authorize(home.Request("{}"));
  Report report;
  report.charge_id = paid.charge_id;
  report.outcome = Report::Outcome::kDelivered;
  report.answered = true;
  report.receipt = Receipt{.success = true,
                           .network = "eip155:84532",
                           .transaction = "0x" + std::string(64, 'a'),
                           .payer = payer,
                           .amount = amount,
                           .verbatim = "{}"};
  EXPECT_TRUE(kernel->Conclude(report).ok());
  EXPECT_TRUE(kernel->Conclude(report).ok()) << "told twice it is the same";
  EXPECT_THAT((*LedgerReader::Open(home.home()))->Verify(nullptr)->faults, SizeIs(0));
  return home.SpentToday();
}

TEST(Promise3AUserMayTrustAServer, ALowerReceiptLowers) {
  const auto keep = [](MandateTerms&) {};
  const auto strip = [](MandateTerms& terms) { terms.trust.clear(); };
  const std::string trusting = Trusting("\"receipts\"");
  EXPECT_EQ(SpentAfterReceipt(trusting, "4000", keep), "4000");
  EXPECT_EQ(SpentAfterReceipt(trusting, "0", keep), "0");
  EXPECT_EQ(SpentAfterReceipt(trusting, "10000", keep), "10000");
  EXPECT_EQ(SpentAfterReceipt(trusting, "", keep), "10000");
  EXPECT_EQ(SpentAfterReceipt(trusting, "10001", keep), "10000") << "a larger one is an alarm";
  EXPECT_EQ(SpentAfterReceipt(trusting, "4000", strip), "10000") << "not signed";
  EXPECT_EQ(SpentAfterReceipt(Trusting("\"refusals\""), "4000", keep), "10000");
  EXPECT_EQ(SpentAfterReceipt(std::string(kFiveADay), "4000", keep), "10000");
  EXPECT_EQ(SpentAfterReceipt(trusting, "4000", keep, std::string(kAccount1)), "10000")
      << "a receipt about somebody else";
}

}  // namespace
}  // namespace tollpass
