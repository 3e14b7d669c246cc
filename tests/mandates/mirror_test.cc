#include "mandates/mirror.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "mandates/ledger.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void WriteAll(const std::string& path, std::string_view content) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

/// One mirror file and what it needs.
class MirrorFile {
 public:
  MirrorFile() { key_.fill(7); }
  [[nodiscard]] Mirror Open(const std::string& ledger = "l1") const {
    return {home(), ledger, key_};
  }
  [[nodiscard]] Home home() const { return {home_.home().path, home_.home().path + "/other"}; }
  [[nodiscard]] std::string path() const { return Open().path(); }

 private:
  LedgerHome home_;  // for its folder
  ChainKey key_ = {};
};

LedgerHead HeadOf(int64_t epoch, int64_t events) {
  return {.epoch = epoch, .events = events, .hash = std::string(32, static_cast<char>(events))};
}

TEST(Mirror, HoldsTheNewestHeadThatItWasGiven) {
  const MirrorFile file;
  const Mirror mirror = file.Open();
  EXPECT_EQ(mirror.Read().value(), std::nullopt);
  EXPECT_FALSE(fs::exists(mirror.path())) << "reading makes nothing";
  for (const LedgerHead& head : {HeadOf(1, 1), HeadOf(1, 2), HeadOf(1, 40), HeadOf(2, 3)}) {
    ASSERT_TRUE(mirror.Advance(head).ok());
    EXPECT_EQ(mirror.Read().value(), head);
  }
  for (const LedgerHead& older : {HeadOf(2, 2), HeadOf(1, 90)}) {
    ASSERT_TRUE(mirror.Advance(older).ok());
    EXPECT_EQ(mirror.Read().value(), HeadOf(2, 3)) << "only forwards";
  }
  ASSERT_TRUE(mirror.Reset(HeadOf(1, 5)).ok());
  EXPECT_EQ(mirror.Read().value(), HeadOf(1, 5));
}

TEST(Mirror, IsForItsOwnerAlone) {
  const MirrorFile file;
  ASSERT_TRUE(file.Open().Advance(HeadOf(1, 1)).ok());
  struct stat facts = {};
  ASSERT_EQ(stat(file.path().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0600U);
  ASSERT_EQ(stat(fs::path(file.path()).parent_path().c_str(), &facts), 0);
  EXPECT_EQ(facts.st_mode & 0777U, 0700U);
}

TEST(Mirror, OneSlotThatCannotBeReadLeavesTheOther) {
  const MirrorFile file;
  const Mirror mirror = file.Open();
  for (int64_t events = 1; events < 5; ++events) {
    ASSERT_TRUE(mirror.Advance(HeadOf(1, events)).ok());
  }
  const std::string whole = ReadAll(file.path());
  std::vector<int64_t> left;
  for (const size_t offset : {size_t{0}, size_t{4096}}) {
    std::string torn = whole;
    torn.replace(offset + 20, 8, "########");
    WriteAll(file.path(), torn);
    ASSERT_TRUE(mirror.Read().ok()) << mirror.Read().status();
    left.push_back(mirror.Read().value()->events);
    ASSERT_TRUE(mirror.Advance(HeadOf(1, 9)).ok());
    EXPECT_EQ(mirror.Read().value(), HeadOf(1, 9));
    EXPECT_EQ(ReadAll(file.path()).find("########"), std::string::npos) << "it was written anew";
  }
  EXPECT_THAT(left, ::testing::UnorderedElementsAre(3, 4));
}

TEST(Mirror, EveryByteOfASlotCounts) {
  const MirrorFile file;
  const Mirror mirror = file.Open();
  ASSERT_TRUE(mirror.Advance(HeadOf(1, 7)).ok());
  const std::string whole = ReadAll(file.path());
  for (size_t i = 0; i < 256; ++i) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    changed[4096 + i] = static_cast<char>(changed[4096 + i] ^ 1);
    WriteAll(file.path(), changed);
    EXPECT_TRUE(absl::IsDataLoss(mirror.Read().status())) << i;
  }
}

TEST(Mirror, IsOfOneLedgerAndOneKey) {
  const MirrorFile file;
  ASSERT_TRUE(file.Open("l1").Advance(HeadOf(1, 7)).ok());
  fs::copy_file(file.Open("l1").path(), file.Open("l2").path());
  EXPECT_TRUE(absl::IsDataLoss(file.Open("l2").Read().status()));
  ChainKey other = {};
  EXPECT_TRUE(absl::IsDataLoss(Mirror(file.home(), "l1", other).Read().status()));
}

