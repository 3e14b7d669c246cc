#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "interceptor/interceptor.h"
#include "tests/interceptor/stdio_host.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A notification with this text, without line end.
std::string Notice(std::string_view text) {
  return R"({"jsonrpc":"2.0","method":"notifications/x","params":{"text":")" + std::string(text) +
         "\"}}";
}

/// A notification of exactly so many bytes.
std::string NoticeOfSize(size_t size) { return Notice(std::string(size - Notice("").size(), 'a')); }

/// A server that sends back every line as it came.
const std::vector<std::string> kEcho = {"/bin/cat"};

TEST(StdioFraming, BytesMayComeOneByOne) {
  StdioHost host(kEcho);
  const std::string notice = Notice("é 漢字 😀");
  for (const char byte : notice + "\n") host.Send(std::string_view(&byte, 1));
  EXPECT_EQ(host.Line(), notice);
}

TEST(StdioFraming, ServerMaySplitACharacterBetweenTwoWrites) {
  StdioHost host(Shell(R"(
    printf '{"jsonrpc":"2.0","method":"notifications/x","params":{"text":"\303'
    sleep 0.1
    printf '\251"}}\n')"));
  EXPECT_EQ(host.Line(), Notice("é"));
}

TEST(StdioFraming, EveryLinePassesOnceAndInOrder) {
  StdioHost host(kEcho);
  std::string lines;
  for (int i = 0; i < 20'000; ++i) lines += Notice(std::to_string(i)) + "\n";
  host.SendAndRead(lines);
  EXPECT_TRUE(host.Bytes(lines.size()) == lines);
  host.CloseInput();
  EXPECT_EQ(host.Rest(), "");
}

TEST(StdioFraming, ALineOfNineMebibytesPassesBothWays) {
  StdioHost host(kEcho);
  const std::string notice = NoticeOfSize(9 * 1024 * 1024);
  host.SendAndRead(notice + "\n");
  EXPECT_TRUE(host.Line() == notice);
}

TEST(StdioFraming, ALineOfTheLimitPasses) {
  StdioHost host(kEcho);
  const std::string notice = NoticeOfSize(kMaxMessageBytes);
  host.SendAndRead(notice + "\n");
  EXPECT_TRUE(host.Line() == notice);
}

/// A request that is too long, with its id where the given text stands.
std::string LongRequest(std::string_view before, std::string_view after) {
  return R"({"jsonrpc":"2.0",)" + std::string(before) +
         R"("method":"tools/call","params":{"name":"t","arguments":{"x":")" +
         std::string(17 * 1024 * 1024, 'a') + R"("}})" + std::string(after) + "}\n";
}

TEST(StdioFraming, ARequestThatIsTooLongGetsAnErrorAndTheConnectionGoesOn) {
  StdioHost host(kEcho);
  for (const std::string& request :
       {LongRequest(R"("id":7,)", ""), LongRequest("", R"(,"id":7)")}) {
    host.SendAndRead(request + Notice("next") + "\n");
    const auto answer = nlohmann::json::parse(host.Line(), nullptr, false);
    ASSERT_TRUE(answer.is_object());
    EXPECT_EQ(answer["id"], 7);
    EXPECT_THAT(answer["error"]["message"].dump(), HasSubstr("16 MiB"));
    EXPECT_EQ(host.Line(), Notice("next"));
  }
}

TEST(StdioFraming, AnAnswerThatIsTooLongBecomesAnErrorAndTheConnectionGoesOn) {
  StdioHost host(Shell(R"(
    read -r request
    printf '{"jsonrpc":"2.0","id":7,"result":{"x":"'
    head -c 17825792 /dev/zero | tr '\0' a
    printf '"}}\n'
    exec cat)"));
  host.Send(R"({"jsonrpc":"2.0","id":7,"method":"resources/list"})"
            "\n");
  const auto answer = nlohmann::json::parse(host.Line(), nullptr, false);
  ASSERT_TRUE(answer.is_object());
  EXPECT_EQ(answer["id"], 7);
  EXPECT_THAT(answer["error"]["message"].dump(), HasSubstr("16 MiB"));
  host.Send(Notice("next") + "\n");
  EXPECT_EQ(host.Line(), Notice("next"));
}

/// A server that tells how many bytes the lines have that it got.
std::vector<std::string> LengthServer() {
  return Shell(R"(
    while IFS= read -r line; do
      printf '{"jsonrpc":"2.0","method":"n","params":{"bytes":%d}}\n' "${#line}"
    done)");
}

std::string LengthNotice(size_t bytes) {
  return R"({"jsonrpc":"2.0","method":"n","params":{"bytes":)" + std::to_string(bytes) + "}}";
}

TEST(StdioFraming, CarriageReturnsOfTheHostDoNotReachTheServer) {
  StdioHost host(LengthServer());
  host.Send(Notice("abc") + "\r\n");
  EXPECT_EQ(host.Line(), LengthNotice(Notice("abc").size()));
}

TEST(StdioFraming, CarriageReturnsOfTheServerDoNotReachTheHost) {
  StdioHost host(Shell(R"(printf '{"jsonrpc":"2.0","method":"n"}\r\n')"));
  EXPECT_EQ(host.Rest(), "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n");
}

TEST(StdioFraming, BlankLinesAreSkipped) {
  StdioHost host(LengthServer());
  host.Send("\n\r\n   \n" + Notice("abc") + "\n\n");
  host.CloseInput();
  EXPECT_EQ(host.Rest(), LengthNotice(Notice("abc").size()) + "\n");
}

TEST(StdioFraming, ALastLineWithoutLineEndCounts) {
  StdioHost host(LengthServer());
  host.Send(Notice("abc"));
  host.CloseInput();
  EXPECT_EQ(host.Rest(), LengthNotice(Notice("abc").size()) + "\n");
}

TEST(StdioFraming, WhatIsNotJsonGoesToStderrAndNotToTheHost) {
  StdioHost host(Shell(R"(
    echo 'Listening on port 3000'
    printf '\033[31mred\n'
    echo '{"jsonrpc":"2.0","method":"n"}'
    echo 'own stderr' >&2)"));
  EXPECT_EQ(host.Rest(), "{\"jsonrpc\":\"2.0\",\"method\":\"n\"}\n");
  EXPECT_EQ(host.ExitCode(), 0);
  EXPECT_TRUE(host.NobodyIsLeft());
  EXPECT_THAT(host.Stderr(), HasSubstr("tollpass: "));
  EXPECT_THAT(host.Stderr(), HasSubstr("Listening on port 3000"));
  EXPECT_THAT(host.Stderr(), HasSubstr("own stderr\n"));
  EXPECT_THAT(host.Stderr(), Not(HasSubstr("\033")));
}

}  // namespace
}  // namespace tollpass
