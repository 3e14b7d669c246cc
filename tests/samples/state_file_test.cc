#include "samples/paid_server/state_file.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace tollpass::samples {
namespace {

TEST(StateFile, NamesTheLineThatItCannotRead) {
  const std::string path = testing::TempDir() + "broken_state";
  std::ofstream(path) << "{\"settled\":\"x\"}\n{\"set\n";
  const auto state = StateFile::Open(path);
  EXPECT_EQ(state.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_NE(state.status().ToString().find("line 2"), std::string::npos);
  std::remove(path.c_str());
}

TEST(StateFile, SaysSoIfItsFolderIsNotThere) {
  EXPECT_EQ(StateFile::Open("/nonexistent/state").status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace tollpass::samples
