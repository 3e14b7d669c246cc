#ifndef TOLLPASS_CORE_OS_BOOT_H_
#define TOLLPASS_CORE_OS_BOOT_H_

#include <cstdint>
#include <string>

namespace tollpass::os {

/// Of the running kernel; empty if it does not tell.
std::string BootId();

/// Tells apart what MillisSinceBoot counts from: the kernel's start, and the offset that a time
/// namespace may add. Empty if it cannot be told. Read once for a process.
const std::string& BootClockId();

/// Milliseconds, sleep included. Source: CLOCK_BOOTTIME of Linux.
int64_t MillisSinceBoot();

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_BOOT_H_
