#include "bindings/cpp/test_folder.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "core/os/file.h"
#include "core/status.h"

namespace tollpass {
namespace {

namespace fs = std::filesystem;

}  // namespace

absl::StatusOr<TestFolder> TestFolder::Make(Random& random) {
  std::error_code error;
  fs::path temporary = fs::temp_directory_path(error);
  if (!error) temporary = fs::absolute(temporary, error);
  if (error) {
    return absl::UnavailableError("there is no folder for temporary files: " + error.message());
  }
  const std::string path = (temporary / RandomId(random, "tollpass-", 16)).string();
  TOLLPASS_RETURN_IF_ERROR(os::MakeFolder(path, 0700));
  return TestFolder(path);
}

TestFolder::TestFolder(std::string path) : path_(std::move(path)) {}

TestFolder::TestFolder(TestFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

TestFolder::~TestFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace tollpass
