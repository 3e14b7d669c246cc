#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/os/poll.h"
#include "tests/wallet/cheap_sealing.h"
#include "tests/wallet/kernel_home.h"
#include "tests/wallet/known_keys.h"
#include "tests/wallet/ledger_shell.h"
#include "wallet/kernel/check_ledger.h"
#include "wallet/kernel/local_kernel.h"

/// Promise 7: fail closed, and say so.
namespace tollpass {
namespace {

struct Breakage {
  const char* what;
  void (*make)(KernelHome&);
  Reason reason;
};

void Overwrite(const KernelHome& home, const std::string& name, std::string_view text) {
  std::ofstream(home.home().path + "/" + name, std::ios::binary) << text;
}

void Remove(const KernelHome& home, const std::string& name) {
  std::filesystem::remove(home.home().path + "/" + name);
}

std::string LedgerId(const KernelHome& home) {
  return (*LedgerReader::Open(home.home()))->ledger_id();
}

std::string KeyText(const char* header) {
  return std::string(header) + "\n" + std::string(kSecret0) + "\n";
}

constexpr const char* kKey = "keys/eip155.testnet.key";

const std::vector<Breakage>& Breakages() {
  static const std::vector<Breakage> breakages = {
      {"no policy", [](KernelHome& h) { Remove(h, "policy.toml"); }, Reason::kPolicyMissing},
      {"a policy with a typing error",
       [](KernelHome& h) { h.WritePolicy(std::string(kFiveADay) + "per_dya = \"1 USD\"\n"); },
       Reason::kPolicyBroken},
      {"a policy that is no TOML", [](KernelHome& h) { h.WritePolicy("= ="); },
       Reason::kPolicyBroken},
      {"a policy that others can write",
       [](KernelHome& h) { chmod(h.home().PolicyPath().c_str(), 0666); }, Reason::kPolicyBroken},
      {"a policy behind a link",
       [](KernelHome& h) {
         std::filesystem::rename(h.home().PolicyPath(), h.home().path + "/other.toml");
         std::filesystem::create_symlink("other.toml", h.home().PolicyPath());
       },
       Reason::kPolicyBroken},
      {"no ledger",
       [](KernelHome& h) {
         for (const char* name : {"ledger.db", "ledger.db-wal", "ledger.db-shm"}) {
           Remove(h, name);
         }
       },
       Reason::kLedgerUnavailable},
      {"a ledger of other bytes",
       [](KernelHome& h) {
         for (const char* name : {"ledger.db-wal", "ledger.db-shm"}) {
           Remove(h, name);
         }
         Overwrite(h, "ledger.db", std::string(8192, 'x'));
       },
       Reason::kLedgerBroken},
      {"no key of the ledger", [](KernelHome& h) { Remove(h, "ledger.key"); },
       Reason::kLedgerUnavailable},
      {"a ledger that others can write",
       [](KernelHome& h) { chmod(h.home().LedgerPath().c_str(), 0620); },
       Reason::kLedgerUnavailable},
      {"a log of the ledger that others can write",
       [](KernelHome& h) {
         h.WriteFile("ledger.db-wal", "");
         chmod((h.home().LedgerPath() + "-wal").c_str(), 0602);
       },
       Reason::kLedgerUnavailable},
      {"a home that others can write", [](KernelHome& h) { chmod(h.home().path.c_str(), 0777); },
       Reason::kLedgerUnavailable},
      {"a home that a group can write", [](KernelHome& h) { chmod(h.home().path.c_str(), 0770); },
       Reason::kLedgerUnavailable},
      {"a folder of keys that others can write",
       [](KernelHome& h) { chmod(h.home().KeysPath().c_str(), 0707); }, Reason::kSigningFailed},
      {"an older copy of the ledger",
       [](KernelHome& h) {
         std::filesystem::copy_file(h.home().LedgerPath(), h.home().path + "/kept");
         Order resume;
         resume.kind = OrderKind::kResume;
         ASSERT_TRUE(h.Give(resume).ok());
         for (const char* name : {"ledger.db", "ledger.db-wal", "ledger.db-shm"}) {
           Remove(h, name);
         }
         std::filesystem::copy_file(h.home().path + "/kept", h.home().LedgerPath());
       },
       Reason::kLedgerBehind},
      {"a mirror of other bytes",
       [](KernelHome& h) { Overwrite(h, "state/" + LedgerId(h), "garbage"); },
       Reason::kMirrorBroken},
      {"a mirror that cannot be written",
       [](KernelHome& h) {
         Remove(h, "state/" + LedgerId(h));
         std::filesystem::create_directory(h.home().path + "/state/" + LedgerId(h));
       },
       Reason::kMirrorBroken},
      {"a clock that went back", [](KernelHome& h) { h.clock().Pass(-3600); },
       Reason::kClockWentBack},
      {"no payment key", [](KernelHome& h) { Remove(h, kKey); }, Reason::kKeyMissing},
      {"a key for main networks only",
       [](KernelHome& h) {
         Remove(h, kKey);
         h.WriteFile("keys/eip155.mainnet.key",
                     KeyText("tollpass-key 1 secp256k1 eip155 mainnet hot"));
       },
       Reason::kKeyNotForNetwork},
      {"a key with a passphrase",
       [](KernelHome& h) {
         h.WriteFile(kKey, SealedFile({KeyKind::kSecp256k1, "eip155", NetworkClass::kTest,
                                       KeyStorage::kSealed},
                                      SecretFromHex(kSecret0)));
       },
       Reason::kKeyLocked},
      {"a damaged key with a passphrase",
       [](KernelHome& h) {
         h.WriteFile(kKey, KeyText("tollpass-key 1 secp256k1 eip155 testnet sealed"));
       },
       Reason::kSigningFailed},
      {"a key that others can read",
       [](KernelHome& h) { chmod((h.home().path + "/" + kKey).c_str(), 0644); },
       Reason::kSigningFailed},
      {"a key file that is none", [](KernelHome& h) { h.WriteFile(kKey, "secret"); },
       Reason::kSigningFailed},
  };
  return breakages;
}

TEST(Promise7FailClosed, WhatIsMissingOrBrokenMakesTheCallUnavailableWithItsReason) {
  for (const Breakage& breakage : Breakages()) {
    KernelHome home;
    home.Allow();
    breakage.make(home);
    const Decision decision = home.Start()->Authorize(home.Request("{}"));
    EXPECT_EQ(decision.kind, DecisionKind::kUnavailable) << breakage.what;
    EXPECT_EQ(ReasonCode(decision.reason), ReasonCode(breakage.reason)) << breakage.what;
    EXPECT_EQ(decision.proof, Proof()) << breakage.what;
    EXPECT_EQ(decision.notice.find("a payment was not made: "), 0U) << breakage.what;
    EXPECT_GT(decision.notice.size(), 40U) << "what, and the way out: " << decision.notice;
  }
}

/// `breakage` comes while a kernel runs that has paid before: nothing that it remembers may pay.
TEST(Promise7FailClosed, AKeyThatIsTakenAwayOrSpoiltUnderARunningKernelPaysNoMore) {
  int tried = 0;
  for (const Breakage& breakage : Breakages()) {
    if (std::string_view(breakage.what).find("key") == std::string_view::npos) continue;
    KernelHome home;
    home.Allow();
    const auto kernel = home.Start();
    ASSERT_EQ(kernel->Authorize(home.Request("{\"n\":1}")).kind, DecisionKind::kPay);
    breakage.make(home);
    const Decision decision = kernel->Authorize(home.Request("{\"n\":2}"));
    EXPECT_EQ(decision.kind, DecisionKind::kUnavailable) << breakage.what;
    EXPECT_EQ(ReasonCode(decision.reason), ReasonCode(breakage.reason)) << breakage.what;
    EXPECT_EQ(decision.proof, Proof()) << breakage.what;
    ++tried;
  }
  EXPECT_GT(tried, 5);
}

TEST(Promise7FailClosed, AnotherKeyInItsPlaceIsCoveredByNoMandate) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  ASSERT_EQ(kernel->Authorize(home.Request("{\"n\":1}")).kind, DecisionKind::kPay);
  home.WriteFile(kKey,
                 "tollpass-key 1 secp256k1 eip155 testnet hot\n" + std::string(kSecret1) + "\n");
  EXPECT_EQ(kernel->Authorize(home.Request("{\"n\":2}")).kind, DecisionKind::kAsk);
}

TEST(Promise7FailClosed, TheUserCanLookUpWhatALedgerWouldSayToAPayment) {
  for (const Breakage& breakage : Breakages()) {
    KernelHome home;
    home.Allow();
    breakage.make(home);
    const Decision decision = home.Start()->Authorize(home.Request("{}"));
    // Another home, for whoever opens a database may mend files beside it.
    KernelHome same;
    same.Allow();
    breakage.make(same);
    SystemRandom random;
    const absl::Status checked = CheckLedger(same.home(), same.clock(), random);
    const bool is_the_ledgers =
        decision.reason == Reason::kLedgerUnavailable || decision.reason == Reason::kLedgerBroken ||
        decision.reason == Reason::kLedgerBehind || decision.reason == Reason::kMirrorBroken ||
        decision.reason == Reason::kClockWentBack;
    EXPECT_EQ(checked.ok(), !is_the_ledgers) << breakage.what << checked;
    if (is_the_ledgers) {
      // The sentences differ in random names only.
      EXPECT_EQ(decision.notice.size(),
                ("a payment was not made: " + std::string(checked.message())).size())
          << decision.notice << "\n"
          << checked;
    }
  }
}

TEST(Promise7FailClosed, LookingItUpRecordsNothing) {
  KernelHome home;
  home.Allow();
  SystemRandom random;
  EXPECT_TRUE(CheckLedger(home.home(), home.clock(), random).ok());
  EXPECT_TRUE(home.Log().empty());
}

TEST(Promise7FailClosed, ALedgerThatIsOverwrittenWhileInUseIsPaidFromNoMore) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  ASSERT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
  std::filesystem::resize_file(home.home().LedgerPath(), 0);
  for (const char* arguments : {R"({"n":1})", R"({"n":2})", R"({"n":3})"}) {
    const Decision decision = kernel->Authorize(home.Request(arguments));
    EXPECT_EQ(decision.kind, DecisionKind::kUnavailable) << arguments;
    EXPECT_EQ(decision.reason, Reason::kLedgerBroken) << arguments;
    EXPECT_EQ(decision.proof, Proof()) << arguments;
    EXPECT_NE(decision.notice.find("ledger.db was changed or damaged while in use"),
              std::string::npos)
        << decision.notice;
  }
}