TEST(Mirror, WithoutAWholeSlotIsNotTakenForAMissingOne) {
  const MirrorFile file;
  const Mirror mirror = file.Open();
  ASSERT_TRUE(mirror.Advance(HeadOf(1, 7)).ok());
  const std::string whole = ReadAll(file.path());
  for (const std::string& content :
       {std::string("garbage"), std::string(8192, 'x'), whole.substr(0, 200),
        std::string(100, '\0') + "x", "tollpass-mirror/1 l1 1 99999 " + std::string(128, 'a')}) {
    WriteAll(file.path(), content);
    EXPECT_TRUE(absl::IsDataLoss(mirror.Read().status())) << content.size();
  }
  for (const std::string& nothing : {std::string(), std::string(4352, '\0')}) {
    WriteAll(file.path(), nothing);
    EXPECT_EQ(mirror.Read().value(), std::nullopt) << "made, and never written";
  }
}

TEST(Mirror, ThatIsNoFileOfItsOwnerIsRefused) {
  const MirrorFile file;
  const Mirror mirror = file.Open();
  fs::create_directories(fs::path(file.path()).parent_path());
  const std::vector<std::function<void()>> hostile = {
      [&] { fs::create_directory(file.path()); },
      [&] { fs::create_symlink("/dev/null", file.path()); },
      [&] { fs::create_symlink("/nowhere", file.path()); },
      [&] { ASSERT_EQ(mkfifo(file.path().c_str(), 0600), 0); },
      [&] {
        WriteAll(file.path(), "");
        chmod(file.path().c_str(), 0666);
      }};
  for (size_t i = 0; i < hostile.size(); ++i) {
    fs::remove_all(file.path());
    hostile[i]();
    for (const absl::Status& status : {mirror.Read().status(), mirror.Advance(HeadOf(1, 1))}) {
      EXPECT_TRUE(absl::IsFailedPrecondition(status)) << i << status;
      EXPECT_THAT(std::string(status.message()), StartsWith(std::string(kMirrorBrokenMessage)));
    }
  }
}

TEST(Mirror, WithoutAPlaceSaysWhatToSet) {
  const Mirror mirror(Home{"/home"}, "l1", {});
  for (const absl::Status& status :
       {mirror.Read().status(), mirror.Advance(HeadOf(1, 1)), mirror.CheckPlace()}) {
    EXPECT_THAT(std::string(status.message()), HasSubstr("XDG_STATE_HOME"));
  }
  const MirrorFile file;
  EXPECT_EQ(file.Open("../up").path(), "") << "an id that is none names no file";
}

TEST(Mirror, StaysForwardUnderManyWriters) {
  const MirrorFile file;
  std::vector<std::thread> writers;
  for (int64_t writer = 0; writer < 4; ++writer) {
    writers.emplace_back([&file, writer] {
      const Mirror mirror = file.Open();
      int64_t newest = 0;
      for (int64_t i = 1; i <= 100; ++i) {
        static_cast<void>(mirror.Advance(HeadOf(1, i * 4 + writer)));
        const auto seen = mirror.Read();
        ASSERT_TRUE(seen.ok()) << seen.status();
        EXPECT_GE((*seen)->events, newest);
        newest = (*seen)->events;
      }
    });
  }
  for (std::thread& writer : writers) {
    writer.join();
  }
}

TEST(Mirror, AWriterThatWaitsTooLongGivesUp) {
  const MirrorFile file;
  const Mirror mirror = file.Open();
  ASSERT_TRUE(mirror.Advance(HeadOf(1, 1)).ok());
  const int held = open(file.path().c_str(), O_RDWR);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  EXPECT_TRUE(absl::IsUnavailable(mirror.Advance(HeadOf(1, 2))));
  EXPECT_EQ(mirror.Read().value(), HeadOf(1, 1)) << "readers do not wait";
  close(held);
  EXPECT_TRUE(mirror.Advance(HeadOf(1, 2)).ok());
}

/// The newest copy of the ledger's files, and putting it back.
class Backup {
 public:
  explicit Backup(const LedgerHome& home) : home_(home) {
    home.Tamper("PRAGMA wal_checkpoint(TRUNCATE)");
    database_ = ReadAll(home.home().LedgerPath());
  }
  void PutBack() const {
    for (const char* name : {"ledger.db-wal", "ledger.db-shm"}) {
      fs::remove(home_.home().path + "/" + name);
    }
    fs::remove(home_.home().LedgerPath());
    WriteAll(home_.home().LedgerPath(), database_);
    chmod(home_.home().LedgerPath().c_str(), 0600);
  }

 private:
  const LedgerHome& home_;
  std::string database_;
};

std::string MirrorPathOf(const LedgerHome& home) {
  return home.home().MirrorPath(home.Read()->ledger_id());
}

TEST(LedgerMirror, IsMadeWithTheLedgerAndFollowsEachCommit) {
  LedgerHome home;
  EXPECT_TRUE(fs::exists(MirrorPathOf(home)));
  const auto ledger = home.Open();
  const OpenCharge charge = Pay(*ledger, Payable(TestCall()));
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  const LedgerStanding standing = home.Read()->Standing(home.clock().seconds()).value();
  EXPECT_EQ(standing.seen, standing.head);
  EXPECT_EQ(standing.head.events, 3);
  EXPECT_TRUE(standing.payable.ok());
}

