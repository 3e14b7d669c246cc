#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "absl/strings/str_format.h"
#include "core/os/error.h"
#include "core/os/file.h"
#include "core/os/owned.h"
#include "core/status.h"

namespace tollpass::os {
namespace {

constexpr int kBetweenTriesMs = 1;

}  // namespace

absl::StatusOr<Fd> OpenInPlace(const std::string& path, bool make) {
  const int flags = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (make ? O_CREAT : 0);
  Fd file(open(path.c_str(), flags, 0600));
  if (!file.valid()) {
    if (errno == ELOOP) return IsALink(path);
    return ErrorOf(absl::StrFormat("cannot open %s for writing", path), errno);
  }
  TOLLPASS_RETURN_IF_ERROR(CheckOwned(file, path, S_IWGRP | S_IWOTH, "go-w"));
  return file;
}

absl::StatusOr<std::string> ReadAt(const Fd& file, int64_t offset, size_t size) {
  std::string bytes(size, '\0');
  size_t done = 0;
  while (done < size) {
    const ssize_t count = pread(file.get(), bytes.data() + done, size - done,
                                static_cast<off_t>(offset) + static_cast<off_t>(done));
    if (count == 0) break;
    if (count > 0) {
      done += static_cast<size_t>(count);
    } else if (errno != EINTR) {
      return ErrorOf("cannot read", errno);
    }
  }
  bytes.resize(done);
  return bytes;
}

absl::Status WriteAt(const Fd& file, int64_t offset, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count =
        pwrite(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count >= 0) {
      offset += count;
      bytes.remove_prefix(static_cast<size_t>(count));
    } else if (errno != EINTR) {
      return ErrorOf("cannot write", errno);
    }
  }
  return absl::OkStatus();
}

absl::Status Lock(const Fd& file, int wait_ms) {
  for (;;) {
    if (flock(file.get(), LOCK_EX | LOCK_NB) == 0) return absl::OkStatus();
    if (errno != EWOULDBLOCK && errno != EINTR) return ErrorOf("cannot lock", errno);
    if ((wait_ms -= kBetweenTriesMs) < 0) return absl::UnavailableError("another holds the lock");
    poll(nullptr, 0, kBetweenTriesMs);
  }
}

bool MayWriteIn(const std::string& folder) {
  std::string there = folder;
  while (!Exists(there)) {
    const size_t slash = there.rfind('/');
    if (slash == std::string::npos) return false;
    there.resize(slash == 0 ? 1 : slash);
  }
  struct stat facts = {};
  const bool folder_there = stat(there.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
  return folder_there && access(there.c_str(), W_OK | X_OK) == 0;
}

}  // namespace tollpass::os
