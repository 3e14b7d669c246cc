#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/encoding.h"
#include "core/mandate_chain.h"
#include "mandates/codec.h"
#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

/// As the ids that are drawn, in which alone a delegate signs.
constexpr const char* kDelegated = "m00000000a2";

/// A ledger with mandates above each other.
class Family {
 public:
  Family() : ledger_(home_.Open()) {}

  LedgerHome& home() { return home_; }
  Ledger& ledger() { return *ledger_; }

  [[nodiscard]] MandateTerms Terms(const std::string& id, const std::string& parent = "") {
    MandateTerms terms = TestMandate(*ledger_, id, start_);
    terms.parent = parent;
    return terms;
  }
  Order Allowing(const MandateTerms& terms) {
    Order order = home_.NewOrder(OrderKind::kAllow, terms.id);
    order.body = EncodeMandate(terms);
    return order;
  }
  absl::Status TryAllow(const MandateTerms& terms) { return home_.Give(*ledger_, Allowing(terms)); }
  void Allow(const MandateTerms& terms) {
    const absl::Status allowed = TryAllow(terms);
    ASSERT_TRUE(allowed.ok()) << allowed;
  }
  /// m1, m2 under it, ...
  void AllowChain(size_t links) {
    for (size_t i = 1; i <= links; ++i) {
      Allow(Terms("m" + std::to_string(i), i == 1 ? "" : "m" + std::to_string(i - 1)));
    }
  }
  absl::Status SignedBy(const TestApprovalKey& key, const Order& order) {
    return ledger_->Resolve(order, key.Sign(OrderBytes(order)));
  }
  /// Those of the facts whose chain is whole.
  std::vector<std::string> Usable() {
    const auto transaction = Begin(*ledger_, home_.clock(), TestCall());
    const std::vector<MandateTerms>& mandates = transaction->facts().mandates;
    std::vector<std::string> ids;
    for (const MandateTerms& terms : mandates) {
      if (!ChainOf(mandates, terms).empty()) ids.push_back(terms.id);
    }
    return ids;
  }
  absl::Status TryPay(const std::string& mandate, const std::vector<std::string>& charged) {
    std::vector<Limit> limits = {TotalLimit()};
    for (const std::string& id : charged) {
      limits.push_back(TotalLimit());
      limits.back().counter = MandateCounter(id);
      limits.back().mandate = id;
    }
    DecidedCall decided = Payable(TestCall(), limits);
    decided.verdict.mandate = mandate;
    return tollpass::TryPay(*ledger_, decided).status();
  }
  MandateRow Row(const std::string& id) {
    const std::vector<MandateRow> rows = home_.Read()->Mandates().value();
    for (const MandateRow& row : rows) {
      if (row.terms.id == id) return row;
    }
    ADD_FAILURE() << "no mandate " << id;
    return {};
  }

 private:
  LedgerHome home_;
  std::unique_ptr<Ledger> ledger_;
  int64_t start_ = home_.clock().seconds();
};

TEST(Child, AChainHasEightLinksAndNotNine) {
  Family family;
  family.AllowChain(kMaxMandateLinks);
  EXPECT_THAT(family.Usable(), SizeIs(8));
  EXPECT_THAT(family.home().Verify().faults, IsEmpty());
  const absl::Status ninth = family.TryAllow(family.Terms("m9", "m8"));
  EXPECT_TRUE(absl::IsFailedPrecondition(ninth));
  EXPECT_THAT(ninth.message(), HasSubstr("8 mandates are above each other"));
  EXPECT_THAT(family.Usable(), SizeIs(8));
}

TEST(Promise6AChildOnlyNarrows, OneThatIsWiderIsNotTaken) {
  Family family;
  family.AllowChain(1);
  MandateTerms wider = family.Terms("m2", "m1");
  wider.max_validity = 301;
  const absl::Status refused = family.TryAllow(wider);
  EXPECT_TRUE(absl::IsFailedPrecondition(refused));
  EXPECT_THAT(refused.message(), HasSubstr("max_validity: 301s, where it says 300s"));
  EXPECT_TRUE(absl::IsNotFound(family.TryAllow(family.Terms("m2", "m0"))));
  EXPECT_FALSE(family.TryAllow(family.Terms("m2", "m2")).ok()) << "its own parent";
  EXPECT_THAT(family.Usable(), UnorderedElementsAre("m1"));
}

