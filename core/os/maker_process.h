#ifndef TOLLPASS_CORE_OS_MAKER_PROCESS_H_
#define TOLLPASS_CORE_OS_MAKER_PROCESS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "core/os/process.h"

namespace tollpass::os {

/// The process that made what this is a part of. A forked child has a copy of the memory, but
/// neither the threads nor the locks that belong to it: there it is to be left alone, not even
/// destroyed.
class MakerProcess {
 public:
  /// False in another process. Cheap enough for every call.
  [[nodiscard]] bool IsHere() const { return ProcessNumber() == number_; }

  /// FailedPrecondition, with the way out, in another process.
  [[nodiscard]] absl::Status Check() const {
    if (IsHere()) return absl::OkStatus();
    return absl::FailedPreconditionError(
        "this process was forked after Tollpass was opened; what was opened there pays nothing "
        "here: open the home in this process");
  }

 private:
  int64_t number_ = ProcessNumber();
};

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_MAKER_PROCESS_H_
