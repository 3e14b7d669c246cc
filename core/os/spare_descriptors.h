#ifndef TOLLPASS_CORE_OS_SPARE_DESCRIPTORS_H_
#define TOLLPASS_CORE_OS_SPARE_DESCRIPTORS_H_

#include <cstddef>
#include <vector>

#include "core/os/file.h"

namespace tollpass::os {

/// Descriptors that are kept for the moment when this process can get no others. One thread.
class SpareDescriptors {
 public:
  /// Up to `count`, as many as are to be had.
  explicit SpareDescriptors(size_t count) : count_(count) { Keep(); }

  /// Whoever opens a file next can have them.
  void Lend() { kept_.clear(); }
  /// Takes those that are free again.
  void Keep();

 private:
  const size_t count_;
  std::vector<Fd> kept_;
};

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_SPARE_DESCRIPTORS_H_
