#include <gtest/gtest.h>

#include <array>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/approval.h"
#include "core/clock.h"
#include "core/order.h"
#include "core/proof.h"
#include "core/random.h"
#include "core/reason.h"
#include "core/status.h"
#include "core/verdict.h"

namespace tollpass {
namespace {

TEST(Reason, HasACodeInSnakeCaseAndASentence) {
  std::set<std::string_view> codes;
  std::set<std::string_view> sentences;
  for (const Reason reason : AllReasons()) {
    const std::string_view code = ReasonCode(reason);
    EXPECT_EQ(code.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string_view::npos)
        << code;
    EXPECT_TRUE(codes.insert(code).second) << code;
    EXPECT_TRUE(sentences.insert(ReasonSentence(reason)).second) << code;
    EXPECT_EQ(ReasonSentence(reason).back(), '.') << code;
    EXPECT_EQ(ReasonFromCode(code), reason);
  }
  EXPECT_EQ(codes.size(), static_cast<size_t>(Reason::kSigningFailed) + 1);
}

/// The enumerators of core/reason.h in order, from the header itself.
std::vector<std::string> WrittenReasons() {
  std::ifstream header(TOLLPASS_TEST_DATA "/../../core/reason.h");
  std::vector<std::string> names;
  std::string line;
  for (bool inside = false; std::getline(header, line);) {
    if (line.starts_with("enum class Reason")) inside = true;
    if (line.starts_with("};")) inside = false;
    if (inside && line.starts_with("  k")) names.push_back(line.substr(3, line.find(',') - 3));
  }
  return names;
}

std::string SnakeCase(const std::string& name) {
  std::string code;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !code.empty()) code += '_';
    code += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return code;
}

TEST(Reason, TheCodeIsTheNameInTheHeader) {
  const std::vector<std::string> names = WrittenReasons();
  ASSERT_EQ(names.size(), AllReasons().size());
  for (size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(ReasonCode(AllReasons()[i]), SnakeCase(names[i]));
  }
}

TEST(Reason, OtherCodesAreNone) {
  for (const char* code : {"", "over_", "Over_day", "over day", "unknown"}) {
    EXPECT_EQ(ReasonFromCode(code), std::nullopt) << code;
  }
}

TEST(Order, OnlyNarrowingNeedsNoSignature) {
  const std::set<OrderKind> narrow = {OrderKind::kDeny, OrderKind::kRevoke, OrderKind::kPause};
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(OrderKind::kAcceptLedger); ++i) {
    const auto kind = static_cast<OrderKind>(i);
    EXPECT_EQ(Widens(kind), narrow.count(kind) == 0) << OrderName(kind);
    EXPECT_TRUE(names.insert(OrderName(kind)).second) << OrderName(kind);
  }
  EXPECT_EQ(OrderName(OrderKind::kAllow), "allow");
}

TEST(Names, AreTheWordsOfTheLog) {
  EXPECT_STREQ(EvidenceName(Evidence::kNone), "none");
  EXPECT_STREQ(EvidenceName(Evidence::kClaimed), "claimed");
  EXPECT_STREQ(EvidenceName(Evidence::kMatched), "matched");
  EXPECT_STREQ(EvidenceName(Evidence::kSigned), "signed");
  EXPECT_STREQ(EvidenceName(Evidence::kConfirmed), "confirmed");
  EXPECT_EQ(VerdictName(VerdictKind::kPay), "pay");
  EXPECT_EQ(VerdictName(VerdictKind::kAsk), "ask");
  EXPECT_EQ(VerdictName(VerdictKind::kDeny), "deny");
  EXPECT_EQ(ApprovalStateName(ApprovalState::kPending), "pending");
  EXPECT_EQ(ApprovalStateName(ApprovalState::kGranted), "granted");
  EXPECT_EQ(ApprovalStateName(ApprovalState::kDenied), "denied");
  EXPECT_EQ(ApprovalStateName(ApprovalState::kUsed), "used");
}

TEST(Time, IsWrittenInUtc) {
  EXPECT_EQ(FormatTime(0), "1970-01-01T00:00:00Z");
  EXPECT_EQ(FormatTime(1796012086), "2026-11-30T04:14:46Z");
  EXPECT_EQ(FormatTime(951827696), "2000-02-29T12:34:56Z");
  EXPECT_EQ(FormatTime(-1), "1969-12-31T23:59:59Z");
  EXPECT_EQ(FormatTime(253402300799), "9999-12-31T23:59:59Z");
  EXPECT_EQ(FormatTime(INT64_MAX), "9999-12-31T23:59:59Z");
}

TEST(SystemClock, TellsTheMachinesTime) {
  const SystemClock clock;
  EXPECT_GT(clock.UnixMillis(), int64_t{1'700'000'000'000});
  const int64_t first = clock.SteadyMillis();
  EXPECT_GE(clock.SteadyMillis(), first);
}

/// Bytes 0, 1, 2, ...
class CountingRandom final : public Random {
 public:
  void Fill(std::span<uint8_t> bytes) override {
    for (uint8_t& byte : bytes) byte = next_++;
  }

 private:
  uint8_t next_ = 0;
};

TEST(RandomId, HasItsPrefixAndThatManyDigits) {
  CountingRandom random;
  EXPECT_EQ(RandomId(random, "c_", 8), "c_00010203");
  EXPECT_EQ(RandomId(random, "", 3), "040");
  EXPECT_EQ(RandomId(random, "a", 0), "a");
}

TEST(SystemRandom, GivesNothingTwice) {
  SystemRandom random;
  std::set<std::string> ids;
  for (int i = 0; i < 1'000; ++i) EXPECT_TRUE(ids.insert(RandomId(random, "", 32)).second);
}

TEST(At, SaysWhereAndKeepsTheCode) {
  const absl::Status status = At("policy.toml", absl::NotFoundError("no such file"));
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(status.message(), "policy.toml: no such file");
  EXPECT_TRUE(At("policy.toml", absl::OkStatus()).ok());
}

}  // namespace
}  // namespace tollpass
