#ifndef TOLLPASS_BINDINGS_CPP_TEST_FOLDER_H_
#define TOLLPASS_BINDINGS_CPP_TEST_FOLDER_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/random.h"

namespace tollpass {

/// A folder of mode 0700 where temporary files go, removed with all that is in it. Move-only.
class TestFolder {
 public:
  /// Unavailable: it cannot be made.
  static absl::StatusOr<TestFolder> Make(Random& random);
  TestFolder(TestFolder&& other) noexcept;
  TestFolder& operator=(TestFolder&&) = delete;
  ~TestFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  explicit TestFolder(std::string path);

  std::string path_;  // empty: moved away
};

}  // namespace tollpass

#endif  // TOLLPASS_BINDINGS_CPP_TEST_FOLDER_H_
