#include "core/os/scratch_folder.h"

#include <filesystem>
#include <system_error>
#include <utility>

namespace tollpass::os {

ScratchFolder::ScratchFolder(std::string path) : path_(std::move(path)) {}

ScratchFolder::ScratchFolder(ScratchFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

}  // namespace tollpass::os
