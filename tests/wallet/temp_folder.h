#ifndef TOLLPASS_TESTS_WALLET_TEMP_FOLDER_H_
#define TOLLPASS_TESTS_WALLET_TEMP_FOLDER_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace tollpass {

/// A folder that lives as long as this does.
class TempFolder {
 public:
  TempFolder() {
    std::string pattern = ::testing::TempDir() + "/wallet_XXXXXX";
    path_ = mkdtemp(pattern.data());
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }

  /// Writes a file that only its owner may read; returns its path.
  std::string Put(const std::string& name, std::string_view content) const {
    std::string file = path_ + "/" + name;
    const std::filesystem::path parent = std::filesystem::path(file).parent_path();
    std::filesystem::create_directories(parent);
    std::filesystem::permissions(parent, std::filesystem::perms::owner_all);
    std::ofstream(file, std::ios::binary) << content;
    std::filesystem::permissions(
        file, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    return file;
  }

 private:
  std::string path_;
};

}  // namespace tollpass

#endif  // TOLLPASS_TESTS_WALLET_TEMP_FOLDER_H_
