#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "core/os/file.h"

namespace tollpass::os {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr size_t kLimit = 1024 * 1024;

class OsFile : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "/os_file_XXXXXX";
    folder_ = mkdtemp(pattern.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string Path(const std::string& name) const { return folder_ + "/" + name; }

  std::string Put(const std::string& name, const std::string& content, mode_t mode = 0600) const {
    std::ofstream(Path(name)) << content;
    chmod(Path(name).c_str(), mode);
    return Path(name);
  }

  [[nodiscard]] std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      names.push_back(entry.path().filename());
    }
    return names;
  }

  static mode_t ModeOf(const std::string& path) {
    struct stat facts = {};
    stat(path.c_str(), &facts);
    return facts.st_mode & 07777;
  }

  static std::span<const uint8_t> Bytes(std::string_view text) {
    return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
  }

  std::string folder_;
};

TEST_F(OsFile, ReadsWhatWasWritten) {
  std::string content(100'000, 'x');
  content += std::string("\0\n\r", 3);
  ASSERT_TRUE(WriteFile(Path("a"), content, 0644).ok());
  EXPECT_EQ(*ReadFile(Path("a"), kLimit), content);
  EXPECT_EQ(*ReadOwnedFile(Path("a"), kLimit), content);
}

TEST_F(OsFile, ReadsUpToTheLimitAndNoFurther) {
  const std::string path = Put("a", "12345");
  EXPECT_EQ(*ReadFile(path, 5), "12345");
  const absl::Status status = ReadFile(path, 4).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(status.message()), HasSubstr(path));
}

TEST_F(OsFile, NamesTheFileThatIsMissing) {
  const absl::Status status = ReadFile(Path("absent"), kLimit).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr(Path("absent")));
}

