#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/attacks/attack_list.h"
#include "tests/policy/shop.h"

/// Entries of the list of attacks that end at the policy. TOLLPASS_ATTACKS names another list.
namespace tollpass {
namespace {

using json = nlohmann::ordered_json;

/// The texts behind "per_call: " in `policy_text`, a string or a list.
std::vector<std::string> PerCallValues(const json& input) {
  const json& text = input.at("policy_text");
  std::vector<std::string> values;
  for (const json& line : text.is_array() ? text : json::array({text})) {
    const std::string prefix = "per_call: ";
    EXPECT_EQ(line.get<std::string>().find(prefix), 0U) << line;
    values.push_back(line.get<std::string>().substr(prefix.size()));
  }
  return values;
}

std::string WithPerCall(const std::string& value) {
  return ShopText("[budget.b]\nservers = []\nper_call = " + value + "\n");
}

/// {"policy_text": …}
void PolicyText(const Attack& attack) {
  for (std::string value : PerCallValues(attack.input)) {
    const bool quoted = value.find('"') != std::string::npos;
    EXPECT_NE(ErrorsOf(WithPerCall(value)), "") << value;
    if (quoted) continue;
    if (value == "''") value = "";
    EXPECT_NE(ErrorsOf(WithPerCall("\"" + value + "\"")), "") << value;
    EXPECT_NE(ErrorsOf(WithPerCall("\"" + value + " USD\"")), "") << value;
  }
}

AttackDrivers Drivers() { return {{"policy text", PolicyText}}; }

class AttacksOnThePolicyFile : public testing::TestWithParam<Attack> {};

TEST_P(AttacksOnThePolicyFile, HaveTheirSafeOutcome) {
  const AttackDrivers drivers = Drivers();
  const auto driver = drivers.find(FormOf(GetParam())->name);
  ASSERT_NE(driver, drivers.end()) << FormOf(GetParam())->name;
  driver->second(GetParam());
}

INSTANTIATE_TEST_SUITE_P(File, AttacksOnThePolicyFile, testing::ValuesIn(AttacksFor("policy")),
                         [](const auto& attack) { return attack.param.id; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AttacksOnThePolicyFile);

/// What the list has and no test knows how to drive: told by name.
class AttacksThatAreNotRun : public testing::TestWithParam<Attack> {};

TEST_P(AttacksThatAreNotRun, AreToldByName) {
  GTEST_SKIP() << GetParam().id << ": not run, no test knows this form of input: "
               << GetParam().input.dump().substr(0, 200);
}

INSTANTIATE_TEST_SUITE_P(File, AttacksThatAreNotRun, testing::ValuesIn(AttacksNotRun()),
                         [](const auto& attack) { return attack.param.id; });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(AttacksThatAreNotRun);

/// {"policy": {"tools": …}, "request": …}: a tool whose name only looks like that of a section.
TEST(AttacksOnThePolicy, ANameThatLooksAlikeHasNoPartInAnothersRules) {
  size_t tried = 0;
  for (const Attack& attack : LoadAttacks()) {
    const json& input = attack.input;
    if (!input.contains("policy") || !input["policy"].contains("tools")) continue;
    const std::string tool = input["request"]["params"]["name"];
    for (const auto& [known, rules] : input["policy"]["tools"].items()) {
      const Amount most = *Amount::FromAtomic(rules["per_call"].get<std::string>());
      const Policy policy = Load(ShopText("[server.shop.tool.\"" + known + "\"]\nper_call = \"" +
                                          FormatDecimal(most, 6) + " USD\"\n"));
      Terms terms = ShopTerms();
      terms.charge = most;
      EXPECT_EQ(Decided(policy, terms, known).substr(0, 3), "pay") << attack.id;
      EXPECT_EQ(Decided(policy, terms, tool), "deny over_per_call server.shop") << attack.id;
      ++tried;
    }
  }
  if (tried == 0) GTEST_SKIP() << "none is in the list";
}

}  // namespace
}  // namespace tollpass
