#include "core/amount.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tollpass {
namespace {

constexpr const char* kMaximum = "340282366920938463463374607431768211455";  // 2^128 - 1

Amount Atomic(std::string_view digits) {
  const std::optional<Amount> amount = Amount::FromAtomic(digits);
  EXPECT_TRUE(amount.has_value()) << digits;
  return amount.value_or(Amount());
}

TEST(Amount, ReadsWholeNumbersUpToTheLastOf128Bits) {
  for (const std::string text :
       {"0", "1", "9", "10", "1000000", "9999999999999999999", "10000000000000000000",
        "18446744073709551615", "18446744073709551616", "340282366920938463463374607431768211454",
        kMaximum}) {
    EXPECT_EQ(Atomic(text).ToAtomic(), text);
  }
}

TEST(Amount, RefusesEveryOtherText) {
  const std::vector<std::string> texts = {"",
                                          " ",
                                          "00",
                                          "01",
                                          "+1",
                                          "-1",
                                          "-0",
                                          " 1",
                                          "1 ",
                                          "1\n",
                                          "0x10",
                                          "1e3",
                                          "1.0",
                                          "1,000",
                                          "1_000",
                                          "a",
                                          "１",
                                          std::string("1\0", 2),
                                          "340282366920938463463374607431768211456",
                                          "3402823669209384634633746074317682114550",
                                          std::string(100'000, '9')};
  for (const std::string& text : texts) {
    EXPECT_EQ(Amount::FromAtomic(text), std::nullopt) << text.substr(0, 50);
  }
}

TEST(Amount, IsOrderedByItsValue) {
  const std::vector<std::string> rising = {"0",
                                           "1",
                                           "18446744073709551615",
                                           "18446744073709551616",
                                           "18446744073709551617",
                                           "36893488147419103232",
                                           kMaximum};
  for (size_t i = 1; i < rising.size(); ++i) {
    EXPECT_LT(Atomic(rising[i - 1]), Atomic(rising[i]));
  }
  EXPECT_EQ(Amount(7), Atomic("7"));
  EXPECT_TRUE(Amount().IsZero());
  EXPECT_FALSE(Atomic("18446744073709551616").IsZero());
}

TEST(Amount, AddsAndSubtractsExactlyOrNotAtAll) {
  EXPECT_EQ(Atomic("18446744073709551615").Plus(Amount(1)), Atomic("18446744073709551616"));
  EXPECT_EQ(Atomic("18446744073709551616").Minus(Amount(1)), Atomic("18446744073709551615"));
  EXPECT_EQ(Atomic(kMaximum).Plus(Amount(0)), Atomic(kMaximum));
  EXPECT_EQ(Atomic(kMaximum).Minus(Atomic(kMaximum)), Amount());
  EXPECT_EQ(Atomic(kMaximum).Plus(Amount(1)), std::nullopt);
  EXPECT_EQ(Atomic(kMaximum).Plus(Atomic(kMaximum)), std::nullopt);
  EXPECT_EQ(Amount(0).Minus(Amount(1)), std::nullopt);
  EXPECT_EQ(Amount(5).Minus(Amount(6)), std::nullopt);
}

TEST(Amount, IsSixteenBytesMostSignificantFirst) {
  const std::array<uint8_t, 16> bytes = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 2, 3};
  EXPECT_EQ(Atomic("18446744073709552131").ToBytes(), bytes);
  EXPECT_EQ(Amount::FromBytes(bytes), Atomic("18446744073709552131"));
  std::array<uint8_t, 16> full;
  full.fill(0xFF);
  EXPECT_EQ(Amount::FromBytes(full).ToAtomic(), kMaximum);
}

struct RescaleCase {
  const char* amount;
  int from;
  int to;
  const char* result;  // nullptr: does not fit
};

TEST(Amount, RescalesRoundingUp) {
  const RescaleCase cases[] = {
      {"10000", 6, 18, "10000000000000000"},
      {"1", 18, 6, "1"},
      {"999999999999", 18, 6, "1"},
      {"1000000000000", 18, 6, "1"},
      {"1000000000001", 18, 6, "2"},
      {"1999999999999", 18, 6, "2"},
      {"0", 18, 6, "0"},
      {"0", 0, 77, "0"},
      {"5", 77, 0, "1"},
      {"12", 6, 6, "12"},
      {kMaximum, 18, 18, kMaximum},
      {kMaximum, 1, 0, "34028236692093846346337460743176821146"},
      {"340282366920938463463374607431768211455", 0, 1, nullptr},
      {"34028236692093846346337460743176821145", 0, 1, "340282366920938463463374607431768211450"},
      {"34028236692093846346337460743176821146", 0, 1, nullptr},
      {"1", 0, 38, "100000000000000000000000000000000000000"},
      {"1", 0, 39, nullptr},
      {"18446744073709551615", 0, 19, "184467440737095516150000000000000000000"},
      {"18446744073709551615", 0, 20, nullptr},
      {"18446744073709551616", 0, 19, "184467440737095516160000000000000000000"},
      {"1", -1, 6, nullptr},
      {"1", 6, 78, nullptr},
  };
  for (const RescaleCase& one : cases) {
    const std::optional<Amount> result = Atomic(one.amount).Rescale(one.from, one.to);
    ASSERT_EQ(result.has_value(), one.result != nullptr) << one.amount << " " << one.to;
    if (result.has_value()) {
      EXPECT_EQ(result->ToAtomic(), one.result) << one.amount;
    }
  }
}

TEST(DecimalText, IsExactAndShort) {
  EXPECT_EQ(FormatDecimal(Amount(10'000), 6), "0.01");
  EXPECT_EQ(FormatDecimal(Amount(1), 6), "0.000001");
  EXPECT_EQ(FormatDecimal(Amount(12'000'000), 6), "12");
  EXPECT_EQ(FormatDecimal(Amount(12'345'678), 6), "12.345678");
  EXPECT_EQ(FormatDecimal(Amount(100), 0), "100");
  EXPECT_EQ(FormatDecimal(Amount(0), 6), "0");
  EXPECT_EQ(FormatDecimal(Atomic(kMaximum), 18), "340282366920938463463.374607431768211455");
  EXPECT_EQ(FormatDecimal(Atomic(kMaximum), 39), "0.340282366920938463463374607431768211455");
}

struct DecimalCase {
  const char* text;
  int decimals;
  const char* atomic;
};

TEST(DecimalText, IsReadWithoutRounding) {
  const DecimalCase cases[] = {
      {"0.01", 6, "10000"},
      {"12", 6, "12000000"},
      {"0", 6, "0"},
      {"0.0", 6, "0"},
      {"1.500000", 6, "1500000"},
      {"0.000001", 6, "1"},
      {"100", 0, "100"},
      {"340282366920938463463.374607431768211455", 18, kMaximum},
  };
  for (const DecimalCase& one : cases) {
    const absl::StatusOr<Amount> amount = ParseDecimal(one.text, one.decimals);
    ASSERT_TRUE(amount.ok()) << amount.status();
    EXPECT_EQ(amount->ToAtomic(), one.atomic) << one.text;
  }
}

TEST(DecimalText, IsRefusedInEveryOtherForm) {
  const std::vector<std::string> texts = {"",
                                          " ",
                                          ".",
                                          ".5",
                                          "5.",
                                          "-1",
                                          "+1",
                                          "1e3",
                                          "1E-3",
                                          "0x1",
                                          "1,5",
                                          "1_000",
                                          "1 0",
                                          " 1",
                                          "1 ",
                                          "1.2.3",
                                          "00",
                                          "01",
                                          "01.5",
                                          "NaN",
                                          "inf",
                                          "1.2345678",
                                          "0.0000000",
                                          "0.0000001",
                                          "340282366920938463463374607431769",
                                          std::string(100'000, '1')};
  for (const std::string& text : texts) {
    const absl::StatusOr<Amount> amount = ParseDecimal(text, 6);
    EXPECT_EQ(amount.status().code(), absl::StatusCode::kInvalidArgument) << text.substr(0, 50);
  }
}

TEST(DecimalText, ErrorsSayWhatToWrite) {
  const auto error = [](std::string_view text) {
    return std::string(ParseDecimal(text, 6).status().message());
  };
  EXPECT_NE(error("1.2345678").find("at most 6 digits"), std::string::npos);
  EXPECT_NE(error("1e3").find("plain decimal like 0.01"), std::string::npos);
  EXPECT_NE(error("007").find("leading zero"), std::string::npos);
  EXPECT_NE(error(std::string(60, '9')).find("too large"), std::string::npos);
  EXPECT_LT(error(std::string(100'000, '1')).size(), 200U);
}

}  // namespace
}  // namespace tollpass
