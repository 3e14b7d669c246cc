#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>

#include "tests/wallet/kernel_home.h"
#include "wallet/kernel/local_kernel.h"

/// Mandates under mandates, before the kernel.
namespace tollpass {
namespace {

/// Three payments of 0.01 USDC in all.
void LimitToThree(MandateTerms& terms) {
  LimitSpec total = terms.limits.front();
  total.window = WindowKind::kTotal;
  total.maximum = *Amount(30'000).Rescale(6, kSumDecimals);
  terms.limits.push_back(total);
}

class Children {
 public:
  Children() : parent_(home_.Allow(LimitToThree)) {}

  KernelHome& home() { return home_; }
  [[nodiscard]] const std::string& parent() const { return parent_; }

  /// A child that ends `seconds` before the parent does.
  std::string AllowChild(int64_t seconds, const std::string& parent) {
    return home_.Allow([&](MandateTerms& terms) {
      LimitToThree(terms);
      terms.parent = parent;
      terms.not_after -= seconds;
    });
  }
  std::unique_ptr<Kernel> StartBound(const std::string& mandate) {
    return MakeBoundKernel(home_.home(), home_.clock(), random_, mandate);
  }
  /// Every call of it is another one.
  Decision Call(Kernel& kernel) {
    return kernel.Authorize(home_.Request("{\"n\":" + std::to_string(++calls_) + "}"));
  }
  /// What counts in the totals of each mandate, in atomic units of USDC.
  std::map<std::string, std::string> Totals() {
    std::map<std::string, std::string> totals;
    const std::vector<CounterRow> rows = (*LedgerReader::Open(home_.home()))->Counters().value();
    for (const CounterRow& row : rows) {
      if (row.counter.starts_with("mandate.") && row.window == "total") {
        totals[row.counter.substr(8)] = row.sum.Rescale(kSumDecimals, 6)->ToAtomic();
      }
    }
    return totals;
  }

 private:
  KernelHome home_;
  SystemRandom random_;
  std::string parent_;
  int calls_ = 0;
};

TEST(ChildMandate, EveryMandateAboveIsChargedWithIt) {
  Children family;
  const std::string child = family.AllowChild(10, family.parent());
  const std::string grandchild = family.AllowChild(20, child);
  const auto kernel = family.home().Start();
  const Decision paid = family.Call(*kernel);
  ASSERT_EQ(paid.kind, DecisionKind::kPay) << ReasonCode(paid.reason);
  EXPECT_EQ(family.home().Show(paid.charge_id).mandate, grandchild) << "the first to expire";
  const std::map<std::string, std::string> all = {
      {family.parent(), "10000"}, {child, "10000"}, {grandchild, "10000"}};
  EXPECT_EQ(family.Totals(), all);
}

TEST(ChildMandate, WhatAnotherChildSpentIsGone) {
  Children family;
  const std::string greedy = family.AllowChild(10, family.parent());
  const std::string modest = family.AllowChild(20, family.parent());
  const auto first = family.StartBound(greedy);
  for (int i = 0; i < 2; ++i) ASSERT_EQ(family.Call(*first).kind, DecisionKind::kPay);
  const auto second = family.StartBound(modest);
  ASSERT_EQ(family.Call(*second).kind, DecisionKind::kPay);
  const Decision stopped = family.Call(*second);
  EXPECT_EQ(stopped.kind, DecisionKind::kAsk);
  EXPECT_EQ(ReasonCode(stopped.reason), "mandate_exhausted");
  EXPECT_EQ(family.Totals()[family.parent()], "30000");
  EXPECT_EQ(family.Totals()[modest], "10000") << "it had room of its own";
}

TEST(ChildMandate, AKernelThatIsBoundPaysUnderItAndThoseBelowAlone) {
  Children family;
  const std::string child = family.AllowChild(10, family.parent());
  const std::string below = family.AllowChild(20, child);
  const std::string beside = family.AllowChild(30, family.parent());
  const auto mandate_of = [&](const std::string& bound) {
    const auto kernel = family.StartBound(bound);
    const Decision paid = family.Call(*kernel);
    return paid.kind == DecisionKind::kPay ? family.home().Show(paid.charge_id).mandate
                                           : std::string(ReasonCode(paid.reason));
  };
  EXPECT_EQ(mandate_of(child), below) << "the first of them to expire";
  EXPECT_EQ(mandate_of(beside), beside);
  EXPECT_EQ(mandate_of("m_unknown"), "no_mandate");
  EXPECT_EQ(mandate_of(""), beside) << "bound to none";
}

TEST(ChildMandate, PaysNothingOnceAMandateAboveItIsRevoked) {
  Children family;
  const std::string child = family.AllowChild(10, family.parent());
  const std::string grandchild = family.AllowChild(20, child);
  const auto kernel = family.StartBound(grandchild);
  ASSERT_EQ(family.Call(*kernel).kind, DecisionKind::kPay);
  Order revoke;
  revoke.kind = OrderKind::kRevoke;
  revoke.subject = family.parent();
  ASSERT_TRUE(family.home().GiveUnsigned(revoke).ok());
  const Decision stopped = family.Call(*kernel);
  EXPECT_EQ(stopped.kind, DecisionKind::kAsk);
  EXPECT_EQ(ReasonCode(stopped.reason), "mandate_revoked");
}

}  // namespace
}  // namespace tollpass
