#include "core/os/boot.h"

#include <sys/stat.h>
#include <time.h>

#include "absl/strings/str_format.h"
#include "core/os/file.h"

namespace tollpass::os {
namespace {

constexpr size_t kProcFileLimit = 4096;

std::string ReadBootClockId() {
  const std::string boot = BootId();
  if (boot.empty()) return boot;
  // A kernel without time namespaces has one offset for all.
  struct stat facts = {};
  const bool has_namespaces = stat("/proc/self/ns/time", &facts) == 0;
  return has_namespaces ? absl::StrFormat("%s/%d", boot, facts.st_ino) : boot;
}

}  // namespace

std::string BootId() {
  const absl::StatusOr<std::string> text =
      ReadFile("/proc/sys/kernel/random/boot_id", kProcFileLimit);
  return text.ok() ? text->substr(0, text->find('\n')) : "";
}

const std::string& BootClockId() {
  static const auto& kId = *new std::string(ReadBootClockId());
  return kId;
}

int64_t MillisSinceBoot() {
  constexpr int64_t kMillis = 1000;
  constexpr int64_t kNanosOfMilli = 1'000'000;
  struct timespec now = {};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<int64_t>(now.tv_sec) * kMillis +
         static_cast<int64_t>(now.tv_nsec) / kNanosOfMilli;
}

}  // namespace tollpass::os
