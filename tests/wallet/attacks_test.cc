// The attacks of tests/data/attacks.json, or of the file that TOLLPASS_ATTACKS names, that end at
// the kernel.

#include <gtest/gtest.h>

#include <string>

#include "tests/wallet/attack_drivers.h"

namespace tollpass {
namespace {

AttackDrivers AllDrivers() {
  AttackDrivers all = TermsAttacks();
  for (AttackDrivers more : {PaidServerAttacks(), LedgerAttacks(), AuthorityAttacks()}) {
    all.merge(more);
  }
  return all;
}

class AttacksOnTheKernel : public testing::TestWithParam<Attack> {};

TEST_P(AttacksOnTheKernel, HaveTheirSafeOutcome) {
  const AttackDrivers drivers = AllDrivers();
  const auto driver = drivers.find(FormOf(GetParam())->name);
  ASSERT_NE(driver, drivers.end()) << FormOf(GetParam())->name;
  driver->second(GetParam());
}

INSTANTIATE_TEST_SUITE_P(File, AttacksOnTheKernel, testing::ValuesIn(AttacksFor("wallet")),
                         [](const auto& attack) { return attack.param.id; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AttacksOnTheKernel);

}  // namespace
}  // namespace tollpass
