#include "core/os/thread.h"

#include <system_error>

namespace tollpass::os {

std::optional<std::thread> StartThread(const std::function<void()>& work) {
  try {
    return std::thread(work);
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

}  // namespace tollpass::os
