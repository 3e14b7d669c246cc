#include "home/home_state_text.h"

#include <gtest/gtest.h>

#include <string>

#include "core/home.h"
#include "home/home_state.h"

/// What `tollpass status` tells, on a terminal.
namespace tollpass {
namespace {

// A delegate names the tools of its mandates as it likes.
TEST(HomeStateText, ShowsNothingThatATerminalWouldObey) {
  Spending spending;
  spending.limit.section = "mandate.m1.tool.\x1b[31mred\u202e";
  spending.limit.unit = "USD/testnet";
  spending.limit.window = WindowKind::kDay;
  MandateRow row;
  row.terms.id = "m\x1b[2J";
  ServerState server;
  server.section.name = "shop";
  server.spending = {spending};
  server.mandates = {row};
  HomeState state;
  state.servers = {server};
  const std::string text = HomeStateText({.path = "/home/test"}, state);
  EXPECT_EQ(text.find('\x1b'), std::string::npos) << text;
  EXPECT_EQ(text.find("\u202e"), std::string::npos) << text;
  EXPECT_NE(text.find("mandate.m1.tool.\\x1b[31mred"), std::string::npos) << text;
}

// One section limits both and counts them apart: two lines that look the same would be no news.
TEST(HomeStateText, TellsTestMoneyFromMoney) {
  ServerState server;
  for (const char* unit : {"USD/testnet", "USD/mainnet", "calls"}) {
    Spending& spending = server.spending.emplace_back();
    spending.limit.section = "budget.all";
    spending.limit.unit = unit;
    spending.limit.window = WindowKind::kDay;
  }
  HomeState state;
  state.servers = {server};
  const std::string text = HomeStateText({.path = "/home/test"}, state);
  EXPECT_NE(text.find("0 USD of 0 USD a day on test networks  (budget.all)"), std::string::npos)
      << text;
  EXPECT_NE(text.find("0 USD of 0 USD a day on main networks  (budget.all)"), std::string::npos)
      << text;
  EXPECT_NE(text.find("0 payments of 0 payments a day  (budget.all)"), std::string::npos) << text;
}

}  // namespace
}  // namespace tollpass
