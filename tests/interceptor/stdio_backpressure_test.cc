#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "tests/interceptor/stdio_host.h"

namespace tollpass {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Notices(size_t bytes) {
  const std::string filler(1'000, 'x');
  std::string notices;
  for (int i = 0; notices.size() < bytes; ++i) {
    notices += R"({"jsonrpc":"2.0","method":"n","params":{"i":)" + std::to_string(i) + R"(,"x":")" +
               filler + "\"}}\n";
  }
  return notices;
}

TEST(StdioBackpressure, AHostMayWriteMuchBeforeItReads) {
  StdioHost host({"/bin/cat"});
  const std::string notices = Notices(3 * 1024 * 1024);
  host.Send(notices);
  EXPECT_TRUE(host.Bytes(notices.size()) == notices);
}

TEST(StdioBackpressure, FullPipesBothWaysDoNotDeadlock) {
  StdioHost host({"/bin/cat"});
  const std::string notices = Notices(48 * 1024 * 1024);
  host.SendAndRead(notices);
  EXPECT_TRUE(host.Bytes(notices.size()) == notices);
}

TEST(StdioBackpressure, AServerIsNotReadFasterThanTheHostReads) {
  const std::string notice =
      R"({"jsonrpc":"2.0","method":"n","params":{"x":")" + std::string(955, 'x') + "\"}}";
  StdioHost host(Shell("yes '" + notice + "' | head -n 20000; echo done >&2; cat >/dev/null"));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_THAT(host.Stderr(), Not(HasSubstr("done")));
  EXPECT_EQ(host.Bytes(20'000 * (notice.size() + 1)).size(), 20'000 * (notice.size() + 1));
  EXPECT_TRUE(host.SaysOnStderr("done"));
}

TEST(StdioBackpressure, ANoteThatNobodyReadsDoesNotStopTheTraffic) {
  StdioHost host(StdioHostOptions{.command = Shell(R"(
    yes 'this line is no JSON and goes to stderr' | head -n 20000
    echo '{"jsonrpc":"2.0","method":"n"}')"),
                                  .reads_stderr = false});
  EXPECT_EQ(host.Line(), R"({"jsonrpc":"2.0","method":"n"})");
}

}  // namespace
}  // namespace tollpass
