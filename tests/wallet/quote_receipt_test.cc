#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/wallet/quote_home.h"

/// What a receipt for a quote is worth: signed by the issuer and agreeing in every member, or a
/// claim with an alarm. None of it changes what is counted.
namespace tollpass {
namespace {

using Json = nlohmann::json;

class QuoteReceipt : public testing::Test {
 protected:
  void SetUp() override {
    quote_ = Sign(GoodQuote(home_.now()), "mcpq-quote/1");
    paid_ = home_->Start()->Authorize(home_.Request(quote_.dump()));
    ASSERT_EQ(paid_.kind, DecisionKind::kPay) << ReasonCode(paid_.reason);
    receipt_ = GoodReceipt(quote_, Json::parse(paid_.proof.payload));
  }

  /// The row after the server answered with this receipt.
  LogRow After(const Json& receipt) {
    Report report;
    report.charge_id = paid_.charge_id;
    report.generation = paid_.generation;
    report.outcome = Report::Outcome::kDelivered;
    report.answered = true;
    Receipt& told = report.receipt.emplace();
    told.success = receipt.value("status", Json()) == "settled";
    told.transaction = receipt.value("reference", "");
    told.verbatim = receipt.dump();
    const absl::Status concluded = home_->Start()->Conclude(report);
    EXPECT_TRUE(concluded.ok()) << concluded;
    EXPECT_EQ(home_->SpentToday(), "10000");
    return home_->Show(paid_.charge_id);
  }

  QuoteHome home_;
  Json quote_;
  Json receipt_;
  Decision paid_;
};

TEST_F(QuoteReceipt, ThatAgreesAndIsSignedIsSigned) {
  const LogRow row = After(Sign(receipt_, "mcpq-receipt/1"));
  EXPECT_EQ(row.evidence, Evidence::kSigned);
  EXPECT_EQ(row.money, MoneyState::kSettled);
  EXPECT_EQ(row.alarm, "");
}

TEST_F(QuoteReceipt, OverLessThanWasQuotedIsSignedAndGivesNothingBack) {
  receipt_["amount"] = "1";
  receipt_["result_digest"] = DigestOf(Json{{"content", Json::array()}});
  const LogRow row = After(Sign(receipt_, "mcpq-receipt/1"));
  EXPECT_EQ(row.evidence, Evidence::kSigned);
  EXPECT_EQ(row.alarm, "");
}

struct Row {
  const char* what;
  std::function<void(Json&)> change;
  const char* alarm;
};

std::vector<Row> Rows() {
  const auto set = [](const char* member, Json value) {
    return [member, value = std::move(value)](Json& receipt) { receipt[member] = value; };
  };
  return {
      {"another protocol", set("protocol", "com.example"), "protocol"},
      {"another version", set("version", "2"), "version"},
      {"another type", set("type", "quote"), "type"},
      {"another payment", set("payment_id", "pay_000000000000000001"), "payment_id"},
      {"another quote", set("quote_digest", DigestOf(Json::object())), "quote_digest"},
      {"another proof", set("proof_digest", DigestOf(Json::object())), "proof_digest"},
      {"another status", set("status", "pending"), "status"},
      {"a larger amount", set("amount", "10001"), "amount"},
      {"an amount that is no number", set("amount", "1e4"), "amount"},
      {"another asset", set("asset", "iso4217:USD"), "asset"},
      {"another payee", set("payee", std::string(kOtherPayee)), "payee"},
      {"another issuer", set("issuer", "other.example"), "issuer"},
      {"an unknown member", set("note", "x"), "receipt"},
      {"a time that is a text", set("settled_at", "now"), "receipt"},
      {"no reference", [](Json& receipt) { receipt.erase("reference"); }, "receipt"},
  };
}

class QuoteReceiptRow : public QuoteReceipt, public testing::WithParamInterface<size_t> {};

INSTANTIATE_TEST_SUITE_P(Rows, QuoteReceiptRow, testing::Range<size_t>(0, Rows().size()));

TEST_P(QuoteReceiptRow, ThatDoesNotAgreeIsAClaimWithAnAlarm) {
  const Row row = Rows()[GetParam()];
  row.change(receipt_);
  const LogRow after = After(Sign(receipt_, "mcpq-receipt/1"));
  EXPECT_EQ(after.evidence, Evidence::kClaimed) << row.what;
  EXPECT_EQ(after.alarm, row.alarm) << row.what;
  EXPECT_NE(after.money, MoneyState::kSettled) << row.what;
}

TEST_F(QuoteReceipt, ThatAnotherKeySignedIsAClaim) {
  const LogRow row = After(Sign(receipt_, "mcpq-receipt/1", kStrangerSeed));
  EXPECT_EQ(row.evidence, Evidence::kClaimed);
  EXPECT_EQ(row.alarm, "sig");
  EXPECT_EQ(row.money, MoneyState::kUnknown);
}

TEST_F(QuoteReceipt, ThatWasChangedAfterItWasSignedIsAClaim) {
  Json receipt = Sign(receipt_, "mcpq-receipt/1");
  receipt["amount"] = "1";
  EXPECT_EQ(After(receipt).alarm, "sig");
}

TEST_F(QuoteReceipt, ThatWasSignedAsAQuoteIsAClaim) {
  EXPECT_EQ(After(Sign(receipt_, "mcpq-quote/1")).alarm, "sig");
}

TEST_F(QuoteReceipt, IsHeldToTheKeysThatWereTrustedWhenTheProofWasSigned) {
  home_->WritePolicy(kFiveADay);
  EXPECT_EQ(After(Sign(receipt_, "mcpq-receipt/1")).evidence, Evidence::kSigned);
}

}  // namespace
}  // namespace tollpass
