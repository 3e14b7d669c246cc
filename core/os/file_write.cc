#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "absl/strings/str_format.h"
#include "core/os/error.h"
#include "core/os/file.h"
#include "core/status.h"

namespace tollpass::os {
namespace {

std::string FolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

absl::Status SyncFolder(const std::string& path) {
  const Fd folder(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.valid() || fsync(folder.get()) != 0) {
    return ErrorOf(absl::StrFormat("cannot make the change of folder %s durable", path), errno);
  }
  return absl::OkStatus();
}

/// A durable file under a temporary name, gone again unless it gets its own.
class Draft {
 public:
  explicit Draft(const std::string& path) : path_(path), draft_path_(path + ".XXXXXX") {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (exists_) unlink(draft_path_.c_str());
  }

  absl::Status Write(std::string_view content, mode_t mode) {
    file_ = Fd(mkostemp(draft_path_.data(), O_CLOEXEC));
    if (!file_.valid()) return Failed();
    exists_ = true;
    while (!content.empty()) {
      const ssize_t count = write(file_.get(), content.data(), content.size());
      if (count >= 0) {
        content.remove_prefix(static_cast<size_t>(count));
      } else if (errno != EINTR) {
        return Failed();
      }
    }
    if (fchmod(file_.get(), mode) != 0 || fsync(file_.get()) != 0) return Failed();
    return absl::OkStatus();
  }

  absl::Status Replace() {
    if (rename(draft_path_.c_str(), path_.c_str()) != 0) return Failed();
    exists_ = false;
    return SyncFolder(FolderOf(path_));
  }

  absl::Status PutIfAbsent() {
    if (link(draft_path_.c_str(), path_.c_str()) != 0) return Failed();
    return SyncFolder(FolderOf(path_));
  }

 private:
  [[nodiscard]] absl::Status Failed() const {
    return ErrorOf(absl::StrFormat("cannot write %s", path_), errno);
  }

  std::string path_;
  std::string draft_path_;
  bool exists_ = false;
  Fd file_;
};

}  // namespace

absl::Status WriteFile(const std::string& path, std::string_view content, unsigned mode) {
  Draft draft(path);
  TOLLPASS_RETURN_IF_ERROR(draft.Write(content, mode));
  return draft.Replace();
}

absl::Status CreateFile(const std::string& path, std::span<const uint8_t> content, unsigned mode) {
  Draft draft(path);
  TOLLPASS_RETURN_IF_ERROR(draft.Write(
      std::string_view(reinterpret_cast<const char*>(content.data()), content.size()), mode));
  return draft.PutIfAbsent();
}

absl::Status LinkFile(const std::string& path, const std::string& other) {
  if (link(path.c_str(), other.c_str()) != 0) {
    return ErrorOf(absl::StrFormat("cannot keep %s as %s", path, other), errno);
  }
  return SyncFolder(FolderOf(other));
}

absl::Status MoveFolder(const std::string& path, const std::string& to) {
  if (rename(path.c_str(), to.c_str()) != 0) {
    const bool taken = errno == ENOTEMPTY || errno == ENOTDIR;
    return ErrorOf(absl::StrFormat("cannot move %s to %s", path, to), taken ? EEXIST : errno);
  }
  return SyncFolder(FolderOf(to));
}

}  // namespace tollpass::os
