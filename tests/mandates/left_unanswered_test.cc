#include "mandates/left_unanswered.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "tests/mandates/file_size_limit.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kEver = std::numeric_limits<int64_t>::max();

absl::StatusOr<bool> Left(const LedgerHome& home, const std::string& arguments) {
  return ReadLeftUnanswered(home.home(), TestCall(arguments), kEver);
}

/// Where one call was paid and never answered, by a process that is gone.
void PayOnce(LedgerHome& home) { Pay(*home.Open(), Payable(TestCall("{}"))); }

TEST(LeftUnanswered, IsReadOfALedgerThatIsInUse) {
  LedgerHome home;
  const auto ledger = home.Open();
  EXPECT_EQ(Left(home, "{}").value(), false);
  Pay(*ledger, Payable(TestCall("{}")));
  EXPECT_EQ(Left(home, "{}").value(), true);
  EXPECT_EQ(Left(home, R"({"other":1})").value(), false);
}

TEST(LeftUnanswered, IsReadOnAFullDiskWithoutTheLedgersKey) {
  LedgerHome home;
  PayOnce(home);
  fs::remove(home.home().LedgerKeyPath());
  for (const char* end : {"-wal", "-shm"}) fs::remove(home.home().LedgerPath() + end);
  const FileSizeLimit full(0);
  EXPECT_EQ(Left(home, "{}").value(), true);
  EXPECT_EQ(Left(home, R"({"other":1})").value(), false);
}

TEST(LeftUnanswered, IsReadOnAFullDiskOutOfTheLogToo) {
  LedgerHome home;
  const auto ledger = home.Open();
  Pay(*ledger, Payable(TestCall("{}")));
  LedgerHome other;
  for (const char* end : {"", "-wal"}) {
    fs::copy_file(home.home().LedgerPath() + end, other.home().LedgerPath() + end,
                  fs::copy_options::overwrite_existing);
  }
  const FileSizeLimit full(0);
  EXPECT_EQ(Left(other, "{}").value(), true);
  EXPECT_EQ(Left(other, R"({"other":1})").value(), false);
}

TEST(LeftUnanswered, CannotBeToldOfALedgerThatIsDamagedOrGone) {
  LedgerHome home;
  PayOnce(home);
  for (const char* end : {"-wal", "-shm"}) fs::remove(home.home().LedgerPath() + end);
  std::ofstream(home.home().LedgerPath(), std::ios::trunc) << std::string(8192, 'x');
  EXPECT_FALSE(Left(home, "{}").ok());
  fs::remove(home.home().LedgerPath());
  EXPECT_FALSE(Left(home, "{}").ok()) << "its key tells that there was one";
  fs::remove(home.home().LedgerKeyPath());
  EXPECT_EQ(Left(home, "{}").value(), false) << "there never was one";
}

}  // namespace
}  // namespace tollpass
