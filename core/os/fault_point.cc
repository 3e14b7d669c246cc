#include "core/os/fault_point.h"

#ifdef TOLLPASS_FAULTS

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace tollpass::os {
namespace {

/// "name" asks for the first passage, "name:N" for the N-th.
int PassageAskedFor(std::string_view name) {
  const char* value = std::getenv("TOLLPASS_FAULT");
  if (value == nullptr) return 0;
  std::string_view asked = value;
  if (!asked.starts_with(name)) return 0;
  asked.remove_prefix(name.size());
  if (asked.empty()) return 1;
  if (asked.front() != ':') return 0;
  int passage = 0;
  std::from_chars(asked.data() + 1, asked.data() + asked.size(), passage);
  return passage;
}

}  // namespace

void DieIfAsked(const char* name) {
  const int asked = PassageAskedFor(name);
  if (asked == 0) return;
  // One variable names one place, so one count of its passages is enough.
  static std::atomic<int> passages = 0;
  if (++passages == asked) kill(getpid(), SIGKILL);
}

}  // namespace tollpass::os

#endif  // TOLLPASS_FAULTS
