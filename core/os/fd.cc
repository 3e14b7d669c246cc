#include <unistd.h>

#include <utility>

#include "core/os/file.h"

namespace tollpass::os {

Fd& Fd::operator=(Fd&& other) noexcept {
  if (this != &other) {
    Close();
    fd_ = other.Release();
  }
  return *this;
}

int Fd::Release() { return std::exchange(fd_, -1); }

void Fd::Close() {
  if (fd_ >= 0) close(Release());
}

}  // namespace tollpass::os
