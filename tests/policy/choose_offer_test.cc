#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/policy/shop.h"

namespace tollpass {
namespace {

constexpr VerdictKind kPay = VerdictKind::kPay;
constexpr VerdictKind kAsk = VerdictKind::kAsk;
constexpr VerdictKind kDeny = VerdictKind::kDeny;

JudgedOffer Judged(VerdictKind kind, uint64_t charge, std::string_view network = kTestNetwork) {
  JudgedOffer offer;
  offer.terms = On(network, ShopTerms(charge));
  offer.verdict.kind = kind;
  return offer;
}

JudgedOffer Unreadable() {
  JudgedOffer offer;
  offer.verdict.reason = Reason::kSchemeUnknown;
  return offer;
}

TEST(ChooseOffer, PayBeforeAskBeforeDenyThenPreferenceThenAmountThenOrder) {
  const Policy policy =
      Load("version = 1\nprefer = [\"USDC@eip155:421614\", \"USDC@eip155:84532\"]\n");
  const struct {
    std::string_view what;
    std::vector<JudgedOffer> offers;
    size_t chosen;
  } cases[] = {
      {"the only one", {Unreadable()}, 0},
      {"pay before a cheaper ask", {Judged(kAsk, 1), Judged(kPay, 9)}, 1},
      {"ask before deny", {Judged(kDeny, 1), Judged(kAsk, 9), Unreadable()}, 1},
      {"one bad offer does not spoil a good one", {Unreadable(), Judged(kPay, 9)}, 1},
      {"a denial with a reason of the rules says more", {Unreadable(), Judged(kDeny, 9)}, 1},
      {"preference before amount", {Judged(kPay, 1), Judged(kPay, 9, "eip155:421614")}, 1},
      {"a preferred asset before one that is not",
       {Judged(kPay, 1, kMainNetwork), Judged(kPay, 9)},
       1},
      {"the smaller amount of one asset", {Judged(kPay, 9), Judged(kPay, 3), Judged(kPay, 5)}, 1},
      {"the server's order between equals", {Judged(kPay, 3), Judged(kPay, 3)}, 0},
      {"amounts of different assets are not compared",
       {Judged(kPay, 9, kMainNetwork), Judged(kPay, 1, "eip155:1")},
       0},
      {"the smaller amount of the first asset",
       {Judged(kPay, 9, kMainNetwork), Judged(kPay, 1, "eip155:1"), Judged(kPay, 5, kMainNetwork)},
       2},
  };
  for (const auto& [what, offers, chosen] : cases) {
    EXPECT_EQ(ChooseOffer(policy, offers), chosen) << what;
  }
}

}  // namespace
}  // namespace tollpass
