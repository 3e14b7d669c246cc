#ifndef TOLLPASS_CORE_OS_FAULT_POINT_H_
#define TOLLPASS_CORE_OS_FAULT_POINT_H_

/// Marks a place where the crash tests kill the process: it dies by SIGKILL there if the
/// environment variable TOLLPASS_FAULT names it. Only builds with -DTOLLPASS_FAULTS=ON (tests) have
/// any code here.
#ifdef TOLLPASS_FAULTS
namespace tollpass::os {
void DieIfAsked(const char* name);
}  // namespace tollpass::os
#define TOLLPASS_FAULT_POINT(name) ::tollpass::os::DieIfAsked(name)
#else
#define TOLLPASS_FAULT_POINT(name) static_cast<void>(0)
#endif

#endif  // TOLLPASS_CORE_OS_FAULT_POINT_H_