TEST(Promise6AChildOnlyNarrows, WhatAParentThatEndedWouldAllowIsNotTaken) {
  Family family;
  family.AllowChain(2);
  family.home().clock().Pass(3600);
  MandateTerms late = family.Terms("m3", "m2");
  late.not_after -= 1;
  EXPECT_FALSE(family.TryAllow(late).ok()) << "expired";
  Family revoked;
  revoked.AllowChain(2);
  ASSERT_TRUE(revoked.ledger().Resolve(revoked.home().NewOrder(OrderKind::kRevoke, "m1"), "").ok());
  const absl::Status refused = revoked.TryAllow(revoked.Terms("m3", "m2"));
  EXPECT_THAT(refused.message(), HasSubstr("m1 was revoked"));
}

TEST(Promise6ADelegateSignsBelowItsMandateOnly, AndTheLedgerTakesNothingElse) {
  Family family;
  const TestApprovalKey delegate;
  const TestApprovalKey stranger;
  MandateTerms parent = family.Terms("m1");
  parent.delegate_key = HexEncode(delegate.public_key());
  family.Allow(parent);
  const Order child = family.Allowing(family.Terms(kDelegated, "m1"));
  EXPECT_TRUE(absl::IsPermissionDenied(family.SignedBy(stranger, child))) << "another key";
  EXPECT_TRUE(absl::IsPermissionDenied(
      family.SignedBy(delegate, family.Allowing(family.Terms(kDelegated)))))
      << "a root";
  EXPECT_TRUE(absl::IsPermissionDenied(
      family.SignedBy(delegate, family.home().NewOrder(OrderKind::kResume, ""))))
      << "another order";
  const absl::Status taken = family.SignedBy(delegate, child);
  ASSERT_TRUE(taken.ok()) << taken;
  EXPECT_THAT(family.Usable(), UnorderedElementsAre("m1", kDelegated));
  EXPECT_TRUE(family.Row(kDelegated).by_delegate);
  EXPECT_FALSE(family.Row("m1").by_delegate);
  EXPECT_TRUE(absl::IsPermissionDenied(
      family.SignedBy(delegate, family.Allowing(family.Terms("m00000000a3", kDelegated)))))
      << "below its child, which names no delegate";
  EXPECT_FALSE(family.SignedBy(delegate, child).ok()) << "a second time";
  EXPECT_THAT(family.home().Verify().faults, IsEmpty());
}

TEST(Promise6ADelegateSignsBelowItsMandateOnly, WhatItSignedMayBeOlderThanAnHour) {
  Family family;
  const TestApprovalKey delegate;
  MandateTerms parent = family.Terms("m1");
  parent.delegate_key = HexEncode(delegate.public_key());
  parent.not_after += 36000;
  family.Allow(parent);
  MandateTerms terms = family.Terms(kDelegated, "m1");
  terms.not_after += 36000;
  const Order by_delegate = family.Allowing(terms);
  terms.id = "m3";
  const Order by_user = family.Allowing(terms);
  family.home().clock().Pass(7200);
  EXPECT_TRUE(family.SignedBy(delegate, by_delegate).ok());
  EXPECT_FALSE(family.home().Give(family.ledger(), by_user).ok());
  Order ahead = family.Allowing(family.Terms("m00000000a4", "m1"));
  ahead.issued_at += 3600;
  EXPECT_FALSE(family.SignedBy(delegate, ahead).ok());
}

TEST(Promise6ADelegateSignsBelowItsMandateOnly, ARowThatItDidNotSignIsPassedOver) {
  Family family;
  const TestApprovalKey delegate;
  MandateTerms parent = family.Terms("m1");
  parent.delegate_key = HexEncode(delegate.public_key());
  family.Allow(parent);
  ASSERT_TRUE(family.SignedBy(delegate, family.Allowing(family.Terms(kDelegated, "m1"))).ok());
  family.home().Tamper("UPDATE mandates SET signature = zeroblob(64) WHERE id <> 'm1'");
  EXPECT_THAT(family.Usable(), UnorderedElementsAre("m1"));
  EXPECT_THAT(family.home().Verify().faults, ::testing::Not(IsEmpty()));
}