TEST(Promise7FailClosed, OnceItIsMendedTheSameKernelPays) {
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  home.WritePolicy("= =");
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).reason, Reason::kPolicyBroken);
  home.WritePolicy(kFiveADay);
  const std::string aside = home.home().path + "/aside.key";
  std::filesystem::rename(home.home().path + "/" + kKey, aside);
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).reason, Reason::kKeyMissing);
  std::filesystem::rename(aside, home.home().path + "/" + kKey);
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
}

/// A ledger whose connection sees a broken chain, as after a read that failed.
class MisreadLedger final : public LedgerShell {
 public:
  MisreadLedger(std::unique_ptr<Ledger> inner, bool at_recovery)
      : LedgerShell(std::move(inner)), at_recovery_(at_recovery) {}

  absl::StatusOr<std::unique_ptr<LedgerTransaction>> Begin(const Call&, int64_t, int64_t) override {
    return Broken();
  }
  absl::StatusOr<int64_t> Recover() override {
    return at_recovery_ ? absl::StatusOr<int64_t>(Broken()) : inner_->Recover();
  }

 private:
  static absl::Status Broken() {
    return absl::DataLossError(std::string(kChainBrokenMessage) + " 7 is missing");
  }
  const bool at_recovery_;
};

TEST(Promise7FailClosed, AChainThatWasReadWronglyPaysNothingAndIsReadAnewByTheNextCall) {
  for (const bool at_recovery : {false, true}) {
    KernelHome home;
    home.Allow();
    SystemRandom random;
    int openings = 0;
    const auto kernel = MakeLocalKernel(
        home.home(), home.clock(), random, [&]() -> absl::StatusOr<std::unique_ptr<Ledger>> {
          auto ledger = Ledger::Open(home.home(), home.clock(), random);
          if (!ledger.ok() || ++openings > 1) return ledger;
          return std::make_unique<MisreadLedger>(*std::move(ledger), at_recovery);
        });
    const Decision misread = kernel->Authorize(home.Request("{}"));
    EXPECT_EQ(misread.reason, Reason::kLedgerBroken);
    EXPECT_FALSE(misread.left_before) << "no proof for that call left";
    EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kPay) << at_recovery;
    EXPECT_EQ(openings, 2);
  }
}

