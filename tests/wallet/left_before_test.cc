#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/kernel_home.h"
#include "tests/wallet/known_keys.h"
#include "tests/wallet/ledger_shell.h"
#include "wallet/kernel/local_kernel.h"

/// Whatever keeps a repeat from being sent, the decision says that a proof for the call left
/// before.
namespace tollpass {
namespace {

constexpr int64_t kProofIsDead = 3600;

struct Obstacle {
  Reason reason;  // of a call that has no elder
  std::function<void(KernelHome&, AuthorizeRequest&)> make;
  bool runs_on = true;  // the kernel that paid first goes on, else a new one starts
};

using Change = std::function<void(AuthorizeRequest&)>;

Obstacle Asked(Reason reason, const Change& change) {
  return {reason, [change](KernelHome&, AuthorizeRequest& request) { change(request); }};
}

Obstacle Offered(Reason reason, const std::function<void(Offer&)>& change) {
  return Asked(reason,
               [change](AuthorizeRequest& request) { change(request.challenge.offers[0]); });
}

Obstacle Defect(Reason reason) {
  return Asked(reason, [reason](AuthorizeRequest& request) { request.challenge.defect = reason; });
}

/// `from` becomes `to` in the policy; an empty `from` is its end.
Obstacle Ruled(Reason reason, const std::string& from, const std::string& to) {
  return {reason, [from, to](KernelHome& home, AuthorizeRequest&) {
            std::string policy(kFiveADay);
            const size_t at = from.empty() ? policy.size() : policy.find(from);
            ASSERT_NE(at, std::string::npos) << from;
            home.WritePolicy(policy.replace(at, from.size(), to));
          }};
}

Obstacle Keyed(Reason reason, const char* name, const char* header) {
  return {reason,
          [name, header](KernelHome& home, AuthorizeRequest&) {
            std::filesystem::remove(home.home().KeysPath() + "/eip155.testnet.key");
            if (header == nullptr) return;
            home.WriteFile(name, std::string(header) + "\n" + std::string(kSecret0) + "\n");
          },
          false};
}

Obstacle Ordered(Reason reason, OrderKind kind, const std::string& subject = "") {
  return {reason, [kind, subject](KernelHome& home, AuthorizeRequest&) {
            Order order;
            order.kind = kind;
            order.subject = subject;
            EXPECT_TRUE(home.GiveUnsigned(order).ok());
          }};
}

constexpr Reason kQuoteReasons[] = {
    Reason::kQuoteMalformed,        Reason::kQuoteProtocolUnsupported,
    Reason::kQuoteIssuerUnknown,    Reason::kQuoteKeyUnpinned,
    Reason::kQuoteSignatureInvalid, Reason::kQuoteNotYetValid,
    Reason::kQuoteExpired,          Reason::kQuoteLifetime,
    Reason::kQuoteToolMismatch,     Reason::kQuoteArgsMismatch,
    Reason::kQuoteRailUnsupported,  Reason::kQuoteAssetUnsupported,
    Reason::kQuoteDecimalsMismatch, Reason::kQuoteReplayed,
};

Obstacle Sealed() {
  return {Reason::kKeyLocked,
          [](KernelHome& home, AuthorizeRequest&) {
            home.WriteFile("keys/eip155.testnet.key",
                           SealedFile({KeyKind::kSecp256k1, "eip155", NetworkClass::kTest,
                                       KeyStorage::kSealed},
                                      SecretFromHex(kSecret0)));
          },
          false};
}

std::vector<Obstacle> Obstacles(const std::string& mandate) {
  std::vector<Obstacle> obstacles = {
      Defect(Reason::kAmbiguousChallenge),
      Defect(Reason::kChallengeMalformed),
      Defect(Reason::kChallengeTooLarge),
      Defect(Reason::kNotPayable),
      Asked(Reason::kTooManyOffers,
            [](AuthorizeRequest& request) {
              auto& offers = request.challenge.offers;
              offers.resize(kMaxOffers + 1, offers[0]);
            }),
      Offered(Reason::kBadAmount, [](Offer& offer) { offer.amount = "x"; }),
      Offered(Reason::kBadNetwork, [](Offer& offer) { offer.network = "?"; }),
      Offered(Reason::kBadPayee, [](Offer& offer) { offer.pay_to = "0x1"; }),
      Offered(Reason::kBadTimeout, [](Offer& offer) { offer.timeout_seconds = 0; }),
      Offered(Reason::kSchemeUnknown, [](Offer& offer) { offer.scheme = "none"; }),
      Offered(Reason::kMethodNotSupported,
              [](Offer& offer) { offer.extra = R"({"assetTransferMethod":"permit2"})"; }),
      Offered(Reason::kDomainMismatch,
              [](Offer& offer) { offer.extra = R"({"name":"Other","version":"2"})"; }),
      Offered(Reason::kAssetUnknown, [](Offer& offer) { offer.asset = kOtherPayee; }),
      Offered(Reason::kPayeeNotAllowed, [](Offer& offer) { offer.pay_to = kOtherPayee; }),
      Offered(Reason::kOverPerCall, [](Offer& offer) { offer.amount = "20001"; }),
      Ruled(Reason::kServerUnknown, "/usr/bin/shop", "/usr/bin/other"),
      Ruled(Reason::kNetworkNotAllowed, "testnet", "mainnet"),
      Ruled(Reason::kObserved, "version = 1\n", "version = 1\nobserve = true\n"),
      Ruled(Reason::kOutsideHours, "", "hours = \"12:00-13:00\"\n"),
      Ruled(Reason::kAssetNotLimited, "[budget.all]\nper_call = \"0.02 USD\"", "[budget.all]"),
      Ruled(Reason::kSchemeNotAllowed, "", "schemes = [\"upto\"]\n"),
      Ruled(Reason::kToolNotPayable, "", "pay = false\n"),
      Ruled(Reason::kAskAlways, "", "ask = \"always\"\n"),
      Ruled(Reason::kAboveAskAbove, "", "ask_above = \"0.001 USD\"\n"),
      Ruled(Reason::kOverHour, "", "per_hour = \"0.001 USD\"\n"),
      Ruled(Reason::kOverDay, "1 USD", "0.001 USD"),
      Ruled(Reason::kOverWeek, "", "per_week = \"0.001 USD\"\n"),
      Ruled(Reason::kOverMonth, "", "per_month = \"0.001 USD\"\n"),
      Ruled(Reason::kOverTotal, "", "total = \"0.001 USD\"\n"),
      Ruled(Reason::kOverRolling, "", "rolling = { \"6h\" = \"0.001 USD\" }\n"),
      Ruled(Reason::kPolicyBroken, "", "= =\n"),
      {Reason::kPolicyMissing,
       [](KernelHome& home, AuthorizeRequest&) {
         std::filesystem::remove(home.home().PolicyPath());
       }},
      Ordered(Reason::kPaused, OrderKind::kPause),
      Ordered(Reason::kMandateRevoked, OrderKind::kRevoke, mandate),
      {Reason::kMandateExpired,
       [](KernelHome& home, AuthorizeRequest& request) {
         home.clock().Pass(int64_t{31} * 24 * 3600);
         request.called_at_ms = home.clock().UnixMillis();
       }},
      {Reason::kLedgerUnavailable,
       [](KernelHome& home, AuthorizeRequest&) {
         std::filesystem::remove(home.home().LedgerKeyPath());
       }},
      {Reason::kLedgerUnavailable,
       [](KernelHome& home, AuthorizeRequest&) { chmod(home.home().LedgerPath().c_str(), 0666); },
       false},
      {Reason::kClockWentBack,
       [](KernelHome& home, AuthorizeRequest&) { home.clock().Pass(-3600); }},
      Keyed(Reason::kKeyMissing, "", nullptr),
      Sealed(),
      Keyed(Reason::kKeyNotForNetwork, "keys/eip155.mainnet.key",
            "tollpass-key 1 secp256k1 eip155 mainnet hot"),
      Keyed(Reason::kSigningFailed, "keys/eip155.testnet.key", "secret"),
  };
  for (const Reason reason : kQuoteReasons) {
    obstacles.push_back(Offered(reason, [reason](Offer& offer) { offer.defect = reason; }));
  }
  return obstacles;
}

enum class Elder { kNone, kAnswered, kLost, kRefused, kLostAndDead };

/// A call with such an elder meets the obstacle with this number.
Decision Meet(size_t number, Elder elder, Reason& reason) {
  KernelHome home;
  const Obstacle obstacle = Obstacles(home.Allow())[number];
  reason = obstacle.reason;
  auto kernel = home.Start();
  const std::string arguments = elder == Elder::kNone ? R"({"another":1})" : "{}";
  const Decision first = kernel->Authorize(home.Request(arguments));
  EXPECT_EQ(first.kind, DecisionKind::kPay) << ReasonCode(first.reason);
  Report report;
  report.charge_id = first.charge_id;
  report.generation = first.generation;
  report.outcome = elder == Elder::kRefused ? Report::Outcome::kRefused : Report::Outcome::kLost;
  report.answered = elder == Elder::kAnswered;
  EXPECT_TRUE(kernel->Conclude(report).ok());
  if (elder == Elder::kLostAndDead) home.clock().Pass(kProofIsDead);
  AuthorizeRequest request = home.Request("{}");
  obstacle.make(home, request);
  if (!obstacle.runs_on) kernel = home.Start();
  return kernel->Authorize(request);
}

size_t ObstacleCount() { return Obstacles("").size(); }

TEST(LeftBefore, IsFalseForACallWithoutElderAndForATwinOfAnAnsweredOne) {
  for (size_t i = 0; i < ObstacleCount(); ++i) {
    for (const Elder elder : {Elder::kNone, Elder::kAnswered}) {
      Reason reason = Reason::kInBounds;
      const Decision decision = Meet(i, elder, reason);
      EXPECT_EQ(ReasonCode(decision.reason), ReasonCode(reason));
      EXPECT_NE(decision.kind, DecisionKind::kPay) << ReasonCode(reason);
      EXPECT_FALSE(decision.left_before) << ReasonCode(reason);
    }
  }
}

TEST(LeftBefore, IsTrueForARepeatThatIsNotSentWhateverTheReason) {
  for (size_t i = 0; i < ObstacleCount(); ++i) {
    for (const Elder elder : {Elder::kLost, Elder::kRefused, Elder::kLostAndDead}) {
      Reason reason = Reason::kInBounds;
      const Decision decision = Meet(i, elder, reason);
      EXPECT_NE(decision.kind, DecisionKind::kPay) << ReasonCode(reason);
      EXPECT_NE(decision.left_before, decision.kind == DecisionKind::kRepeat)
          << ReasonCode(reason) << " gave " << ReasonCode(decision.reason);
    }
  }
}

TEST(LeftBefore, IsTrueOfALiveElderThatNobodyCanLookAfterHoweverTheClockWasSetSince) {
  for (const int64_t set_by : {0, -30, -7200, 7200}) {
    KernelHome home;
    home.Allow();
    EXPECT_EQ(home.Start()->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
    home.clock().Set(set_by);
    std::filesystem::remove(home.home().LedgerKeyPath());
    const Decision repeat = home.Start()->Authorize(home.Request("{}"));
    EXPECT_EQ(ReasonCode(repeat.reason), "ledger_unavailable");
    EXPECT_TRUE(repeat.left_before) << set_by;
  }
}

TEST(LeftBefore, IsTrueForAQuestionAboutADeadElderAndItsDenial) {
  for (const char* after : {"ask", "deny"}) {
    KernelHome home;
    home.WritePolicy("after_unknown = \"" + std::string(after) + "\"\n" + std::string(kFiveADay));
    home.Allow();
    const auto kernel = home.Start();
    const Decision first = kernel->Authorize(home.Request("{}"));
    Report report;
    report.charge_id = first.charge_id;
    report.generation = first.generation;
    EXPECT_TRUE(kernel->Conclude(report).ok());
    home.clock().Pass(kProofIsDead);
    const Decision repeat = kernel->Authorize(home.Request("{}"));
    EXPECT_EQ(ReasonCode(repeat.reason), "outcome_unknown");
    EXPECT_TRUE(repeat.left_before) << after;
  }
}

/// A ledger that can be opened and no more.
class DeafLedger final : public LedgerShell {
 public:
  using LedgerShell::LedgerShell;

  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call&, int64_t, int64_t) override {
    return absl::UnavailableError("disk I/O error");
  }
  absl::StatusOr<bool> WasLeftUnanswered(const Call&, int64_t) override {
    return absl::UnavailableError("disk I/O error");
  }
};

TEST(LeftBefore, IsReadOfTheFileWhereTheLedgerCannotBeOpened) {
  KernelHome home;
  home.Allow();
  ASSERT_EQ(home.Start()->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
  SystemRandom random;
  const auto kernel = MakeLocalKernel(home.home(), home.clock(), random,
                                      []() -> absl::StatusOr<std::unique_ptr<Ledger>> {
                                        return absl::UnavailableError("database or disk is full");
                                      });
  EXPECT_TRUE(kernel->Authorize(home.Request("{}")).left_before);
  const AuthorizeRequest first = home.Request(R"({"another":1})");
  EXPECT_FALSE(kernel->Authorize(first).left_before);
  for (const char* end : {"-wal", "-shm"}) std::filesystem::remove(home.home().LedgerPath() + end);
  home.WriteFile("ledger.db", std::string(8192, 'x'));
  EXPECT_FALSE(kernel->Authorize(first).left_before) << "damage makes no call doubtful";
}

TEST(LeftBefore, IsTrueWhereTheLedgerCannotTell) {
  KernelHome home;
  home.Allow();
  SystemRandom random;
  const auto kernel = MakeLocalKernel(
      home.home(), home.clock(), random, [&]() -> absl::StatusOr<std::unique_ptr<Ledger>> {
        auto ledger = Ledger::Open(home.home(), home.clock(), random);
        if (!ledger.ok()) return ledger.status();
        return std::make_unique<DeafLedger>(*std::move(ledger));
      });
  const Decision decision = kernel->Authorize(home.Request("{}"));
  EXPECT_EQ(decision.reason, Reason::kLedgerUnavailable);
  EXPECT_TRUE(decision.left_before);
}

TEST(LeftBefore, IsWhatAnOlderCopyOfTheLedgerSays) {
  KernelHome home;
  home.Allow();
  std::filesystem::copy_file(home.home().LedgerPath(), home.home().path + "/kept");
  ASSERT_EQ(home.Start()->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
  for (const char* end : {"", "-wal", "-shm"}) {
    std::filesystem::remove(home.home().LedgerPath() + end);
  }
  std::filesystem::copy_file(home.home().path + "/kept", home.home().LedgerPath());
  const Decision repeat = home.Start()->Authorize(home.Request("{}"));
  EXPECT_EQ(repeat.reason, Reason::kLedgerBehind);
  EXPECT_FALSE(repeat.left_before);
}

// What is not here needs no elder to be told from: it is paid, asked by nobody, or said elsewhere.
TEST(LeftBefore, IsTriedWithEveryReasonThatKeepsACallFromBeingSent) {
  const std::set<Reason> elsewhere = {
      Reason::kInBounds,         Reason::kRepeat,          Reason::kApproved,
      Reason::kSecondChallenge,  Reason::kOutcomeUnknown,  Reason::kPayeeNew,
      Reason::kPayeeChanged,     Reason::kPartyNotAllowed, Reason::kLockNotLimited,
      Reason::kResourceMismatch, Reason::kOverRate,        Reason::kNoMandate,
      Reason::kMandateExhausted, Reason::kApprovalDenied,  Reason::kUnattended,
      Reason::kProofKeyMissing,  Reason::kLedgerBroken,    Reason::kLedgerBehind,
      Reason::kMirrorBroken,     Reason::kPayerIsPayee,    Reason::kBreakerOpen,
      Reason::kPriceProbing,     Reason::kToolChanged,     Reason::kPriceDrift,
      Reason::kClockJumped,
  };
  std::set<Reason> tried;
  for (const Obstacle& obstacle : Obstacles("")) tried.insert(obstacle.reason);
  for (const Reason reason : AllReasons()) {
    EXPECT_NE(tried.count(reason), elsewhere.count(reason)) << ReasonCode(reason);
  }
}

}  // namespace
}  // namespace tollpass
