#include "core/os/spare_descriptors.h"

#include <fcntl.h>

#include <utility>

namespace tollpass::os {

void SpareDescriptors::Keep() {
  while (kept_.size() < count_) {
    Fd fd(open("/dev/null", O_RDONLY | O_CLOEXEC));
    if (!fd.valid()) return;
    kept_.push_back(std::move(fd));
  }
}

}  // namespace tollpass::os
