#ifndef TOLLPASS_CORE_OS_SCRATCH_FOLDER_H_
#define TOLLPASS_CORE_OS_SCRATCH_FOLDER_H_

#include <string>

namespace tollpass::os {

/// Owns a place in the file system: a folder that stands there in the end is removed with all that
/// is in it. One that was moved away stays. Move-only.
class ScratchFolder {
 public:
  /// `path`: where the folder is, or will be made.
  explicit ScratchFolder(std::string path);
  ScratchFolder(ScratchFolder&& other) noexcept;
  ScratchFolder& operator=(ScratchFolder&&) = delete;
  ~ScratchFolder();

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;  // empty: this was moved from
};

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_SCRATCH_FOLDER_H_
