#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "mandates/ledger.h"
#include "mandates/ledger_reader.h"
#include "tests/mandates/file_size_limit.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

unsigned ModeOf(const std::string& path) {
  struct stat facts = {};
  EXPECT_EQ(stat(path.c_str(), &facts), 0) << path;
  return facts.st_mode & 0777U;
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteAll(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

TEST(LedgerFile, IsMadeForItsOwnerOnly) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Payable(TestCall()));
  for (const char* name : {"ledger.db", "ledger.key", "ledger.db-wal", "ledger.db-shm"}) {
    EXPECT_EQ(ModeOf(home.home().path + "/" + name), 0600U) << name;
  }
  EXPECT_EQ(fs::file_size(home.home().LedgerKeyPath()), 32U);
}

TEST(LedgerFile, BeginsWithOneEvent) {
  LedgerHome home;
  EXPECT_EQ(home.CountEvents(), 1);
  EXPECT_EQ(home.Read()->approval_key(), home.approval_key().public_key());
  EXPECT_EQ(home.Read()->ledger_id(), home.Open()->id());
}

TEST(LedgerFile, IsNeverMadeTwice) {
  LedgerHome home;
  const std::string before = ReadAll(home.home().LedgerPath());
  const std::string& key = home.approval_key().public_key();
  EXPECT_TRUE(absl::IsAlreadyExists(Ledger::Create(home.home(), key, home.clock(), home.random())));
  EXPECT_EQ(ReadAll(home.home().LedgerPath()), before);
}

TEST(LedgerFile, IsNotMadeBesideTheKeyOfALostOne) {
  LedgerHome home;
  fs::remove(home.home().LedgerPath());
  EXPECT_TRUE(absl::IsAlreadyExists(
      Ledger::Create(home.home(), home.approval_key().public_key(), home.clock(), home.random())));
  EXPECT_FALSE(fs::exists(home.home().LedgerPath()));
}

TEST(LedgerFile, NeedsAnApprovalKeyOf32Bytes) {
  LedgerHome home;
  EXPECT_TRUE(absl::IsInvalidArgument(
      Ledger::Create(Home{home.home().path + "/other"}, "short", home.clock(), home.random())));
}

TEST(LedgerFile, IsNotMadeWhereThereIsNoFolder) {
  LedgerHome home;
  const Home other{home.home().path + "/missing"};
  EXPECT_FALSE(
      Ledger::Create(other, home.approval_key().public_key(), home.clock(), home.random()).ok());
  EXPECT_FALSE(fs::exists(other.path));
}

/// What is done to the files of a good home, and how opening it must end.
struct Damage {
  const char* what;
  std::function<void(const LedgerHome&)> make;
  absl::StatusCode code;
  const char* says;
};