/// A family whose root, m1, names a delegate.
class DelegatedFamily : public Family {
 public:
  DelegatedFamily() {
    MandateTerms parent = Terms("m1");
    parent.delegate_key = HexEncode(delegate_.public_key());
    Allow(parent);
  }

  absl::Status Import(const MandateTerms& terms) { return SignedBy(delegate_, Allowing(terms)); }

  /// The row of `terms.id` becomes what the delegate signs for `terms`.
  void PutIn(const MandateTerms& terms) {
    const std::string order = OrderBytes(Allowing(terms));
    home().Tamper("UPDATE mandates SET order_bytes = x'" + HexEncode(order) + "', signature = x'" +
                  HexEncode(delegate_.Sign(order)) + "' WHERE id = '" + terms.id + "'");
  }

 private:
  TestApprovalKey delegate_;
};

TEST(Promise6AChildOnlyNarrows, OneThatADelegateSignedWiderIsNotTaken) {
  DelegatedFamily family;
  MandateTerms wider = family.Terms(kDelegated, "m1");
  wider.max_validity = 301;
  const absl::Status refused = family.Import(wider);
  EXPECT_TRUE(absl::IsFailedPrecondition(refused)) << refused;
  EXPECT_THAT(refused.message(), HasSubstr("max_validity: 301s, where it says 300s"));
  EXPECT_THAT(family.Usable(), UnorderedElementsAre("m1"));
}

TEST(Promise6AChildOnlyNarrows, AWiderRowPutInBehindTheLedgerIsPassedOverThoughItsDelegateSigned) {
  DelegatedFamily family;
  MandateTerms terms = family.Terms(kDelegated, "m1");
  ASSERT_TRUE(family.Import(terms).ok());
  terms.uses = 5;  // Less than its parent's: what is put in is taken for what it is.
  family.PutIn(terms);
  EXPECT_THAT(family.Usable(), UnorderedElementsAre("m1", kDelegated));
  terms.max_validity = 301;
  family.PutIn(terms);
  EXPECT_THAT(family.Usable(), UnorderedElementsAre("m1"));
  EXPECT_THAT(family.home().Verify().faults,
              ::testing::Contains(HasSubstr("max_validity: 301s, where it says 300s")));
}

TEST(Promise6ADelegateSignsBelowItsMandateOnly, ItChoosesNoIdThatAShortenedOneFallsOn) {
  DelegatedFamily family;
  for (const char* id :
       {"m", "m0000", "m00000000a", "m00000000a22", "m00000000A2", "x00000000a2"}) {
    const absl::Status refused = family.Import(family.Terms(id, "m1"));
    EXPECT_TRUE(absl::IsInvalidArgument(refused)) << id << ": " << refused;
  }
  EXPECT_THAT(family.Usable(), UnorderedElementsAre("m1"));
  EXPECT_TRUE(family.Import(family.Terms(kDelegated, "m1")).ok());
}

TEST(Promise6ADelegateSignsBelowItsMandateOnly, ItAddsNeitherLongOnesNorAnyNumber) {
  DelegatedFamily family;
  MandateTerms longest = family.Terms(kDelegated, "m1");
  longest.only_tools.clear();
  for (int i = 0; i < 700; ++i) longest.only_tools.emplace_back(100, 'a');
  const absl::Status too_long = family.Import(longest);
  EXPECT_TRUE(absl::IsInvalidArgument(too_long)) << too_long;
  std::vector<std::string> ids;
  for (int i = 0; i < 64; ++i) {
    MandateTerms child = family.Terms("m00000001" + std::to_string(10 + i), "m1");
    child.not_after -= i == 0 ? 3000 : 0;
    ids.push_back(child.id);
    const absl::Status taken = family.Import(child);
    ASSERT_TRUE(taken.ok()) << i << ": " << taken;
  }
  const MandateTerms next = family.Terms(kDelegated, "m1");
  const absl::Status refused = family.Import(next);
  EXPECT_TRUE(absl::IsFailedPrecondition(refused)) << refused;
  EXPECT_THAT(refused.message(), HasSubstr("64 mandates are live below m1"));
  family.home().clock().Pass(700);
  EXPECT_TRUE(family.Import(next).ok()) << "one expired";
  MandateTerms last = family.Terms("m00000000a3", "m1");
  EXPECT_FALSE(family.Import(last).ok());
  const Order revoke = family.home().NewOrder(OrderKind::kRevoke, ids.back());
  ASSERT_TRUE(family.ledger().Resolve(revoke, "").ok());
  EXPECT_TRUE(family.Import(last).ok()) << "one was revoked";
  last.id = "m00000000a4";
  EXPECT_TRUE(family.TryAllow(last).ok()) << "the user's own key is not bounded";
}

