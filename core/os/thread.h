#ifndef TOLLPASS_CORE_OS_THREAD_H_
#define TOLLPASS_CORE_OS_THREAD_H_

#include <functional>
#include <optional>
#include <thread>

namespace tollpass::os {

/// A thread that runs `work`. std::nullopt, and `work` untouched, where the system gives no more:
/// RLIMIT_NPROC, the limit of a cgroup, memory.
std::optional<std::thread> StartThread(const std::function<void()>& work);

}  // namespace tollpass::os

#endif  // TOLLPASS_CORE_OS_THREAD_H_