std::vector<Damage> Damages() {
  using Code = absl::StatusCode;
  const auto cut = [](size_t size) {
    return [size](const LedgerHome& home) { fs::resize_file(home.home().LedgerPath(), size); };
  };
  return {
      {"deleted", [](const LedgerHome& home) { fs::remove(home.home().LedgerPath()); },
       Code::kNotFound, "tollpass init"},
      {"empty", cut(0), Code::kDataLoss, "no ledger"},
      {"cut inside the first page", cut(1000), Code::kDataLoss, "ledger.db"},
      {"cut after two pages", cut(8192), Code::kDataLoss, "ledger.db"},
      {"garbage",
       [](const LedgerHome& home) {
         WriteAll(home.home().LedgerPath(), std::string(20'000, '\xa5'));
       },
       Code::kDataLoss, "ledger.db"},
      {"a text file", [](const LedgerHome& home) { WriteAll(home.home().LedgerPath(), "hello"); },
       Code::kDataLoss, "ledger.db"},
      {"the database of another program",
       [](const LedgerHome& home) { home.Tamper("PRAGMA application_id = 7"); }, Code::kDataLoss,
       "no ledger"},
      {"written by a newer program",
       [](const LedgerHome& home) { home.Tamper("PRAGMA user_version = 99"); },
       Code::kFailedPrecondition, "newer"},
      {"without its key", [](const LedgerHome& home) { fs::remove(home.home().LedgerKeyPath()); },
       Code::kUnavailable, "ledger.key"},
      {"with a short key",
       [](const LedgerHome& home) { WriteAll(home.home().LedgerKeyPath(), "short"); },
       Code::kUnavailable, "32 bytes"},
      {"with a long key",
       [](const LedgerHome& home) { WriteAll(home.home().LedgerKeyPath(), std::string(33, 'k')); },
       Code::kUnavailable, "32 bytes"},
      {"with a key that others may read",
       [](const LedgerHome& home) { chmod(home.home().LedgerKeyPath().c_str(), 0644); },
       Code::kUnavailable, "ledger.key"},
      {"with the key of another ledger",
       [](const LedgerHome& home) { WriteAll(home.home().LedgerKeyPath(), std::string(32, 'k')); },
       Code::kDataLoss, "ledger.key"},
      {"with another approval key in its meta row",
       [](const LedgerHome& home) { home.Tamper("UPDATE meta SET approval_key = zeroblob(32)"); },
       Code::kDataLoss, "approval key"},
      {"without its meta row", [](const LedgerHome& home) { home.Tamper("DELETE FROM meta"); },
       Code::kDataLoss, "meta"},
  };
}

TEST(LedgerFile, ThatIsNotWholeIsRefusedWithTheReason) {
  for (const Damage& damage : Damages()) {
    LedgerHome home;
    damage.make(home);
    const absl::Status status = home.TryOpen().status();
    EXPECT_EQ(status.code(), damage.code) << damage.what << ": " << status;
    EXPECT_THAT(std::string(status.message()), HasSubstr(damage.says)) << damage.what;
  }
}

TEST(LedgerFile, IsReadOrRefusedAtEveryLengthItMayBeCutTo) {
  LedgerHome original;
  Pay(*original.Open(), Payable(TestCall()));
  const std::string whole = ReadAll(original.home().LedgerPath());
  for (size_t size = 0; size < whole.size(); size += 1500) {
    WriteAll(original.home().LedgerPath(), std::string_view(whole).substr(0, size));
    const absl::StatusOr<std::unique_ptr<Ledger>> ledger = original.TryOpen();
    if (ledger.ok() && TryPay(**ledger, Payable(TestCall())).ok()) {
      EXPECT_EQ(original.Sum("all"), "20000") << "cut to " << size << ": a charge was lost";
    }
  }
}

TEST(LedgerFile, CanBeReadWithoutItsKeyButNotVerified) {
  LedgerHome home;
  fs::remove(home.home().LedgerKeyPath());
  const auto reader = home.Read();
  EXPECT_TRUE(reader->Log(0, 0).ok());
  EXPECT_TRUE(absl::IsUnavailable(reader->Verify(nullptr).status()));
}

TEST(LedgerFile, OfAnOlderFormatIsBroughtUpToDateByWhoeverOpensIt) {
  for (const bool reads : {true, false}) {
    LedgerHome home;
    Pay(*home.Open(), Payable(TestCall()));
    home.MakeOlder();
    if (reads) {
      EXPECT_EQ(home.Read()->Log(0, 0)->size(), 1U);
    }
    Pay(*home.Open(), Payable(TestCall("2")));
    EXPECT_EQ(home.Sum("all"), "20000");
    EXPECT_THAT(home.Verify().faults, IsEmpty());
  }
}

TEST(LedgerFile, IsNotPaidFromOnceANewerProgramHasChangedItsFormat) {
  LedgerHome home;
  const auto ledger = home.Open();
  home.Tamper("PRAGMA user_version = 99");
  EXPECT_TRUE(absl::IsFailedPrecondition(ledger->Begin(TestCall(), 0, 0).status()));
}

TEST(LedgerFile, HasNoReaderWhereThereIsNoLedger) {
  LedgerHome home;
  home.Tamper("PRAGMA user_version = 99");
  EXPECT_TRUE(absl::IsFailedPrecondition(LedgerReader::Open(home.home()).status()));
  fs::remove(home.home().LedgerPath());
  EXPECT_TRUE(absl::IsNotFound(LedgerReader::Open(home.home()).status()));
}

TEST(LedgerFile, OpeningItChangesNoRow) {
  LedgerHome home;
  const VerifyReport before = home.Verify();
  home.Open();
  home.Read();
  EXPECT_EQ(home.Verify().head, before.head);
}

TEST(Promise7ClosedWithoutAWholeLedger, ADeletedDatabaseIsNotMadeAgain) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Payable(TestCall()));
  for (const char* name : {"ledger.db", "ledger.db-wal", "ledger.db-shm"}) {
    fs::remove(home.home().path + "/" + name);
  }
  // Neither by the process that still has it open, nor by a new one.
  EXPECT_FALSE(TryPay(*ledger, Payable(TestCall())).ok());
  EXPECT_FALSE(TryPay(*ledger, Payable(TestCall())).ok());
  EXPECT_TRUE(absl::IsNotFound(home.TryOpen().status()));
  EXPECT_FALSE(fs::exists(home.home().LedgerPath()));
}

TEST(Promise7ClosedWithoutAWholeLedger, AReplacedDatabaseTakesNoChargeOfAnOpenLedger) {
  LedgerHome home;
  const auto ledger = home.Open();
  LedgerHome other;
  fs::rename(other.home().LedgerPath(), home.home().LedgerPath());
  for (const char* name : {"ledger.db-wal", "ledger.db-shm"}) {
    fs::remove(home.home().path + "/" + name);
  }
  EXPECT_FALSE(TryPay(*ledger, Payable(TestCall())).ok());
  EXPECT_FALSE(TryPay(*ledger, Payable(TestCall())).ok()) << "it has the key of another ledger";
}