TEST_F(OsFile, AFolderIsNoFile) {
  EXPECT_EQ(ReadFile(folder_, kLimit).status().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(ReadOwnedFile(folder_, kLimit).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST_F(OsFile, OwnedFileMayNotBeReachedThroughALink) {
  Put("real", "policy");
  std::filesystem::create_symlink(Path("real"), Path("link"));
  EXPECT_EQ(*ReadFile(Path("link"), kLimit), "policy");
  const absl::Status status = ReadOwnedFile(Path("link"), kLimit).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("symbolic link"));
}

TEST_F(OsFile, OwnedFileMayNotBeAPipeAndIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_EQ(ReadOwnedFile(Path("pipe"), kLimit).status().code(),
            absl::StatusCode::kFailedPrecondition);
}

TEST_F(OsFile, OwnedFileMayBeReadButNotWrittenByOthers) {
  EXPECT_TRUE(ReadOwnedFile(Put("readable", "x", 0644), kLimit).ok());
  for (const mode_t mode : {0620U, 0602U, 0666U}) {
    const absl::Status status = ReadOwnedFile(Put("writable", "x", mode), kLimit).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << std::oct << mode;
    EXPECT_THAT(std::string(status.message()), HasSubstr("chmod go-w " + Path("writable")));
  }
}

TEST_F(OsFile, CheckOwnedIsForFoldersAndFilesAlike) {
  std::filesystem::create_directory(Path("folder"));
  Put("file", "x");
  for (const char* name : {"folder", "file"}) {
    ASSERT_EQ(chmod(Path(name).c_str(), 0755), 0);
    EXPECT_TRUE(CheckOwned(Path(name)).ok());
    for (const mode_t mode : {0775U, 0757U, 0777U, 01777U}) {
      ASSERT_EQ(chmod(Path(name).c_str(), mode), 0);
      const absl::Status status = CheckOwned(Path(name));
      EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << std::oct << mode;
      EXPECT_THAT(std::string(status.message()), HasSubstr("run: chmod go-w " + Path(name)));
    }
  }
  EXPECT_EQ(CheckOwned(Path("absent")).code(), absl::StatusCode::kNotFound);
}

TEST_F(OsFile, OwnedFileMayNotBelongToSomebodyElse) {
  if (geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  const std::string path = Put("foreign", "x");
  ASSERT_EQ(chown(path.c_str(), 12345, 12345), 0);
  const absl::Status status = ReadOwnedFile(path, kLimit).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(std::string(status.message()), HasSubstr("12345"));
}

TEST_F(OsFile, SecretFileMayNotEvenBeReadByOthers) {
  std::array<uint8_t, 8> buffer = {};
  EXPECT_EQ(*ReadSecretFile(Put("key", "secret", 0600), buffer), 6U);
  EXPECT_EQ(buffer[5], 't');
  EXPECT_EQ(*ReadSecretFile(Put("key", "secret", 0400), buffer), 6U);
  for (const mode_t mode : {0640U, 0604U, 0610U}) {
    EXPECT_EQ(ReadSecretFile(Put("key", "secret", mode), buffer).status().code(),
              absl::StatusCode::kFailedPrecondition)
        << std::oct << mode;
  }
}

TEST_F(OsFile, SecretFileMustFitItsBuffer) {
  std::array<uint8_t, 6> buffer = {};
  EXPECT_EQ(*ReadSecretFile(Put("key", "secret"), buffer), 6U);
  EXPECT_EQ(ReadSecretFile(Put("key", "secrets"), buffer).status().code(),
            absl::StatusCode::kResourceExhausted);
}

TEST_F(OsFile, WriteReplacesContentAndModeAndLeavesNothingBeside) {
  Put("a", "old", 0644);
  const mode_t umask_before = umask(0077);
  ASSERT_TRUE(WriteFile(Path("a"), "new", 0640).ok());
  umask(umask_before);
  EXPECT_EQ(*ReadFile(Path("a"), kLimit), "new");
  EXPECT_EQ(ModeOf(Path("a")), 0640U);
  EXPECT_THAT(Names(), ElementsAre("a"));
}

TEST_F(OsFile, WriteReplacesALinkAndNotItsTarget) {
  Put("target", "untouched");
  std::filesystem::create_symlink(Path("target"), Path("link"));
  ASSERT_TRUE(WriteFile(Path("link"), "new", 0600).ok());
  EXPECT_EQ(*ReadFile(Path("target"), kLimit), "untouched");
  EXPECT_FALSE(std::filesystem::is_symlink(Path("link")));
}

TEST_F(OsFile, WriteIntoAMissingFolderSaysWhich) {
  const absl::Status status = WriteFile(Path("absent/a"), "x", 0600);
  EXPECT_EQ(status.code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(std::string(status.message()), HasSubstr(Path("absent/a")));
}

TEST_F(OsFile, WriteThatCannotReplaceLeavesNothingBeside) {
  std::filesystem::create_directory(Path("folder"));
  EXPECT_FALSE(WriteFile(Path("folder"), "x", 0600).ok());
  EXPECT_THAT(Names(), ElementsAre("folder"));
}

TEST_F(OsFile, CreateNeverReplaces) {
  ASSERT_TRUE(CreateFile(Path("key"), Bytes("first"), 0600).ok());
  EXPECT_EQ(ModeOf(Path("key")), 0600U);
  const absl::Status status = CreateFile(Path("key"), Bytes("second"), 0600);
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr(Path("key")));
  EXPECT_EQ(*ReadFile(Path("key"), kLimit), "first");
  EXPECT_THAT(Names(), ElementsAre("key"));
}

TEST_F(OsFile, CreateDoesNotFollowADanglingLink) {
  std::filesystem::create_symlink(Path("elsewhere"), Path("key"));
  EXPECT_EQ(CreateFile(Path("key"), Bytes("x"), 0600).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_FALSE(Exists(Path("elsewhere")));
}

TEST_F(OsFile, MakesAFolderWithItsParents) {
  const mode_t umask_before = umask(0277);
  ASSERT_TRUE(MakeFolder(Path("a/b/c"), 0700).ok());
  umask(umask_before);
  for (const char* name : {"a", "a/b", "a/b/c"}) EXPECT_EQ(ModeOf(Path(name)), 0700U) << name;
}

TEST_F(OsFile, AFolderThatExistsStaysAsItIs) {
  std::filesystem::create_directory(Path("a"));
  chmod(Path("a").c_str(), 0755);
  EXPECT_TRUE(MakeFolder(Path("a"), 0700).ok());
  EXPECT_EQ(ModeOf(Path("a")), 0755U);
}

TEST_F(OsFile, AFileInTheWayOfAFolderIsNamed) {
  Put("a", "x");
  const absl::Status status = MakeFolder(Path("a"), 0700);
  EXPECT_EQ(status.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(status.message()), HasSubstr(Path("a")));
  EXPECT_FALSE(MakeFolder(Path("a/b"), 0700).ok());
}

TEST_F(OsFile, ADanglingLinkExists) {
  EXPECT_FALSE(Exists(Path("a")));
  std::filesystem::create_symlink(Path("nowhere"), Path("a"));
  EXPECT_TRUE(Exists(Path("a")));
}

TEST_F(OsFile, AStampIsThatOfTheFileAsItIs) {
  const std::string path = Put("a", "one");
  const std::optional<FileStamp> stamp = StampOf(path);
  ASSERT_TRUE(stamp.has_value());
  EXPECT_EQ(StampOf(path), stamp);
  EXPECT_EQ(ReadFile(path, kLimit).value(), "one");
  EXPECT_EQ(StampOf(path), stamp) << "reading changes nothing";
  EXPECT_EQ(StampOf(Path("nothing")), std::nullopt);
  std::filesystem::create_symlink(path, Path("link"));
  EXPECT_NE(StampOf(Path("link")), stamp) << "a link is not what it leads to";
}

TEST_F(OsFile, WhateverHappensToAFileChangesItsStamp) {
  struct Change {
    const char* what;
    std::function<void(const std::string&)> make;
  };
  const Change changes[] = {
      {"more bytes", [](const std::string& path) { std::ofstream(path) << "longer"; }},
      {"no bytes", [](const std::string& path) { std::ofstream file(path); }},
      {"another file",
       [this](const std::string& path) { std::filesystem::rename(Put("b", "one"), path); }},
      {"a link in its place",
       [this](const std::string& path) {
         std::filesystem::rename(path, Path("moved"));
         std::filesystem::create_symlink(Path("moved"), path);
       }},
      {"no file", [](const std::string& path) { std::filesystem::remove(path); }},
  };
  for (const Change& change : changes) {
    std::filesystem::remove(Path("a"));
    const std::string path = Put("a", "one");
    const std::optional<FileStamp> stamp = StampOf(path);
    change.make(path);
    EXPECT_NE(StampOf(path), stamp) << change.what;
  }
}

TEST_F(OsFile, AStampIsSettledOnceNoOtherChangeCanHaveItsTime) {
  const FileStamp stamp = {.changed_s = 1'000'000, .changed_ns = 999'999'999};
  for (const int64_t unix_ms : {int64_t{0}, int64_t{999'000'000}, int64_t{1'000'000'999},
                                int64_t{1'000'002'000}, int64_t{1'000'002'999}}) {
    EXPECT_FALSE(stamp.IsSettled(unix_ms)) << unix_ms;
  }
  EXPECT_TRUE(stamp.IsSettled(1'000'003'000));
}

TEST_F(OsFile, TellsALocalFileSystem) {
  EXPECT_TRUE(*IsLocalFileSystem(Path("")));
  EXPECT_FALSE(*IsLocalFileSystem("/proc")) << "what is not known to be local is not";
  EXPECT_EQ(IsLocalFileSystem(Path("absent")).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(*FreeBytes("/proc"), 0U);
  EXPECT_GT(*FreeBytes(folder_), 0U);
}

TEST_F(OsFile, ALockExcludesUntilItIsDropped) {
  absl::StatusOr<Fd> first = LockFile(Path("lock"));
  ASSERT_TRUE(first.ok());
  std::atomic<bool> has_second = false;
  std::thread other([&] { has_second = LockFile(Path("lock")).ok(); });
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_FALSE(has_second);
  first->Close();
  other.join();
  EXPECT_TRUE(has_second);
}

TEST_F(OsFile, ADescriptorHasOneOwner) {
  Fd first(dup(STDIN_FILENO));
  const int number = first.get();
  Fd second(std::move(first));
  EXPECT_FALSE(first.valid());
  EXPECT_EQ(second.get(), number);
  Fd third;
  third = std::move(second);
  EXPECT_EQ(third.get(), number);
  third.Close();
  EXPECT_EQ(fcntl(number, F_GETFD), -1);
}

/// Gives PATH another value while it lives.
class SearchPath {
 public:
  explicit SearchPath(const std::string& value) : before_(getenv("PATH")) {
    setenv("PATH", value.c_str(), 1);
  }
  ~SearchPath() { setenv("PATH", before_.c_str(), 1); }

 private:
  std::string before_;
};

TEST_F(OsFile, FindsAProgramAlongPath) {
  const std::string program = Put("tool", "#!/bin/sh\n", 0755);
  const SearchPath path("/nowhere:" + folder_ + ":/usr/bin");
  EXPECT_EQ(*ResolveProgram("tool"), program);
  EXPECT_EQ(*ResolveProgram(program), program);
  EXPECT_EQ(ResolveProgram("no-such-tool").status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(ResolveProgram("").status().code(), absl::StatusCode::kNotFound);
}

TEST_F(OsFile, FolderOfTheHostNeverDecidesWhichProgramRuns) {
  Put("tool", "#!/bin/sh\n", 0755);
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder_);
  {
    const SearchPath path(":.:");
    EXPECT_EQ(ResolveProgram("tool").status().code(), absl::StatusCode::kNotFound);
  }
  EXPECT_EQ(*ResolveProgram("./tool"), std::filesystem::current_path().string() + "/./tool");
  std::filesystem::current_path(before);
}

TEST_F(OsFile, AProgramMustBeExecutable) {
  const std::string path = Put("text", "x", 0644);
  const absl::Status status = ResolveProgram(path).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied);
  EXPECT_THAT(std::string(status.message()), HasSubstr(path));
  EXPECT_EQ(ResolveProgram(folder_).status().code(), absl::StatusCode::kPermissionDenied);
}

TEST_F(OsFile, ASecondNameIsGivenOnlyWhereNothingIs) {
  const std::string path = Put("key", "secret");
  ASSERT_TRUE(LinkFile(path, Path("kept")).ok());
  ASSERT_TRUE(WriteFile(path, "next", 0600).ok());
  EXPECT_EQ(*ReadFile(Path("kept"), kLimit), "secret");
  EXPECT_EQ(LinkFile(path, Path("kept")).code(), absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(LinkFile(Path("none"), Path("other")).code(), absl::StatusCode::kNotFound);
}

TEST_F(OsFile, AFolderMovesWhereNothingOrAnEmptyFolderIs) {
  for (const bool empty_there : {false, true}) {
    std::filesystem::create_directory(Path("draft"));
    Put("draft/file", "content");
    if (empty_there) std::filesystem::create_directory(Path("home"));
    ASSERT_TRUE(MoveFolder(Path("draft"), Path("home")).ok());
    EXPECT_EQ(*ReadFile(Path("home/file"), kLimit), "content");
    EXPECT_THAT(Names(), ElementsAre("home"));
    std::filesystem::remove_all(Path("home"));
  }
}

TEST_F(OsFile, AFolderMovesOverNothingOfSomebodyElse) {
  std::filesystem::create_directory(Path("draft"));
  std::filesystem::create_directory(Path("full"));
  Put("full/file", "mine");
  Put("file", "mine");
  for (const char* taken : {"full", "file"}) {
    EXPECT_EQ(MoveFolder(Path("draft"), Path(taken)).code(), absl::StatusCode::kAlreadyExists)
        << taken;
  }
  EXPECT_EQ(*ReadFile(Path("full/file"), kLimit), "mine");
}

TEST_F(OsFile, ASecretIsReadFromADescriptorToItsEnd) {
  std::array<uint8_t, 8> buffer{};
  const Fd file(open(Put("secret", "12345678").c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(*ReadSecretStream(file.get(), buffer), 8U);
  EXPECT_EQ(std::string(buffer.begin(), buffer.end()), "12345678");
  const Fd larger(open(Put("larger", "123456789").c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(ReadSecretStream(larger.get(), buffer).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ReadSecretStream(999, buffer).status().code(), absl::StatusCode::kUnavailable);
}

}  // namespace
}  // namespace tollpass::os
