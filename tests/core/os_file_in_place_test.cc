#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/os/file.h"
#include "core/os/process.h"

namespace tollpass::os {
namespace {

namespace fs = std::filesystem;

class OsFileInPlace : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "/os_in_place_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] std::string Path(const std::string& name) const { return folder_ + "/" + name; }

  std::string folder_;
};

TEST_F(OsFileInPlace, KeepsWhatIsWrittenWhereItWasWritten) {
  EXPECT_TRUE(absl::IsNotFound(OpenInPlace(Path("file"), false).status()));
  const absl::StatusOr<Fd> file = OpenInPlace(Path("file"), true);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(fs::status(Path("file")).permissions(), fs::perms(0600));
  ASSERT_TRUE(WriteAt(*file, 10, "ten").ok());
  ASSERT_TRUE(WriteAt(*file, 2, "two").ok());
  EXPECT_EQ(*ReadAt(*file, 0, 100), std::string("\0\0two\0\0\0\0\0ten", 13));
  EXPECT_EQ(*ReadAt(*file, 10, 2), "te");
  EXPECT_EQ(*ReadAt(*file, 50, 2), "");
  EXPECT_TRUE(OpenInPlace(Path("file"), false).ok());
}

TEST_F(OsFileInPlace, IsAFileOfThisUserAlone) {
  fs::create_symlink("target", Path("link"));
  fs::create_directory(Path("folder"));
  ASSERT_EQ(mkfifo(Path("fifo").c_str(), 0600), 0);
  std::ofstream(Path("open")) << "x";
  fs::permissions(Path("open"), fs::perms(0622));
  for (const char* name : {"link", "fifo", "open"}) {
    EXPECT_TRUE(absl::IsFailedPrecondition(OpenInPlace(Path(name), true).status())) << name;
  }
  EXPECT_FALSE(OpenInPlace(Path("folder"), true).ok());
  EXPECT_FALSE(fs::exists(Path("target"))) << "nothing is made behind a link";
}

TEST_F(OsFileInPlace, IsLockedForOneAtATime) {
  absl::StatusOr<Fd> first = OpenInPlace(Path("file"), true);
  const absl::StatusOr<Fd> second = OpenInPlace(Path("file"), true);
  ASSERT_TRUE(Lock(*first, 0).ok());
  EXPECT_TRUE(absl::IsUnavailable(Lock(*second, 5)));
  first->Close();
  EXPECT_TRUE(Lock(*second, 0).ok());
}

TEST_F(OsFileInPlace, TellsWhereFilesMayBeMade) {
  EXPECT_TRUE(MayWriteIn(folder_));
  EXPECT_TRUE(MayWriteIn(Path("not/yet/there")));
  std::ofstream(Path("file")) << "x";
  EXPECT_FALSE(MayWriteIn(Path("file/below"))) << "a file is no folder";
  EXPECT_FALSE(MayWriteIn("relative"));
}

TEST(OsUser, HasAHomeFolderWithoutTheVariable) {
  const char* before = getenv("HOME");
  const std::string kept = before == nullptr ? "" : before;
  setenv("HOME", "/somewhere", 1);
  EXPECT_EQ(HomeFolder(), "/somewhere");
  for (const bool is_set : {true, false}) {
    is_set ? setenv("HOME", "", 1) : unsetenv("HOME");
    EXPECT_EQ(HomeFolder().rfind('/', 0), 0U) << HomeFolder();
  }
  setenv("HOME", kept.c_str(), 1);
}

}  // namespace
}  // namespace tollpass::os
