#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "absl/strings/str_format.h"
#include "core/os/error.h"
#include "core/os/file.h"
#include "core/os/process.h"

namespace tollpass::os {
namespace {

bool IsProgram(const std::string& path) {
  struct stat facts = {};
  return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

absl::StatusOr<std::string> CheckProgram(const std::string& path) {
  if (IsProgram(path)) return path;
  if (!Exists(path)) {
    return absl::NotFoundError(absl::StrFormat("there is no program %s", path));
  }
  return absl::PermissionDeniedError(
      absl::StrFormat("%s is not a program that this user may run; is it executable?", path));
}

absl::StatusOr<std::string> InCurrentFolder(const std::string& name) {
  char folder[4096];
  if (getcwd(folder, sizeof(folder)) == nullptr) {
    return ErrorOf("cannot tell the current folder", errno);
  }
  return std::string(folder) + "/" + name;
}

}  // namespace

absl::StatusOr<std::string> ResolveProgram(const std::string& name) {
  if (name.starts_with('/')) return CheckProgram(name);
  if (name.find('/') != std::string::npos) {
    const absl::StatusOr<std::string> path = InCurrentFolder(name);
    return path.ok() ? CheckProgram(*path) : path;
  }
  std::string_view folders;
  const std::optional<std::string> search = Environment("PATH");
  if (search.has_value()) folders = *search;
  while (!name.empty() && !folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    // An empty or relative entry would make the program depend on where the host was started.
    if (!folder.starts_with('/')) continue;
    std::string path = std::string(folder) + "/" + name;
    if (IsProgram(path)) return path;
  }
  return absl::NotFoundError(absl::StrFormat(
      "there is no program \"%s\" in PATH; write its absolute path (command -v %s shows it)", name,
      name));
}

}  // namespace tollpass::os