TEST(LedgerMirror, ThatIsMissingBeginsAnew) {
  LedgerHome home;
  const auto ledger = home.Open();
  fs::remove_all(home.home().state_path);
  Pay(*ledger, Payable(TestCall()));
  EXPECT_EQ(home.Read()->Standing(home.clock().seconds())->seen->events, 2);
}

TEST(LedgerMirror, ThatIsBehindIsNormal) {
  LedgerHome home;
  const std::string path = MirrorPathOf(home);
  const std::string before = ReadAll(path);
  Pay(*home.Open(), Payable(TestCall()));
  WriteAll(path, before);  // as after a crash between commit and mirror
  Pay(*home.Open(), Payable(TestCall("2")));
  EXPECT_EQ(home.Read()->Standing(home.clock().seconds())->seen->events, 3);
}

TEST(Promise7AnOlderLedgerStopsPayments, ARestoredCopyIsNotPaidFrom) {
  LedgerHome home;
  Pay(*home.Open(), Payable(TestCall("1")));
  const Backup backup(home);
  Pay(*home.Open(), Payable(TestCall("2")));
  backup.PutBack();
  const auto ledger = home.Open();
  const absl::Status status = TryPay(*ledger, Payable(TestCall("3"))).status();
  EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
  EXPECT_THAT(std::string(status.message()), StartsWith(std::string(kLedgerBehindMessage)));
  EXPECT_THAT(std::string(status.message()), HasSubstr("2 events and had 3"));
  EXPECT_THAT(std::string(status.message()), HasSubstr("tollpass ledger accept"));
  EXPECT_TRUE(home.Read()->Standing(home.clock().seconds())->lost);
}

TEST(Promise7AnOlderLedgerStopsPayments, EvenIfItWentOnUnseen) {
  LedgerHome home;
  Pay(*home.Open(), Payable(TestCall("1")));
  const Backup backup(home);
  const std::string mirror = ReadAll(MirrorPathOf(home));
  Pay(*home.Open(), Payable(TestCall("2")));
  const std::string newer = ReadAll(MirrorPathOf(home));
  backup.PutBack();
  WriteAll(MirrorPathOf(home), mirror);  // somewhere else, where nobody knew of the newer one
  for (const char* call : {"3", "4", "5"}) {
    Pay(*home.Open(), Payable(TestCall(call)));
  }
  WriteAll(MirrorPathOf(home), newer);
  const absl::Status status = TryPay(*home.Open(), Payable(TestCall("6"))).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("event 3 is not the one"));
}

TEST(Promise7AnOlderLedgerStopsPayments, WhateverIsWrittenToTheOldCopyMeanwhile) {
  LedgerHome home;
  const OpenCharge charge = Pay(*home.Open(), Payable(TestCall("1")));
  const Backup backup(home);
  Pay(*home.Open(), Payable(TestCall("2")));
  backup.PutBack();
  const auto ledger = home.Open();
  EXPECT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kUnknown, CallState::kOpen)).ok());
  EXPECT_TRUE(home.Give(*ledger, home.NewOrder(OrderKind::kPause, "")).ok()) << "it narrows";
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, home.NewOrder(OrderKind::kResume, ""))))
      << "it widens";
  home.clock().Pass(300);
  EXPECT_TRUE(absl::IsFailedPrecondition(home.Give(*ledger, home.NotSettled(charge.id))));
  const absl::Status status = TryPay(*ledger, Payable(TestCall("3"))).status();
  EXPECT_THAT(std::string(status.message()), StartsWith(std::string(kLedgerBehindMessage)));
}

TEST(Promise7AnOlderLedgerStopsPayments, AMirrorThatCannotBeUsedStopsThemToo) {
  const struct {
    const char* what;
    std::function<void(const std::string&)> make;
  } cases[] = {{"garbled", [](const std::string& path) { WriteAll(path, "garbage"); }},
               {"a folder",
                [](const std::string& path) {
                  fs::remove(path);
                  fs::create_directory(path);
                }},
               {"a link", [](const std::string& path) {
                  fs::rename(path, path + ".other");
                  fs::create_symlink(path + ".other", path);
                }}};
  for (const auto& item : cases) {
    LedgerHome home;
    const auto ledger = home.Open();
    item.make(MirrorPathOf(home));
    const absl::Status status = TryPay(*ledger, Payable(TestCall())).status();
    EXPECT_THAT(std::string(status.message()), StartsWith(std::string(kMirrorBrokenMessage)))
        << item.what;
    EXPECT_EQ(home.Sum("all"), "0") << item.what;
    EXPECT_EQ(home.Read()->Standing(home.clock().seconds())->payable, status) << item.what;
  }
}

}  // namespace
}  // namespace tollpass
