#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/cli/sandbox.h"

namespace tollpass {
namespace {

TEST(Install, PutsAProgramThatRunsBelowThePrefix) {
  Sandbox sandbox;
  const std::string prefix = sandbox.Path("prefix");
  const Outcome installed =
      sandbox.RunProgram({CMAKE_PROGRAM, "--install", TOLLPASS_BUILD, "--prefix", prefix});
  ASSERT_EQ(installed.code, 0) << installed.err;
  const Outcome version = sandbox.RunProgram({prefix + "/bin/tollpass", "--version"});
  EXPECT_EQ(version.out, "tollpass " TOLLPASS_VERSION "\n");
  EXPECT_TRUE(std::filesystem::exists(prefix + "/bin/tollpass-kit"));
  EXPECT_TRUE(std::filesystem::exists(prefix + "/share/doc/tollpass/docs/policy.md"));
}

}  // namespace
}  // namespace tollpass
