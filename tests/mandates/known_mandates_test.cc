#include "mandates/known_mandates.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "mandates/codec.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

class KnownMandatesOfAHome : public ::testing::Test {
 protected:
  /// The bytes of an order to allow a mandate; the same for the same id.
  std::string BytesOf(const std::string& id) {
    Order order = home_.NewOrder(OrderKind::kAllow, id);
    order.nonce = std::string(32, '0');
    order.body = EncodeMandate(TestMandate(*ledger_, id, home_.clock().seconds()));
    return OrderBytes(order);
  }

  LedgerHome home_;
  std::unique_ptr<Ledger> ledger_ = home_.Open();
  KnownMandates known_;
};

TEST_F(KnownMandatesOfAHome, DecodeTheSameBytesOnce) {
  const auto first = known_.Decode(BytesOf("m1"));
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ((*first)->terms.id, "m1");
  EXPECT_EQ((*first)->order.subject, "m1");
  EXPECT_EQ(known_.Decode(BytesOf("m1")).value(), *first);
}

TEST_F(KnownMandatesOfAHome, TakeNoOtherBytesForThose) {
  const std::string bytes = BytesOf("m1");
  ASSERT_TRUE(known_.Decode(bytes).ok());
  EXPECT_EQ(known_.Decode(BytesOf("m2")).value()->terms.id, "m2");
  EXPECT_FALSE(known_.Decode(bytes.substr(0, bytes.size() - 1)).ok());
  EXPECT_FALSE(known_.Decode(bytes + "x").ok());
}

TEST_F(KnownMandatesOfAHome, AreForgottenRatherThanGrow) {
  const std::shared_ptr<const MandateOrder> first = known_.Decode(BytesOf("m0")).value();
  for (int number = 1; number < 100; ++number) {
    ASSERT_TRUE(known_.Decode(BytesOf("m" + std::to_string(number))).ok());
  }
  EXPECT_NE(known_.Decode(BytesOf("m0")).value(), first);
}

}  // namespace
}  // namespace tollpass