TEST(Child, RevokingAnyLinkEndsWhatIsBelowIt) {
  for (const std::string link : {"m1", "m2", "m3"}) {
    Family family;
    family.AllowChain(4);
    const Order order = family.home().NewOrder(OrderKind::kRevoke, link);
    ASSERT_TRUE(family.ledger().Resolve(order, "").ok());
    std::vector<std::string> left = {"m1", "m2", "m3", "m4"};
    left.erase(std::find(left.begin(), left.end(), link), left.end());
    EXPECT_THAT(family.Usable(), ::testing::UnorderedElementsAreArray(left)) << link;
    EXPECT_TRUE(family.Row("m4").revoked) << link;
    // Its event counts, so a row that was put back into an older state stays dead.
    family.home().Tamper("UPDATE mandates SET revoked_at = 0");
    EXPECT_THAT(family.Usable(), ::testing::UnorderedElementsAreArray(left)) << link;
    EXPECT_FALSE(family.TryPay("m4", {"m1", "m2", "m3", "m4"}).ok()) << link;
  }
}

TEST(Child, APaymentIsCommittedOnlyWithEveryAncestorCharged) {
  Family family;
  family.AllowChain(3);
  EXPECT_FALSE(family.TryPay("m3", {"m3", "m2"}).ok());
  EXPECT_FALSE(family.TryPay("m3", {"m3", "m1"}).ok());
  EXPECT_EQ(family.home().Sum("all"), "0");
  const absl::Status paid = family.TryPay("m3", {"m3", "m2", "m1"});
  EXPECT_TRUE(paid.ok()) << paid;
  EXPECT_EQ(family.home().Sum("mandate.m1"), "10000");
  for (const char* id : {"m1", "m2", "m3"}) EXPECT_EQ(family.Row(id).used, 1) << id;
  EXPECT_THAT(family.home().Verify().faults, IsEmpty());
}

TEST(Child, EveryLinkMustHaveBegunAndNotExpired) {
  Family family;
  MandateTerms parent = family.Terms("m1");
  parent.not_before += 10;
  family.Allow(parent);
  MandateTerms child = family.Terms("m2", "m1");
  child.not_before += 10;
  child.not_after -= 100;
  family.Allow(child);
  EXPECT_FALSE(family.TryPay("m2", {"m2", "m1"}).ok()) << "not yet";
  family.home().clock().Pass(10);
  EXPECT_TRUE(family.TryPay("m2", {"m2", "m1"}).ok());
  family.home().clock().Pass(3490);
  EXPECT_FALSE(family.TryPay("m2", {"m2", "m1"}).ok()) << "expired";
}

TEST(Child, IsUsedUpWithTheOneAboveIt) {
  Family family;
  MandateTerms parent = family.Terms("m1");
  parent.uses = 2;
  family.Allow(parent);
  for (const char* id : {"m2", "m3"}) {
    MandateTerms child = family.Terms(id, "m1");
    child.uses = 2;
    family.Allow(child);
  }
  ASSERT_TRUE(family.TryPay("m2", {"m2", "m1"}).ok());
  EXPECT_FALSE(family.Row("m1").used_up);
  ASSERT_TRUE(family.TryPay("m3", {"m3", "m1"}).ok());
  EXPECT_EQ(family.Row("m1").used, 2);
  for (const char* id : {"m1", "m2", "m3"}) EXPECT_TRUE(family.Row(id).used_up) << id;
}

}  // namespace
}  // namespace tollpass
