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

}  // namespace
}  // namespace tollpass
