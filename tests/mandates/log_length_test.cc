#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "mandates/sql/database.h"
#include "tests/mandates/ledger_home.h"

namespace tollpass {
namespace {

/// Charges until the log is long enough to be brought into the file; the last one.
OpenCharge FillLog(Ledger& ledger, const std::string& log) {
  constexpr uintmax_t kPageInLog = 4096 + 24;
  constexpr uintmax_t kLong = (sql::Database::kUsualLogPages + 1) * kPageInLog;
  OpenCharge last;
  for (int number = 0; number == 0 || std::filesystem::file_size(log) < kLong; ++number) {
    last = Pay(ledger, Payable(TestCall(R"({"q":")" + std::to_string(number) + "\"}"),
                               {TotalLimit(1, 1'000'000)}));
  }
  return last;
}

TEST(LedgerLog, IsBroughtIntoTheFileByWhatNoHostWaitsFor) {
  LedgerHome home;
  const std::unique_ptr<Ledger> ledger = home.Open();
  const std::string file = home.home().LedgerPath();
  const uintmax_t before = std::filesystem::file_size(file);
  const OpenCharge charge = FillLog(*ledger, file + "-wal");
  EXPECT_EQ(std::filesystem::file_size(file), before) << "a host waits for each charge";
  ASSERT_TRUE(ledger->Settle(Concluded(charge, MoneyState::kSettled, CallState::kAnswered)).ok());
  EXPECT_GT(std::filesystem::file_size(file), before);
}

}  // namespace
}  // namespace tollpass