TEST(Promise7FailClosed, ARunningKernelSeesAtOnceThatOthersMayWrite) {
  for (const char* name : {"", "/ledger.db", "/ledger.db-wal", "/keys", "/policy.toml"}) {
    KernelHome home;
    home.Allow();
    const auto kernel = home.Start();
    EXPECT_EQ(kernel->Authorize(home.Request("{\"i\":1}")).kind, DecisionKind::kPay) << name;
    const std::string path = home.home().path + name;
    struct stat before = {};
    ASSERT_EQ(stat(path.c_str(), &before), 0) << path;
    ASSERT_EQ(chmod(path.c_str(), before.st_mode | S_IWOTH), 0);
    EXPECT_EQ(kernel->Authorize(home.Request("{\"i\":2}")).kind, DecisionKind::kUnavailable)
        << name;
    // Narrowing is still taken.
    Order order;
    order.kind = OrderKind::kPause;
    EXPECT_TRUE(home.GiveUnsigned(order).ok()) << name;
    order.kind = OrderKind::kResume;
    EXPECT_TRUE(home.Give(order).ok()) << name;
    // Whoever closes the database last takes its log away.
    ASSERT_TRUE(chmod(path.c_str(), before.st_mode) == 0 || errno == ENOENT) << path;
    EXPECT_EQ(kernel->Authorize(home.Request("{\"i\":3}")).kind, DecisionKind::kPay) << name;
  }
}