/// What is done to the database of a ledger that is in use: its log stays as it is.
struct Overwriting {
  const char* what;
  std::function<void(const std::string& path)> make;
};

std::vector<Overwriting> Overwritings() {
  const auto fill = [](size_t from, char byte) {
    return [=](const std::string& path) {
      std::string content = ReadAll(path);
      std::fill(content.begin() + static_cast<std::ptrdiff_t>(from), content.end(), byte);
      // In place: another file would be found out by its number.
      std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << content;
    };
  };
  return {
      {"emptied", [](const std::string& path) { fs::resize_file(path, 0); }},
      {"cut after its first page", [](const std::string& path) { fs::resize_file(path, 4096); }},
      {"cut by its last page",
       [](const std::string& path) { fs::resize_file(path, fs::file_size(path) - 4096); }},
      {"other bytes", fill(0, '\xa5')},
      {"other bytes behind the name of the format", fill(16, '\xa5')},
      {"zeros from the second page on", fill(4096, '\0')},
      {"other bytes from the second page on", fill(4096, '\xa5')},
      {"the name of another program",
       [](const std::string& path) {
         std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
         file.seekp(68) << "TOLD";
       }},
  };
}

TEST(Promise7ClosedWithoutAWholeLedger, ADatabaseThatIsOverwrittenWhileInUseTakesNoCharge) {
  for (const Overwriting& overwriting : Overwritings()) {
    LedgerHome home;
    const auto ledger = home.Open();
    const OpenCharge paid = Pay(*ledger, Payable(TestCall("first")));
    const std::string before = ReadAll(home.home().LedgerPath());
    overwriting.make(home.home().LedgerPath());
    for (int i = 0; i < 2; ++i) {
      const absl::Status status = TryPay(*ledger, Payable(TestCall("second"))).status();
      EXPECT_TRUE(absl::IsDataLoss(status)) << overwriting.what << ": " << status;
      EXPECT_THAT(std::string(status.message()),
                  AllOf(StartsWith("ledger.db was changed or damaged while in use"),
                        HasSubstr("tollpass ledger verify")))
          << overwriting.what;
    }
    EXPECT_FALSE(ledger->Settle(Concluded(paid, MoneyState::kUnknown, CallState::kOpen)).ok())
        << overwriting.what;
    // It stays closed though the bytes are back: what was read meanwhile may be wrong.
    std::fstream(home.home().LedgerPath(), std::ios::binary | std::ios::in | std::ios::out)
        << before;
    EXPECT_TRUE(absl::IsDataLoss(TryPay(*ledger, Payable(TestCall("second"))).status()))
        << overwriting.what;
    Pay(*home.Open(), Payable(TestCall("second")));
    EXPECT_EQ(home.Sum("all"), "20000") << overwriting.what;
    EXPECT_THAT(home.Verify().faults, IsEmpty()) << overwriting.what;
  }
}

TEST(Promise7ClosedWithoutAWholeLedger, DamageThatIsSeenAtTheEndOfACallClosesItToo) {
  LedgerHome home;
  const auto ledger = home.Open();
  const OpenCharge paid = Pay(*ledger, Payable(TestCall("first")));
  home.Tamper("ALTER TABLE events RENAME COLUMN hash TO other; PRAGMA application_id = 7");
  EXPECT_TRUE(
      absl::IsDataLoss(ledger->Settle(Concluded(paid, MoneyState::kUnknown, CallState::kOpen))));
  home.Tamper("ALTER TABLE events RENAME COLUMN other TO hash; PRAGMA application_id = 1414483020");
  const absl::Status status = TryPay(*ledger, Payable(TestCall("second"))).status();
  EXPECT_TRUE(absl::IsDataLoss(status)) << status;
  EXPECT_THAT(std::string(status.message()), StartsWith("ledger.db was changed or damaged"));
  Pay(*home.Open(), Payable(TestCall("second")));
}

TEST(Promise7ClosedWithoutAWholeLedger, ARestingLedgerIsNotTakenForADamagedOne) {
  LedgerHome home;
  const auto ledger = home.Open();
  for (int i = 0; i < 3; ++i) {
    Pay(*ledger, Payable(TestCall(std::to_string(2 * i))));
    home.Tamper("PRAGMA wal_checkpoint(TRUNCATE)");
    Pay(*home.Open(), Payable(TestCall(std::to_string(2 * i + 1))));
  }
  EXPECT_EQ(home.Sum("all"), "60000");
}

