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

TEST(StateFile, CutsOffWhatAKilledWriterDidNotFinish) {
  const std::string path = ::testing::TempDir() + "state_unfinished";
  std::ofstream(path) << "{\"settled\":\"one\"}\n{\"settled\":\"tw";
  ASSERT_TRUE(StateFile::Open(path)->Append({{"settled", "three"}}).ok());
  const auto state = StateFile::Open(path);
  ASSERT_TRUE(state.ok()) << state.status();
  ASSERT_EQ(state->records().size(), 2U);
  EXPECT_EQ(state->records()[1]["settled"], "three");
  std::remove(path.c_str());
}

TEST(StateFile, SaysSoIfItsFolderIsNotThere) {
  EXPECT_EQ(StateFile::Open("/nonexistent/state").status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace tollpass::samples