TEST(Promise7FailClosed, AHomeThatOthersMayReadIsFine) {
  KernelHome home;
  home.Allow();
  for (const std::string& path : {home.home().path, home.home().KeysPath()}) {
    ASSERT_EQ(chmod(path.c_str(), 0755), 0);
  }
  ASSERT_EQ(chmod(home.home().LedgerPath().c_str(), 0644), 0);
  EXPECT_EQ(home.Start()->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
}

TEST(Promise7FailClosed, WhatAnotherUserOwnsIsNotPaidWith) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  for (const char* name : {"", "/ledger.db", "/ledger.db-shm", "/keys"}) {
    KernelHome home;
    home.Allow();
    const auto kernel = home.Start();
    EXPECT_EQ(kernel->Authorize(home.Request("{\"i\":1}")).kind, DecisionKind::kPay) << name;
    ASSERT_EQ(chown((home.home().path + name).c_str(), 1234, 1234), 0) << name;
    EXPECT_EQ(kernel->Authorize(home.Request("{\"i\":2}")).kind, DecisionKind::kUnavailable)
        << name;
  }
}

// As under `ulimit -f`, and much like a full disk.
TEST(Promise7FailClosed, ALedgerThatMayNotGrowPaysNothingAndTheProcessGoesOn) {
  os::IgnoreWriteSignals();
  KernelHome home;
  home.Allow();
  const auto kernel = home.Start();
  rlimit limit = {};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &limit), 0);
  const rlim_t before = limit.rlim_cur;
  limit.rlim_cur = 512;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  const Decision decision = kernel->Authorize(home.Request("{}"));
  limit.rlim_cur = before;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
  EXPECT_EQ(decision.kind, DecisionKind::kUnavailable);
  EXPECT_EQ(ReasonCode(decision.reason), "ledger_unavailable");
  EXPECT_EQ(kernel->Authorize(home.Request("{}")).kind, DecisionKind::kPay);
  EXPECT_EQ(home.Charges(), 1U);
}

struct Message {
  const char* what;
  void (*make)(Challenge&);
  Reason reason;
};

TEST(Promise7FailClosed, AMessageThatCannotBePaidIsUnavailableAndStandsInTheLog) {
  const std::vector<Message> messages = {
      {"no offers", [](Challenge& c) { c.offers.clear(); }, Reason::kNotPayable},
      {"too many offers", [](Challenge& c) { c.offers.resize(kMaxOffers + 1, c.offers[0]); },
       Reason::kTooManyOffers},
      {"ambiguous", [](Challenge& c) { c.defect = Reason::kAmbiguousChallenge; },
       Reason::kAmbiguousChallenge},
      {"malformed", [](Challenge& c) { c.defect = Reason::kChallengeMalformed; },
       Reason::kChallengeMalformed},
      {"too large", [](Challenge& c) { c.defect = Reason::kChallengeTooLarge; },
       Reason::kChallengeTooLarge},
      {"recognised only", [](Challenge& c) { c.defect = Reason::kNotPayable; },
       Reason::kNotPayable},
  };
  for (const Message& message : messages) {
    KernelHome home;
    home.Allow();
    auto request = home.Request("{}");
    message.make(request.challenge);
    const Decision decision = home.Start()->Authorize(request);
    EXPECT_EQ(decision.kind, DecisionKind::kUnavailable) << message.what;
    EXPECT_EQ(ReasonCode(decision.reason), ReasonCode(message.reason)) << message.what;
    ASSERT_EQ(home.Log().size(), 1U) << message.what;
    EXPECT_EQ(home.Log()[0].reason, ReasonCode(message.reason)) << message.what;
    EXPECT_EQ(home.Log()[0].money, std::nullopt) << message.what;
    EXPECT_EQ(home.Log()[0].server_text, "Payment required") << message.what;
    EXPECT_EQ(decision.notice, "") << "nothing of the user's is broken";
  }
}

TEST(Promise7FailClosed, AServerWithoutASectionIsNeverPaidByAMandateOfAnother) {
  KernelHome home;
  home.Allow();
  auto request = home.Request("{}");
  request.call.server_id = IdentityOf("/usr/bin/stranger");
  const Decision decision = home.Start()->Authorize(request);
  EXPECT_NE(decision.kind, DecisionKind::kPay);
  EXPECT_EQ(ReasonCode(decision.reason), "server_unknown");
  EXPECT_EQ(home.Charges(), 0U);
}

TEST(Promise7FailClosed, AKernelThatIsNotAskedTouchesNothing) {
  const TempFolder folder;
  const StandingClock clock;
  SystemRandom random;
  {
    const auto kernel = MakeLocalKernel({folder.path()}, clock, random);
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    EXPECT_EQ(kernel->Authorize({}).reason, Reason::kLedgerUnavailable);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace tollpass