TEST(LedgerFile, ThatIsGoneWhileInUseIsSaidToBeGone) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Payable(TestCall()));
  for (const char* name : {"ledger.db", "ledger.db-wal", "ledger.db-shm"}) {
    fs::remove(home.home().path + "/" + name);
  }
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(std::string(TryPay(*ledger, Payable(TestCall())).status().message()),
                HasSubstr("ledger.db is gone"));
    EXPECT_THAT(std::string(ledger->Find("c").status().message()), HasSubstr("ledger.db is gone"));
  }
}

// Opening a pipe would wait until somebody else opens it.
TEST(LedgerFile, ThatIsNoFileIsRefusedAtOnce) {
  for (const char* name : {"ledger.db", "ledger.db-wal", "ledger.db-shm", "ledger.db-journal"}) {
    for (const bool in_use : {false, true}) {
      LedgerHome home;
      std::unique_ptr<Ledger> ledger;
      if (in_use) ledger = home.Open();
      const std::string path = home.home().path + "/" + name;
      fs::remove(path);
      ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
      const auto says = HasSubstr(std::string(name) + " is not a regular file");
      EXPECT_THAT(std::string(LedgerReader::Open(home.home()).status().message()), says) << name;
      EXPECT_THAT(std::string(home.TryOpen().status().message()), says) << name;
      if (in_use) {
        EXPECT_THAT(std::string(TryPay(*ledger, Payable(TestCall())).status().message()), says)
            << name;
      }
    }
  }
}

TEST(Promise7ClosedWithoutAWholeLedger, AFullDiskEndsPaymentsAndLosesNothing) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Payable(TestCall()));
  const VerifyReport before = home.Verify();
  {
    const FileSizeLimit full(fs::file_size(home.home().path + "/ledger.db-wal"));
    const absl::Status status = TryPay(*ledger, Payable(TestCall("{}"))).status();
    EXPECT_TRUE(absl::IsUnavailable(status)) << status;
    EXPECT_TRUE(absl::IsUnavailable(TryPay(*ledger, Payable(TestCall("{}"))).status()));
  }
  EXPECT_EQ(home.Verify().head, before.head);
  EXPECT_EQ(home.Sum("all"), "10000");
  Pay(*ledger, Payable(TestCall("{}")));
  EXPECT_EQ(home.Sum("all"), "20000");
  EXPECT_THAT(home.Verify().faults, IsEmpty());
}

TEST(Promise7ClosedWithoutAWholeLedger, ACommitThatFailsIsNoPayment) {
  LedgerHome home;
  const auto ledger = home.Open();
  // The statements succeed; the COMMIT itself does not.
  home.Tamper(R"(
    CREATE TABLE parents (id INTEGER PRIMARY KEY);
    CREATE TABLE children (id INTEGER REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
    CREATE TRIGGER orphan AFTER INSERT ON charges BEGIN INSERT INTO children VALUES (1); END;)");
  EXPECT_FALSE(TryPay(*ledger, Payable(TestCall())).ok());
  EXPECT_EQ(home.Sum("all"), "0");
  EXPECT_TRUE(home.Read()->Log(0, 0)->empty());
  home.Tamper("DROP TRIGGER orphan");
  Pay(*ledger, Payable(TestCall()));
  EXPECT_EQ(home.Sum("all"), "10000");
}

/// Runs `body` in a child as a user who owns nothing; its exit code, 99 if that is not possible.
int RunAsNobody(const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr uid_t kNobody = 65534;
    _exit(setgid(kNobody) == 0 && setuid(kNobody) == 0 ? body() : 99);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Promise7ClosedWithoutAWholeLedger, AFolderThatMayNotBeWrittenEndsPayments) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "needs root to become another user";
  }
  LedgerHome home;
  for (const auto& entry : fs::directory_iterator(home.home().path)) {
    ASSERT_EQ(chown(entry.path().c_str(), 65534, 65534), 0);
  }
  // The files are the user's, the folder is not: there can be no journal.
  chmod(home.home().path.c_str(), 0755);
  EXPECT_EQ(RunAsNobody([&] {
              const absl::StatusOr<std::unique_ptr<Ledger>> ledger = home.TryOpen();
              return absl::IsFailedPrecondition(ledger.status()) ? 0 : 1;
            }),
            0);
  // And files that are somebody else's.
  for (const auto& entry : fs::directory_iterator(home.home().path)) {
    ASSERT_EQ(chown(entry.path().c_str(), 0, 0), 0);
    chmod(entry.path().c_str(), 0644);
  }
  chmod(home.home().path.c_str(), 0777);
  EXPECT_EQ(RunAsNobody([&] {
              const absl::StatusOr<std::unique_ptr<Ledger>> ledger = home.TryOpen();
              return absl::IsUnavailable(ledger.status()) ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace tollpass
